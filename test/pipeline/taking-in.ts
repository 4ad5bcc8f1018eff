import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseConfig } from "../../build/config/config.ts";
import { agencyClientOf, type IngestResult, ingest } from "../../build/pipeline/ingest.ts";
import { type Report, silentReport } from "../../build/platform/report.ts";
import type { Outcome } from "../../build/store/agency.ts";
import { bytesOf, GENERATED } from "../agencies/usgs-feed.ts";
import { folderOfFile } from "../support/temporary.ts";

export const NOW = GENERATED + 60_000;
let made = 0;

export function freshStore(): string {
  return path.join(folderOfFile(), `store-${++made}`);
}

export function captureFile(value: unknown): string {
  const file = path.join(folderOfFile(), `capture-${++made}.geojson`);
  writeFileSync(file, value instanceof Uint8Array ? value : bytesOf(value));
  return file;
}

export function run(file: string, store: string, report: Report = silentReport): Promise<IngestResult> {
  const config = parseConfig(JSON.stringify({ agencies: { usgs: { feed: pathToFileURL(file).href } } }), "q.json");
  return ingest({ config, store, now: () => NOW, ask: agencyClientOf(config, report, () => NOW), report });
}

export async function applied(file: string, store: string): Promise<Outcome> {
  const [source] = (await run(file, store)).sources;
  if (source?.outcome !== "applied") throw new Error(JSON.stringify(source));
  return source;
}

/** What the store holds of USGS, byte for byte. */
export function bytesIn(store: string): Record<string, string> {
  const folder = path.join(store, "usgs");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const plain = files.filter((name) => statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(plain.map((name) => [name, readFileSync(path.join(folder, name), "latin1")]));
}
