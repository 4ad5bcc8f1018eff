import { describe, expect, it } from "vitest";
import type { AgencyNote } from "../../build/agencies/run-notes.ts";
import type { SourceReport } from "../../build/commands/source-report.ts";
import { forAll, type RunFacts, statusDocument } from "../../build/commands/status-document.ts";
import { parseConfig } from "../../build/config.ts";
import { statusSchema } from "../../build/contract/status.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const MINUTE = 60_000;

function note(parts: Partial<AgencyNote> = {}): AgencyNote {
  return { askedAt: NOW, answeredAt: NOW, asOf: NOW - MINUTE, advancedAt: NOW, setAside: [], records: 9, ...parts };
}

function report(agency: string, outcome: SourceReport["outcome"] = "taken-in"): SourceReport {
  const changes = { added: 1, revised: 0, merged: 0, withdrawn: 0 };
  return {
    agency,
    outcome,
    addresses: [],
    as_of: null,
    records: 9,
    changes,
    set_aside: [],
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
    snapshot: { id: "0123456789abcdef", sequence: 3, as_of: new Date(NOW - MINUTE).toISOString() },
    ...facts,
  });
  expect(statusSchema.safeParse(status).error).toBeUndefined();
  return status;
}

describe("a status", () => {
  it("is done and fresh where every agency is", () => {
    expect(statusOf({})).toMatchObject({
      run: { outcome: "done", exit_code: 0 },
      fresh: true,
      sources: [{ age_s: 60 }],
    });
  });

  it("is stale where one was set aside, though its data may be fresh still", () => {
    const status = statusOf({ sources: [report("usgs", "set-aside")] });
    expect(status).toMatchObject({ run: { outcome: "stale", exit_code: 3 }, fresh: true });
  });

  it("is stale where one answers, and has had nothing new for too long", () => {
    const stuck = { usgs: note({ asOf: NOW - 16 * MINUTE, advancedAt: NOW - 16 * MINUTE }) };
    expect(statusOf({ notes: stuck })).toMatchObject({ run: { outcome: "stale" }, fresh: false });
    const inTime = { usgs: note({ asOf: NOW - 15 * MINUTE, advancedAt: NOW - 15 * MINUTE }) };
    expect(statusOf({ notes: inTime })).toMatchObject({ run: { outcome: "done" }, fresh: true });
  });

  it("tells the age of a saved file, but does not call the run stale for it", () => {
    const old = { usgs: note({ asOf: NOW - 9_999 * MINUTE, advancedAt: NOW - 9_999 * MINUTE }) };
    const status = statusOf({ notes: old }, { usgs: { feed: "file:///week.geojson" } });
    expect(status).toMatchObject({ run: { outcome: "done" }, fresh: false, sources: [{ fresh: false }] });
  });

  it("knows what does not age, and what has told nothing yet", () => {
    const agencies = { plates: {}, noaa: {} };
    const status = statusOf({ sources: [], notes: { plates: note({ asOf: null, answeredAt: 5 }) } }, agencies);
    expect(status.sources).toMatchObject([
      { agency: "noaa", outcome: null, age_s: null, fresh: false, answered_at: null },
      { agency: "plates", fresh: true, stale_after_s: null },
    ]);
  });

  it("has failed where there is an error, whatever else went well", () => {
    const error = { code: "store-malformed", message: "the store's /srv/store/usgs/state.json is not JSON" };
    const status = statusOf({ error });
    expect(status).toMatchObject({ run: { outcome: "failed", exit_code: 1 }, fresh: false });
    expect(status.run.error?.message).toBe("the store's state.json is not JSON");
  });
});

it.each([
  ["file:///srv/captures/week.geojson cannot be read", "file:week.geojson cannot be read"],
  ["https://me:secret@example.org/x answered 503", "https://example.org/x answered 503"],
  ["the store /var/lib/q/store cannot be written: EACCES", "the store store cannot be written: EACCES"],
  ["https://example.org/a/b.json is stale: 3/4 of it", "https://example.org/a/b.json is stale: 3/4 of it"],
])("the public reads of %j %j", (text, shown) => {
  expect(forAll(text)).toBe(shown);
});
