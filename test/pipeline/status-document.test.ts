import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import { statusSchema } from "../../build/contract/wire/status.ts";
import type { SourceResult } from "../../build/pipeline/ingest.ts";
import { nextDays, publicFault, type RunFacts, statusDocument } from "../../build/pipeline/status-document.ts";
import { readTexts } from "../../build/site/i18n/read-translations.ts";
import { translationsIn } from "../../build/site/i18n/translations.ts";
import { statusPage } from "../../build/site/views/status.ts";
import type { AgencyNote } from "../../build/store/run-notes.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const MINUTE = 60_000;

function note(parts: Partial<AgencyNote> = {}): AgencyNote {
  return { askedAt: NOW, answeredAt: NOW, asOf: NOW - MINUTE, advancedAt: NOW, rejected: [], records: 9, ...parts };
}

function report(agency: string, outcome: SourceResult["outcome"] = "applied"): SourceResult {
  const changes = { added: 1, revised: 0, merged: 0, withdrawn: 0 };
  return {
    agency,
    outcome,
    addresses: [],
    as_of: null,
    records: 9,
    changes,
    rejected: [],
    left_out: {},
    doubtful: {},
  };
}

function statusOf(facts: Partial<RunFacts>, agencies: object = { usgs: {} }) {
  const config = parseConfig(JSON.stringify({ agencies }), "q.json");
  const status = statusDocument(config, {
    startedAt: NOW - 5_000,
    finishedAt: NOW,
    seconds: { ingest: 1, build: 2 },
    error: null,
    sources: [report("usgs")],
    notes: { usgs: note() },
    build: null,
    days: [],
    snapshot: { id: "0123456789abcdef", sequence: 3, as_of: new Date(NOW - MINUTE).toISOString() },
    ...facts,
  });
  expect(statusSchema.safeParse(status).error).toBeUndefined();
  return status;
}

describe("the runs by day", () => {
  it("count each run once, by its outcome, on at most 30 days", () => {
    let days: ReturnType<typeof nextDays> = [];
    for (let at = 0; at < 40; at++) days = nextDays(days, NOW + at * 86_400_000, "done");
    days = nextDays(nextDays(days, NOW + 39 * 86_400_000 + 1, "stale"), NOW + 39 * 86_400_000 + 2, "failed");
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ day: "2031-05-14", runs: 1, stale: 0, failed: 0 });
    expect(days.at(-1)).toEqual({ day: "2031-06-12", runs: 3, stale: 1, failed: 1 });
    expect(statusOf({ days })).toMatchObject({ days: [{ day: "2031-05-04", runs: 1 }] });
  });
});

describe("a status", () => {
  it("is done and fresh if every agency is", () => {
    expect(statusOf({})).toMatchObject({ run: { outcome: "done", exit_code: 0 }, fresh: true, sources: [{ age_s: 60 }] });
  });

  it("is stale if an agency was rejected, although its data may still be fresh", () => {
    const status = statusOf({ sources: [report("usgs", "rejected")] });
    expect(status).toMatchObject({ run: { outcome: "stale", exit_code: 3 }, fresh: true });
  });

  it("is stale if an agency answers, but has had nothing new for too long", () => {
    const stuck = { usgs: note({ asOf: NOW - 16 * MINUTE, advancedAt: NOW - 16 * MINUTE }) };
    expect(statusOf({ notes: stuck })).toMatchObject({ run: { outcome: "stale" }, fresh: false });
    const inTime = { usgs: note({ asOf: NOW - 15 * MINUTE, advancedAt: NOW - 15 * MINUTE }) };
    expect(statusOf({ notes: inTime })).toMatchObject({ run: { outcome: "done" }, fresh: true });
  });

  it("has the age of a saved file, but is not stale because of it", () => {
    const old = { usgs: note({ asOf: NOW - 9_999 * MINUTE, advancedAt: NOW - 9_999 * MINUTE }) };
    const status = statusOf({ notes: old }, { usgs: { feed: "file:///week.geojson" } });
    expect(status).toMatchObject({ run: { outcome: "done" }, fresh: false, sources: [{ fresh: false }] });
  });

  it("distinguishes a source that does not age from one that has no data yet", () => {
    const agencies = { plates: {}, noaa: {} };
    const status = statusOf({ sources: [], notes: { plates: note({ asOf: null, answeredAt: 5 }) } }, agencies);
    expect(status.sources).toMatchObject([
      { agency: "noaa", outcome: null, age_s: null, fresh: false, answered_at: null },
      { agency: "plates", fresh: true, stale_after_s: null },
    ]);
  });

  it("has failed if there is an error, also if everything else succeeded", () => {
    const error = { code: "store-malformed" };
    const status = statusOf({ error });
    expect(status).toMatchObject({ run: { outcome: "failed", exit_code: 1 }, fresh: false });
    expect(status.run.error).toEqual({ code: "store-malformed", message: "The store is damaged." });
  });
});

const SECRET = "s3cret";
const PATHS = [
  `/srv/${SECRET}/store`,
  `C:\\Users\\${SECRET}\\a b\\x.json`,
  `“/home/${SECRET}/a b”`,
  `=[/var/${SECRET}]`,
  `file:///srv/${SECRET}.json`,
  `line ${SECRET}`,
];
const ADDRESSES = [
  `https://example.org/week.geojson?apikey=${SECRET}`,
  `https://user:${SECRET}@example.org/`,
  `https://user:a/${SECRET}@example.org/`,
  `HTTPS://example.org/${SECRET}/feed#${SECRET}`,
];

it("it has no key, password, path or text of an agency", () => {
  const what = fc.constantFrom(...PATHS, ...ADDRESSES);
  const code = fc.constantFrom("capture-refused", "id-invalid", "internal-error", "constructor", SECRET);
  const text = fc.array(what, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" "));
  const fault = fc.record({ what, code, reason: text, hint: fc.option(text, { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(fault, { minLength: 1 }), fc.record({ code, message: text, hint: text }), (rejected, error) => {
      const status = statusOf({ error, notes: { usgs: note({ rejected }) } });
      expect(JSON.stringify(status)).not.toContain(SECRET);
      expect(statusPage(status, translationsIn("en", readTexts().en))).not.toContain(SECRET);
      for (const one of status.sources[0]?.rejected ?? []) expect(["usgs", "example.org"]).toContain(one.what);
    }),
  );
});

it("rejections are listed once by host and code", () => {
  const rejected = ["https://a.example/1", "https://a.example/2", "us1"].map((what) => ({ what, code: "capture-refused", reason: "no" }));
  expect(statusOf({ notes: { usgs: note({ rejected }) } }).sources[0]?.rejected).toEqual([
    { what: "a.example", code: "capture-refused", message: "The agency refused the request." },
    { what: "usgs", code: "capture-refused", message: "The agency refused the request." },
  ]);
});

it("every code that agencies give has a text", () => {
  const paths = ["agencies", "platform/http", "store"].flatMap((room) =>
    readdirSync(`build/${room}`, { recursive: true, encoding: "utf8" }).map((file) => `build/${room}/${file}`),
  );
  const sources = paths.filter((file) => file.endsWith(".ts")).map((file) => readFileSync(file, "utf8"));
  const codes = sources.flatMap((source) => [
    ...source.matchAll(/"((?:capture|store|detail)-[a-z-]+)"/g),
    ...source.matchAll(/new (?:SetAside|RowError|Unreadable)\(\s*"([a-z-]+)"/g),
  ]);
  expect(codes.length).toBeGreaterThan(80);
  const unknown = codes.map(([, code = ""]) => code).filter((code) => publicFault(code).code !== code);
  expect(unknown).toEqual([]);
});
