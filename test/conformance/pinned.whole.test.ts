import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { SnapshotRecord } from "../../build/contract/wire/snapshot.ts";
import { isArchiveQuery } from "../../build/fdsn/path.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { createTreeServer } from "../../build/hosts/node/tree-server.ts";
import { type HostException, host } from "../../build/site/read-page.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import { entriesBelow } from "../../build/tree/index-node.ts";
import { KEPT_SECTION } from "../../build/tree/index-section.ts";
import { openTree, readIndex } from "../../build/tree/read.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { listen } from "../support/listen.ts";
import { STEPS } from "../tree/tiny-tree.ts";
import { CASES, type Case } from "./cases.ts";
import { compare } from "./compare.ts";
import { type Facts, factsOf } from "./facts.ts";
import { type ExpectedAnswer, type Oracle, oracleOf } from "./oracle.ts";
import { askRaw } from "./raw-http.ts";
import { startWorker } from "./running-worker.ts";

const dir = mkdtempSync(join(tmpdir(), "quaketree-pinned-"));
const tree = join(dir, "tree");
const stops: (() => Promise<unknown>)[] = [];
const bases: Record<string, string> = {};
/** The snapshot that was replaced, and the one that has taken its place. */
let snapshots: Record<"old" | "current", { oracle: Oracle; facts: Facts }>;

const CHANGED = ["api/v1/stats.json", "api/recent.json", "q/live-feed/hours-6.json"];

/** The files of a tree as they would be planted. */
async function filesOf(from: string): Promise<{ files: TreeFile[]; snapshot: SnapshotRecord }> {
  const { snapshot } = await openTree(from);
  const files: TreeFile[] = [];
  for (const [section, root] of await readIndex(from, snapshot)) {
    // Pages are not there under a pin.
    for (const { path, cache, encodings } of [KEPT_SECTION, "pages"].includes(section) ? [] : entriesBelow([root])) {
      const name = section as TreeFile["section"];
      const compress = encodings.length > 0;
      const bytes = readFileSync(join(from, path));
      files.push({ path, bytes: () => bytes, section: name, cache, compress });
    }
  }
  return { files, snapshot };
}

function changed(file: TreeFile): TreeFile {
  return CHANGED.includes(file.path) ? { ...file, bytes: () => Buffer.concat([file.bytes(), Buffer.from(" ")]) } : file;
}

beforeAll(async () => {
  const { files, snapshot } = await filesOf(inject("embeddedTree"));
  const { as_of: asOf, sources, shards } = snapshot;
  const covered = snapshot.covered_from === undefined ? {} : { covered_from: snapshot.covered_from };
  await writeTree({ out: tree, files, snapshot: { as_of: asOf, ...covered, sources, shards }, steps: STEPS });
  const later = new Date(Date.parse(asOf) + 60_000).toISOString();
  // The oracle reads files when it is asked.
  const before = join(dir, "before");
  cpSync(tree, before, { recursive: true });
  const old = { oracle: await oracleOf(before), facts: await factsOf(before) };
  await writeTree({ out: tree, files: files.map(changed), snapshot: { as_of: later, ...covered, sources, shards }, steps: STEPS });
  snapshots = { old, current: { oracle: await oracleOf(tree), facts: await factsOf(tree) } };
  for (const [name, make] of [
    ["node", () => createNodeHandler(tree)],
    ["the tree server", () => createTreeServer(tree)],
  ] as const) {
    const { base, close } = await listen(await make());
    bases[name] = base;
    stops.push(close);
  }
  const worker = await startWorker(tree);
  bases["worker"] = worker.base;
  stops.push(worker.stop);
});

afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(dir, { recursive: true, force: true });
});

/** What a Worker has of an old snapshot is not compressed. */
const PLAIN: HostException[] = [
  { cases: "^encoding: |^condition: .*variant", differs: ["*"], status: 200, reason: "Old snapshots are sent plain." },
  { cases: "^encoding: |^condition: .*variant", differs: ["*"], status: 304, reason: "Old snapshots are sent plain." },
];

const HOSTS: [name: string, exceptions: readonly HostException[]][] = [
  ["node", host("node").exceptions],
  ["the tree server", host("serve").exceptions],
  ["worker", [...host("worker").exceptions, ...PLAIN]],
];

/** What is not under the API is not there under a pin, and neither are the archive and what follows from the history of trees. */
function isOfSnapshot({ target }: Case, facts: Facts): boolean {
  const path = typeof target === "function" ? target(facts) : target;
  return /^\/api(?:[/?]|$)/.test(path) && !path.startsWith("/api/changes") && !isArchiveQuery(path);
}

const WHILE = /^public, max-age=(?:30, stale|300,)/;

/** The answer as it is under the pin of its snapshot. */
function underPin(id: string, { status, headers, body }: ExpectedAnswer): ExpectedAnswer {
  const { "cache-control": cache = "", location } = headers;
  return {
    status,
    headers: {
      ...headers,
      "cache-control": WHILE.test(cache) ? "public, max-age=31536000, immutable" : cache,
      ...(location !== undefined && { location: `/s/${id}${location}` }),
    },
    body,
  };
}

describe.each(HOSTS)("%s, under a pin", (name, exceptions) => {
  it.each(["old", "current"] as const)("answers every case of the suite from the %s snapshot", async (which) => {
    const { oracle, facts } = snapshots[which];
    const failed: unknown[] = [];
    for (const one of CASES.filter((candidate) => isOfSnapshot(candidate, facts))) {
      const { method = "GET", expectation } = one;
      const target = typeof one.target === "function" ? one.target(facts) : one.target;
      const plain = await oracle.answer("GET", target);
      // What may be asked, and how, is told without a look at the older one.
      const from = method === "GET" || method === "HEAD" ? oracle : snapshots.current.oracle;
      const expected = underPin(oracle.snapshot, await from.answer(method, target, expectation));
      const headers = Object.entries(one.headers ?? {}).map(([key, value]) => [key, filled(value, plain)]);
      const request = { method, target: `/s/${oracle.snapshot}${target}`, headers: Object.fromEntries(headers) };
      const { differences, status } = compare(await askRaw(bases[name] ?? "", request), expected);
      const excused = exceptions.some((exception) => new RegExp(exception.cases).test(one.name) && (exception.status ?? status) === status);
      if (Object.keys(differences).length > 0 && !excused) failed.push([one.name, differences]);
    }
    expect(failed).toEqual([]);
  });
});

function filled(value: string, { headers }: ExpectedAnswer): string {
  const { etag = "", "last-modified": modified = "" } = headers;
  return value
    .replaceAll("{etag}", etag)
    .replaceAll("{etag-br}", etag.replace(/"$/, '-br"'))
    .replaceAll("{modified}", modified)
    .replaceAll("{earlier}", new Date(Date.parse(modified) - 60_000).toUTCString());
}
