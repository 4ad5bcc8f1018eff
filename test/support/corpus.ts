import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const ROOT = new URL("../../../shared/corpus/", import.meta.url);

/** Whether the corpus of real agency data lies beside the project. Tests that need it are skipped without it. */
export const corpusPresent: boolean = existsSync(ROOT);

/** Absolute path of a file or folder of the corpus. */
export function corpus(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

/** The bytes of a file of the corpus, unpacked. */
export function corpusBytes(path: string): Buffer {
  const bytes = readFileSync(corpus(path));
  return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

/** The captures in GeoJSON in a folder of the corpus, by path; none where it is absent. */
export function capturesIn(folder: string, names = /\.geojson(\.gz)?$/): string[] {
  const all = corpusPresent ? readdirSync(corpus(folder)).filter((name) => names.test(name)) : [];
  return all.toSorted().map((name) => `${folder}/${name}`);
}

/** The details of earthquakes in the corpus, by file name; none where it is absent. */
export function corpusDetails() {
  const names = corpusPresent ? readdirSync(corpus("usgs/detail")) : [];
  return names.map((name) => {
    const body = JSON.parse(corpusBytes(`usgs/detail/${name}`).toString("utf8")) as CorpusDetail;
    return [name, body] as const;
  });
}

interface CorpusDetail {
  id: string;
  properties: {
    products: Record<string, { source: string; code: string; status: string; updateTime: number; properties?: Record<string, string> }[]>;
    [name: string]: unknown;
  };
}

/**
 * @param report takes one line, which says whether the corpus is present
 * @throws Error where it is absent and the environment variable `REQUIRE_CORPUS` is set
 */
export function reportCorpus(env: NodeJS.ProcessEnv, report: (line: string) => void, isPresent: boolean = corpusPresent): void {
  if (isPresent) return report("corpus of real captures: present");
  if (env["REQUIRE_CORPUS"]) throw new Error("REQUIRE_CORPUS is set, and ../shared/corpus is absent");
  report("SKIPPED: the tests of real captures (corpus of real captures: absent from ../shared/corpus)");
}
