import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MonitorOptions, monitorsOf } from "../../../build/cli/monitor/run-monitors.ts";
import { runRebuild } from "../../../build/cli/rebuild.ts";
import { parseConfig } from "../../../build/config/config.ts";
import { lockedStore } from "../../../build/store/store-lock.ts";
import { bytesOf, feature, feed, GENERATED } from "../../agencies/usgs-feed.ts";
import { type Listening, listen } from "../../support/listen.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type Recorded, recordedContext } from "../recorded-context.ts";

const SECRET = "4f2a-secret-check";
const root = temporaryFolder();
/** A folder with a store and a tree of an earlier run. Without news a run leaves it as it is. */
const BUILT = path.join(root, "built");
const capture = path.join(root, "capture.geojson");
const missing = pathToFileURL(path.join(root, "missing.geojson")).href;
const pings: { method: string; path: string; body: string }[] = [];
let service: Listening;
let status = 200;

beforeAll(async () => {
  writeFileSync(capture, bytesOf(feed([feature()])));
  service = await listen((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => void (body += part));
    request.on("end", () => {
      pings.push({ method: request.method ?? "", path: request.url ?? "", body });
      response.writeHead(status, { location: `${service.base}/inside` }).end();
    });
  });
  await run(BUILT, {});
});
afterAll(() => service.close());

interface Told extends Recorded {
  log: Record<string, unknown>[];
  errors: string[];
  thrown: unknown;
}

/** One run of `rebuild` in a folder, with what monitors were told. */
async function run(dir: string, options: MonitorOptions, usgs: object = { feed: pathToFileURL(capture).href }): Promise<Told> {
  pings.length = 0;
  const recorded = recordedContext(() => GENERATED + 1_000);
  const told: Told = Object.assign(recorded, { log: [], errors: [], thrown: undefined });
  const config = parseConfig(JSON.stringify({ agencies: { usgs }, tree: { event_pages: "none" } }), "q.json");
  const dirs = { store: path.join(dir, "store"), out: path.join(dir, "dist") };
  const environment = { fetch: globalThis.fetch, sleep: async () => {}, random: () => 0 };
  const write = (line: string) => void told.log.push(JSON.parse(line));
  const monitors = monitorsOf(options, { config, out: dirs.out }, told.context, write, environment);
  const printError = (error: Error) => void told.errors.push(error.message);
  await runRebuild({ config, ...dirs, printError, monitors }, monitors.context).catch((error: unknown) => {
    told.thrown = error;
  });
  return told;
}

const pingUrl = () => `${service.base}/${SECRET}`;

describe("a run that is done", () => {
  it("pings the monitoring service at its beginning and its end, and writes metrics and one line of the log", async () => {
    const metrics = path.join(root, "done.prom");
    const told = await run(BUILT, { metrics, ping: pingUrl(), log: "json" });
    expect(pings).toEqual([
      { method: "POST", path: `/${SECRET}/start`, body: "" },
      { method: "POST", path: `/${SECRET}`, body: "exit code 0" },
    ]);
    expect(told).toMatchObject({ code: 0, lines: [], errors: [], warnings: [], thrown: undefined });
    expect(told.log).toEqual([
      expect.objectContaining({
        level: "info",
        event: "rebuild",
        exit_code: 0,
        sequence: 1,
        error: null,
        warnings: [],
        sources: [expect.objectContaining({ agency: "usgs", outcome: "unchanged", rejected: [] })],
      }),
    ]);
    const text = readFileSync(metrics, "utf8");
    expect(text).toContain("\nquaketree_run_exit_code 0\n");
    expect(text).toContain(`\nquaketree_tree_as_of_timestamp_seconds ${GENERATED / 1000}\n`);
    expect(text).toContain('\nquaketree_source_records{agency="usgs"} 1\n');
    expect(text).toContain('\nquaketree_tree_events{kind="recent"} 1\n');
    expect(readdirSync(BUILT).toSorted()).toEqual(["dist", "dist.cells", "store"]);
  });

  it("prints as before without a log of JSON", async () => {
    const told = await run(BUILT, { log: "text" });
    expect(told.lines[0]).toMatch(/^usgs: /);
    expect(told.log).toEqual([]);
  });
});

describe("a run that an agency fails", () => {
  it("is a success with the reason, in words that hold no address", async () => {
    const usgs = { feed: `http://user:${SECRET}-1@127.0.0.1:9/feed.geojson?apikey=${SECRET}-2` };
    const told = await run(BUILT, { ping: pingUrl(), log: "json" }, usgs);
    expect(told.code).toBe(3);
    expect(pings.at(-1)).toMatchObject({ path: `/${SECRET}`, body: expect.stringMatching(/^exit code 3\nusgs: capture-unreachable: /) });
    expect(told.log[0]).toMatchObject({ level: "warn", exit_code: 3, warnings: [expect.stringContaining("capture-unreachable")] });
    expect(JSON.stringify([told.log, pings[1]?.body])).not.toContain(`${SECRET}-`);
    expect(pings.map(({ body }) => body).join()).not.toContain("127.0.0.1");
  });
});

describe("a run that fails", () => {
  it("pings a failure with its reason, and its metrics keep the values of the tree", async () => {
    const dir = path.join(root, "failed");
    cpSync(BUILT, dir, { recursive: true });
    const metrics = path.join(root, "failed.prom");
    writeFileSync(path.join(dir, "store/usgs/state.json"), "{");
    const told = await run(dir, { metrics, ping: pingUrl(), log: "json" });
    expect(told.code).toBe(1);
    expect(pings.at(-1)).toMatchObject({ path: `/${SECRET}/fail`, body: "exit code 1\nrun: store-malformed: The store is damaged." });
    expect(told.log[0]).toMatchObject({ level: "error", error: { code: "store-malformed" } });
    expect(told.errors).toEqual([]);
    expect(readFileSync(metrics, "utf8")).toMatch(/quaketree_run_exit_code 1\n[^]*quaketree_tree_sequence 1\n/);
  });

  it("pings also if it ends before it can report, for example because the store cannot be written", async () => {
    const dir = path.join(root, "unwritable");
    mkdirSync(dir);
    writeFileSync(path.join(dir, "store"), "a file where a folder should be");
    const metrics = path.join(root, "unwritable.prom");
    const told = await run(dir, { metrics, log: "json" });
    expect(told).toMatchObject({ code: 1, thrown: undefined, log: [{ level: "error", error: { code: "store-unwritable" } }] });
    expect(readFileSync(metrics, "utf8")).toMatch(/quaketree_run_exit_code 1\n/);
  });
});

it("a run beside another one leaves the metrics and the pings to that one", async () => {
  const dir = path.join(root, "beside");
  const metrics = path.join(root, "beside.prom");
  const told = await lockedStore(path.join(dir, "store"), () => run(dir, { metrics, ping: pingUrl(), log: "json" }));
  expect(told).toMatchObject({ code: 4, log: [{ level: "info", exit_code: 4, error: { code: "store-in-use" } }] });
  expect(pings).toEqual([]);
  expect(() => readFileSync(metrics)).toThrow("ENOENT");
});

it("a monitoring service that fails, and metrics that cannot be written, are warnings without the secret address", async () => {
  status = 503;
  const told = await run(BUILT, { ping: pingUrl(), metrics: path.join(root, "no-folder/x.prom") });
  status = 200;
  expect(told.code).toBe(0);
  expect(told.warnings.toSorted()).toEqual([
    expect.stringMatching(/^the metrics were not written to .*x\.prom: ENOENT/),
    expect.stringMatching(/^the monitoring service at http:\/\/127\.0\.0\.1:\d+ was not reached: status 503$/),
    expect.stringContaining("was not reached"),
  ]);
  // Each ping is tried twice.
  expect(pings).toHaveLength(4);
  expect(told.warnings.join()).not.toContain(SECRET);
});

it("if there is no tree, only the metrics of the run are written", async () => {
  const dir = path.join(root, "nothing");
  const metrics = path.join(root, "nothing.prom");
  const told = await run(dir, { metrics }, { feed: missing });
  expect(told.code).toBe(1);
  const text = readFileSync(metrics, "utf8");
  expect(text).toContain("quaketree_run_exit_code 1\n");
  expect(text).not.toContain("quaketree_tree_");
});

it("a monitoring service that redirects leads nowhere, such as to an address inside this network", async () => {
  status = 307;
  const told = await run(BUILT, { ping: pingUrl() });
  status = 200;
  expect(told.code).toBe(0);
  expect(new Set(pings.map((one) => one.path))).toEqual(new Set([`/${SECRET}/start`, `/${SECRET}`]));
  expect(told.warnings.join()).toContain("was not reached");
});
