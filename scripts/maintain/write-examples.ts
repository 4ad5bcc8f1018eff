/**
 * Writes `data/openapi/examples.json` anew: the answers to its requests from a tree of the embedded data. `npm run docs` after a
 * change of an answer; a test checks that the file is current.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AnswerExample } from "../../build/answers/openapi/descriptions.ts";
import { settingsOf } from "../../build/config/config.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { build } from "../../build/pipeline/build.ts";
import { silentReport } from "../../build/platform/report.ts";
import { listen } from "../../test/support/listen.ts";

const FILE = fileURLToPath(new URL("../../data/openapi/examples.json", import.meta.url));

/** Entries of a list in an example. */
const MOST_ENTRIES = 3;

/** The same with lists of a few entries. A point of GeoJSON has no more. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

/** The description without the endpoints, of which this example is one. */
function headOf({ openapi, info }: { openapi: string; info: { title: string; version: string } }): object {
  return { openapi, info: { title: info.title, version: info.version }, paths: {} };
}

/** The examples with the answers of a tree. Those of changes are invented: a first tree has none. */
export async function renewedExamples(examples: Readonly<Record<string, AnswerExample>>, tree: string): Promise<object> {
  const { base, close } = await listen(await createNodeHandler(tree));
  try {
    const renewed: Record<string, AnswerExample> = {};
    for (const [id, example] of Object.entries(examples)) {
      renewed[id] = example;
      if (id === "changes" || id === "changes-hour") continue;
      const response = await fetch(base + example.request);
      if (!response.ok) throw new Error(`${example.request}: ${response.status}`);
      const body = (await response.json()) as never;
      renewed[id] = { ...example, body: id === "openapi" ? headOf(body) : shortened(body) };
    }
    return renewed;
  } finally {
    await close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-examples-"));
  try {
    const out = join(dir, "tree");
    await build({ out, config: settingsOf({}), report: silentReport });
    const examples = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, AnswerExample>;
    writeFileSync(FILE, `${JSON.stringify(await renewedExamples(examples, out), null, 1)}\n`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
