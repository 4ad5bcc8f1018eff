import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import { agencyClientOf, ingest, sourceResult } from "../../build/pipeline/ingest.ts";
import { readStore } from "../../build/pipeline/load/inputs.ts";
import { type Report, silentReport } from "../../build/platform/report.ts";
import { readJournal } from "../../build/store/journal.ts";
import { bytesOf, feature, feed, GENERATED } from "../agencies/usgs-feed.ts";

import { folderOfFile } from "../support/temporary.ts";
import { applied, bytesIn, captureFile, freshStore, NOW, run } from "./taking-in.ts";

describe("ingest", () => {
  it("applies a saved capture to a new store, and reports what it found", async () => {
    const store = freshStore();
    const file = captureFile(feed([feature(), feature({ id: "xx2", coordinates: [0, 95, 1] }), feature({ id: "xx3" })]));
    const report = await run(file, store);
    expect(report).toMatchObject({
      ok: true,
      store,
      sources: [
        {
          agency: "usgs",
          addresses: [pathToFileURL(file).href],
          outcome: "applied",
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

  it("reads a compressed capture", async () => {
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
    const source = await applied(captureFile(feed(newer, { generated: GENERATED + 60_000 })), store);
    expect(sourceResult(source).changes).toMatchObject({ added: 1, revised: 1, withdrawn: 1 });
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
    const { records } = await applied(captureFile(feed([feature()], { generated: GENERATED + 1000 })), store);
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
  const ask = agencyClientOf(config, silentReport, () => NOW);
  const { sources } = await ingest({ config, store: freshStore(), now: () => NOW, ask, report });
  expect(sources.map(({ agency }) => agency)).toEqual(["usgs"]);
  return said;
}

describe("an agency whose licence is not accepted", () => {
  it("is not asked, and the warning says what to do", async () => {
    const said = await warnings({ emsc: {}, others: { ingv: {} } });
    expect(said).toEqual([
      "emsc is not asked: its licence is not accepted (accept_licence: true does that; enabled: false ends this)",
      "ingv is not asked: its licence is not accepted (accept_licence: true does that; enabled: false ends this)",
    ]);
  });

  it("is not mentioned if it is disabled", async () => {
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
    expect(report).toMatchObject({ ok: false, sources: [{ agency: "usgs", outcome: "rejected", rejected: [{ code }] }] });
    const aside = report.sources[0]?.rejected[0];
    expect(`${aside?.what} ${aside?.reason}`).toContain(path.basename(file));
    expect(aside?.reason).not.toContain("\n");
    expect((await readJournal(store)).entries.at(-1)).toMatchObject({ outcome: "rejected", rejected: [{ code }] });
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
    const report = await run(path.join(folderOfFile(), "missing.geojson"), store);
    expect(report).toMatchObject({ ok: false, sources: [{ rejected: [{ code: "capture-unreadable" }] }] });
  });
});

describe("ingest stops with one line", () => {
  it.each([
    ["every agency is disabled", '{"agencies":{"usgs":{"enabled":false}}}'],
    ["the terms of the only agency are not accepted", '{"agencies":{"emsc":{}}}'],
  ])("if %s", async (_why, text) => {
    const config = parseConfig(text, "q.json");
    const options = { config, store: freshStore(), now: () => NOW, ask: agencyClientOf(config, silentReport), report: silentReport };
    await expect(ingest(options)).rejects.toMatchObject({ code: "no-agency", hint: expect.stringContaining("accept_licence") });
    expect(existsSync(options.store)).toBe(false);
  });

  it("if the store is damaged, and the store is not overwritten", async () => {
    const store = freshStore();
    const file = captureFile(feed([feature()]));
    await run(file, store);
    writeFileSync(path.join(store, "usgs", "state.json"), "{}");
    await expect(run(file, store)).rejects.toMatchObject({ code: "store-malformed" });
    expect(readFileSync(path.join(store, "usgs", "state.json"), "utf8")).toBe("{}");
  });

  it("if the store cannot be written", async () => {
    const store = captureFile("a file, not a folder");
    await expect(run(captureFile(feed([feature()])), store)).rejects.toMatchObject({ code: expect.stringMatching(/^store-/) });
  });
});
