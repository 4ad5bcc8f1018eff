import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../build/agencies/agency.ts";
import { readJournal } from "../../build/agencies/journal.ts";
import { readStore } from "../../build/agencies/store-contents.ts";
import { readUsgsFeed } from "../../build/agencies/usgs.ts";
import { askOf, type IngestReport, ingest } from "../../build/commands/ingest.ts";
import { sourceReport } from "../../build/commands/source-report.ts";
import { parseConfig } from "../../build/config.ts";
import { type Report, silentReport } from "../../build/report.ts";
import { bytesOf, feature, feed, GENERATED } from "../agencies/usgs-feed.ts";
import { corpus, corpusPresent } from "../corpus.ts";
import { temporaryFolder } from "../temporary.ts";

const root = temporaryFolder();
const NOW = GENERATED + 60_000;
let made = 0;

function freshStore(): string {
  return path.join(root, `store-${++made}`);
}

function captureFile(value: unknown): string {
  const file = path.join(root, `capture-${++made}.geojson`);
  writeFileSync(file, value instanceof Uint8Array ? value : bytesOf(value));
  return file;
}

function run(file: string, store: string, report: Report = silentReport): Promise<IngestReport> {
  const config = parseConfig(JSON.stringify({ agencies: { usgs: { feed: pathToFileURL(file).href } } }), "q.json");
  return ingest({ config, store, now: () => NOW, ask: askOf(config, report, () => NOW), report });
}

async function takenIn(file: string, store: string): Promise<Outcome> {
  const [source] = (await run(file, store)).sources;
  if (source?.outcome !== "taken-in") throw new Error(JSON.stringify(source));
  return source;
}

/** What the store holds of the agency, without what it remembers of runs. */

function bytesIn(store: string): Record<string, string> {
  const folder = path.join(store, "usgs");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const plain = files.filter((name) => statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(plain.map((name) => [name, readFileSync(path.join(folder, name), "latin1")]));
}

describe("ingest", () => {
  it("takes a saved capture into a fresh store, and says what it found", async () => {
    const store = freshStore();
    const file = captureFile(
      feed([feature(), feature({ id: "xx2", coordinates: [0, 95, 1] }), feature({ id: "xx3" })]),
    );
    const report = await run(file, store);
    expect(report).toMatchObject({
      ok: true,
      store,
      sources: [
        {
          agency: "usgs",
          addresses: [pathToFileURL(file).href],
          outcome: "taken-in",
          asOf: GENERATED,
          changes: [
            { kind: "added", id: "xx100" },
            { kind: "added", id: "xx3" },
          ],
          leftOut: { "position-out-of-range": 1 },
          records: 2,
        },
      ],
    });
    const { usgs } = await readStore(store);
    expect(usgs?.events.map(({ id }) => id)).toEqual(["xx100", "xx3"]);
    expect(usgs?.capture).toMatchObject({ retrievedAt: NOW, generated: GENERATED, features: 3 });
  });

  it("takes a packed capture as what is in it", async () => {
    const store = freshStore();
    const plain = feed([feature()]);
    await run(captureFile(plain), store);
    const [source] = (await run(captureFile(gzipSync(bytesOf(plain))), store)).sources;
    expect(source?.outcome).toBe("unchanged");
  });

  it("brings the store up to date with what is newer", async () => {
    const store = freshStore();
    await run(captureFile(feed([feature(), feature({ id: "xx2" })])), store);
    const newer = [
      feature({ properties: { mag: 4.5, updated: GENERATED } }),
      feature({ id: "xx2", properties: { status: "deleted", updated: GENERATED } }),
      feature({ id: "xx3" }),
    ];
    const source = await takenIn(captureFile(feed(newer, { generated: GENERATED + 60_000 })), store);
    expect(sourceReport(source).changes).toMatchObject({ added: 1, revised: 1, withdrawn: 1 });
    const { usgs } = await readStore(store);
    expect(usgs?.events.map(({ id, magnitude }) => [id, magnitude])).toEqual([
      ["xx100", 4.5],
      ["xx3", 4.2],
    ]);
    expect(usgs?.withdrawn).toMatchObject([{ ids: ["xx2"], withdrawnAt: GENERATED }]);
  });

  it("keeps what is absent from a newer capture", async () => {
    const store = freshStore();
    await run(captureFile(feed([feature(), feature({ id: "xx2" })])), store);
    const { records } = await takenIn(captureFile(feed([feature()], { generated: GENERATED + 1000 })), store);
    expect(records).toBe(2);
  });

  it("does not touch the store for the same bytes again", async () => {
    const store = freshStore();
    const file = captureFile(feed([feature()]));
    await run(file, store);
    const before = bytesIn(store);
    const report = await run(file, store);
    expect(report).toMatchObject({ ok: true, sources: [{ outcome: "unchanged", records: 1 }] });
    expect(bytesIn(store)).toEqual(before);
  });

  it("says what it is doing, and what was left out", async () => {
    const said: string[] = [];
    const report: Report = { step: (line) => said.push(line), progress() {}, warn: (line) => said.push(`! ${line}`) };
    const odd = feature({ id: "xx2", properties: { alert: "purple" } });
    await run(captureFile(feed([feature(), odd, {}])), freshStore(), report);
    expect(said[0]).toMatch(/^reading usgs from file:/);
    expect(said).toContain("! usgs: records left out: not-a-feature 1");
    expect(said).toContain("! usgs: values taken as unknown: alert 1");
  });
});

/** What is said of agencies that are named beside a good one. */
async function warnings(agencies: object): Promise<string[]> {
  const said: string[] = [];
  const usgs = { feed: pathToFileURL(captureFile(feed([feature()]))).href };
  const config = parseConfig(JSON.stringify({ agencies: { usgs, ...agencies } }), "q.json");
  const report: Report = { ...silentReport, warn: (line) => said.push(line) };
  const ask = askOf(config, silentReport, () => NOW);
  const { sources } = await ingest({ config, store: freshStore(), now: () => NOW, ask, report });
  expect(sources.map(({ agency }) => agency)).toEqual(["usgs"]);
  return said;
}

describe("an agency whose licence is not accepted", () => {
  it("is not asked, which is told with what to do", async () => {
    const said = await warnings({ emsc: {}, others: { ingv: {} } });
    expect(said).toEqual([
      "emsc is not asked: its licence is not accepted (accept_licence: true does that; enabled: false ends this)",
      "ingv is not asked: its licence is not accepted (accept_licence: true does that; enabled: false ends this)",
    ]);
  });

  it("is not spoken of where it is turned off", async () => {
    expect(await warnings({ emsc: { enabled: false } })).toEqual([]);
  });
});

describe("a capture that cannot be used leaves the store byte for byte", () => {
  const good = feed([feature(), feature({ id: "xx2" })]);
  const later = { generated: GENERATED + 60_000 };
  const cases: [string, string, unknown][] = [
    ["not JSON", "capture-malformed", "Error 503: Service Unavailable"],
    ["HTML", "capture-malformed", "<!doctype html><title>Sorry</title>"],
    ["not a collection", "capture-malformed", feature()],
    ["truncated", "capture-truncated", JSON.stringify(good).slice(0, 700)],
    ["a list cut short", "capture-truncated", feed([feature()], { ...later, count: 2 })],
    ["no content", "capture-empty", ""],
    ["empty where it was not", "capture-empty", feed([], later)],
    ["stale", "capture-stale", feed([feature()], { generated: GENERATED - 60_000 })],
    ["from the future", "capture-from-the-future", feed([feature()], { generated: GENERATED + 90_000_000 })],
    ["an error with status 200", "capture-error", feed([], { ...later, status: 503, error: "down" })],
    ["broken gzip", "capture-malformed", gzipSync(bytesOf(good)).subarray(0, 100)],
  ];

  it.each(cases)("%s: %s", async (_what, code, value) => {
    const store = freshStore();
    await run(captureFile(good), store);
    const before = bytesIn(store);
    const file = captureFile(value);
    const report = await run(file, store);
    expect(report).toMatchObject({
      ok: false,
      sources: [{ agency: "usgs", outcome: "set-aside", setAside: [{ code }] }],
    });
    const aside = report.sources[0]?.setAside[0];
    expect(`${aside?.what} ${aside?.reason}`).toContain(path.basename(file));
    expect(aside?.reason).not.toContain("\n");
    expect((await readJournal(store)).entries.at(-1)).toMatchObject({ outcome: "set-aside", set_aside: [{ code }] });
    expect(bytesIn(store)).toEqual(before);
  });

  it.each(cases.filter(([what]) => !["empty where it was not", "stale"].includes(what)))(
    "and a fresh store does not begin with it: %s",
    async (_what, _code, value) => {
      const store = freshStore();
      expect((await run(captureFile(value), store)).ok).toBe(false);
      expect(existsSync(path.join(store, "usgs"))).toBe(false);
    },
  );

  it("a capture that is not there", async () => {
    const store = freshStore();
    const report = await run(path.join(root, "missing.geojson"), store);
    expect(report).toMatchObject({ ok: false, sources: [{ setAside: [{ code: "capture-unreadable" }] }] });
  });
});

describe("ingest stops with one line", () => {
  it.each([
    ["every agency is disabled", '{"agencies":{"usgs":{"enabled":false}}}'],
    ["nobody has accepted the terms of the only one", '{"agencies":{"emsc":{}}}'],
  ])("where %s", async (_why, text) => {
    const config = parseConfig(text, "q.json");
    const options = {
      config,
      store: freshStore(),
      now: () => NOW,
      ask: askOf(config, silentReport),
      report: silentReport,
    };
    await expect(ingest(options)).rejects.toMatchObject({
      code: "no-agency",
      hint: expect.stringContaining("accept_licence"),
    });
    expect(existsSync(options.store)).toBe(false);
  });

  it("where the store is spoilt, rather than to overwrite it", async () => {
    const store = freshStore();
    const file = captureFile(feed([feature()]));
    await run(file, store);
    writeFileSync(path.join(store, "usgs", "state.json"), "{}");
    await expect(run(file, store)).rejects.toMatchObject({ code: "store-malformed" });
    expect(readFileSync(path.join(store, "usgs", "state.json"), "utf8")).toBe("{}");
  });

  it("where the store cannot be written", async () => {
    const store = captureFile("a file, not a folder");
    await expect(run(captureFile(feed([feature()])), store)).rejects.toMatchObject({
      code: expect.stringMatching(/^store-/),
    });
  });
});

function capturesIn(folder: string): string[] {
  if (!corpusPresent) return [];
  const names = readdirSync(corpus(folder)).filter((name) => /\.geojson(\.gz)?$/.test(name));
  return names.toSorted().map((name) => `${folder}/${name}`);
}

function unpacked(file: string): Buffer {
  const bytes = readFileSync(corpus(file));
  return file.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

describe.skipIf(!corpusPresent)("the corpus of real captures (skipped where ../shared/corpus is absent)", () => {
  const captures = [...capturesIn("usgs/feeds"), ...capturesIn("usgs/feeds-seq-20250504")];

  it("has more than forty of them", () => {
    expect(captures.length).toBeGreaterThan(40);
  });

  it.each(captures)("every feature of %s is accounted for, and comes back from a store", async (file) => {
    const { features } = JSON.parse(unpacked(file).toString("utf8")) as { features: { id: string }[] };
    const capture = readUsgsFeed(unpacked(file), file);
    const left = Object.values(capture.leftOut).reduce((sum, n) => sum + n, 0);
    expect(capture.events.length + capture.withdrawn.length + left).toBe(features.length);

    const store = freshStore();
    const source = await takenIn(corpus(file), store);
    expect(source.changes.length).toBeLessThanOrEqual(features.length);
    const { usgs } = await readStore(store);
    expect(usgs?.events).toHaveLength(source.records);
    const known = new Set(usgs?.events.flatMap(({ ids }) => ids));
    expect(features.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it.each(capturesIn("usgs/fdsnws").filter((file) => file.includes("/query_")))(
    "so are answers of the query service: %s",
    async (file) => {
      const source = await takenIn(corpus(file), freshStore());
      expect(source.records).toBe(JSON.parse(unpacked(file).toString("utf8")).features.length);
    },
  );

  it("nothing is lost over the six rounds of seven feeds", async () => {
    const store = freshStore();
    const rounds = capturesIn("usgs/feeds-seq-20250504")
      .map((file) => ({ file, capture: readUsgsFeed(unpacked(file), file) }))
      .toSorted((a, b) => a.capture.generated - b.capture.generated);
    const seen = new Map<string, number>();
    for (const { file, capture } of rounds) {
      await run(corpus(file), store);
      for (const { ids, updated } of capture.events) {
        for (const id of ids) seen.set(id, Math.max(updated, seen.get(id) ?? updated));
      }
      const { usgs } = await readStore(store);
      const held = new Map(usgs?.events.flatMap(({ ids, updated }) => ids.map((id) => [id, updated] as const)));
      for (const [id, updated] of seen)
        expect(held.get(id) ?? 0, `${id} after ${file}`).toBeGreaterThanOrEqual(updated);
      expect(usgs?.withdrawn).toEqual([]);
    }
  });

  const malformed = corpusPresent ? readdirSync(corpus("usgs/malformed")) : [];

  it.each(malformed)("%s is refused whole", async (name) => {
    const store = freshStore();
    const good = corpus("usgs/feeds/all_hour_20240727T080300Z.geojson");
    await run(good, store);
    const before = bytesIn(store);
    const file = path.join(root, name);
    copyFileSync(corpus(`usgs/malformed/${name}`), file);
    expect(await run(file, store)).toMatchObject({
      ok: false,
      sources: [{ setAside: [{ code: "capture-malformed" }] }],
    });
    expect(bytesIn(store)).toEqual(before);
  });
});
