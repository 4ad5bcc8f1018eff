import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { build } from "../../build/pipeline/build.ts";
import { silentReport } from "../../build/platform/report.ts";
import { listen } from "../support/listen.ts";
import { factsOf } from "./facts.ts";
import { askRaw, type RawRequest } from "./raw-http.ts";
import { startWorker } from "./running-worker.ts";

const dir = mkdtempSync(join(tmpdir(), "quaketree-packs-"));
const tree = join(dir, "tree");
const DETAILS = "api/v1/earthquakes";
const stops: (() => Promise<unknown>)[] = [];
/** Served with a file for each event. */
let plain: string;
let packed: Record<"node" | "worker", string>;
let targets: string[];

beforeAll(async () => {
  const config = parseConfig('{"tree":{"pack_events_below":4.5,"event_pages":"none"}}', join(dir, "config.json"));
  // No store: the embedded data, of which the shared tree is built too.
  await build({ out: tree, config, report: silentReport });
  plain = await served(inject("embeddedTree"));
  const worker = await startWorker(tree);
  stops.push(worker.stop);
  packed = { node: await served(tree), worker: worker.base };
  const { event } = await factsOf(inject("embeddedTree"));
  const own = new Set(readdirSync(join(tree, DETAILS)));
  const slugs = readdirSync(join(inject("embeddedTree"), DETAILS)).filter((name) => name.endsWith(".json"));
  const without = slugs.filter((name) => !own.has(name));
  expect(without.length).toBeGreaterThan(1_000);
  const chosen = [
    ...every(without, 40),
    ...every(
      [...own].filter((name) => name.endsWith(".json")),
      5,
    ),
  ];
  targets = [
    ...chosen.map((name) => `/${DETAILS}/${name.replace(/\.json$/, "")}/`),
    ...[event.alias, event.id, "m1-0-nowhere-zz99999999"].map((id) => `/${DETAILS}/${id}/`),
    ...every(without, 3).map((name) => `/${DETAILS}/${idIn(name)}/`),
    `/${DETAILS}/${without[0]?.replace(/\.json$/, "")}`,
    `/${DETAILS}/${without[0]?.replace(/\.json$/, "")}/?limit=1`,
  ];
});

afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(dir, { recursive: true, force: true });
});

async function served(folder: string): Promise<string> {
  const { base, close } = await listen(await createNodeHandler(folder));
  stops.push(close);
  return base;
}

function every(names: readonly string[], count: number): string[] {
  const step = Math.max(1, Math.floor(names.length / count));
  return names.filter((_, at) => at % step === 0).slice(0, count);
}

function idIn(name: string): string {
  return (JSON.parse(readFileSync(join(inject("embeddedTree"), DETAILS, name), "utf8")) as { event_id: string }).event_id;
}

async function answerOf(base: string, request: RawRequest) {
  const { status, headers, body } = await askRaw(base, request);
  const kept = Object.entries(headers).filter(([name]) => !CONNECTION.has(name));
  return { status, headers: Object.fromEntries(kept), body: Buffer.from(body).toString("utf8") };
}

/** Of the connection; and the snapshot of a tree with packs is another, since its files are. */
const CONNECTION = new Set(["date", "connection", "keep-alive", "transfer-encoding", "x-snapshot"]);

describe.each(["node", "worker"] as const)("a tree with packs on %s", (host) => {
  it.each([
    ["plainly", "GET", {}],
    ["by HEAD", "HEAD", {}],
    ["compressed", "GET", { "accept-encoding": "br, gzip" }],
    ["in part", "GET", { range: "bytes=10-40" }],
    ["from behind its end", "GET", { range: "bytes=9999999-" }],
    ["with a method that is not allowed", "DELETE", {}],
  ] as const)("answers for events as one without does: asked %s", async (_, method, headers) => {
    for (const target of targets) {
      const request = { method, target, headers };
      expect([target, await answerOf(packed[host], request)]).toEqual([target, await answerOf(plain, request)]);
    }
  });

  it("has the same ETags, so that what a client has kept stays right", async () => {
    for (const target of targets.slice(0, 40)) {
      const { headers } = await answerOf(plain, { method: "GET", target, headers: {} });
      const etag = headers["etag"] ?? "";
      expect(etag).not.toBe("");
      const unchanged = await answerOf(packed[host], { method: "GET", target, headers: { "if-none-match": etag } });
      expect(unchanged.status).toBe(304);
      const other = await answerOf(packed[host], { method: "GET", target, headers: { "if-match": '"other"' } });
      expect(other.status).toBe(412);
    }
  });
});
