import * as fc from "fast-check";
import { expect, it } from "vitest";
import { checkExit, problemsOf } from "../../../build/cli/monitor/check.ts";
import type { TreeStatus } from "../../../build/cli/monitor/read-status.ts";
import { parseConfig } from "../../../build/config/config.ts";
import { statusDocument } from "../../../build/pipeline/status-document.ts";
import type { AgencyNote } from "../../../build/store/run-notes.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const config = parseConfig(JSON.stringify({ agencies: { usgs: {}, noaa: {} } }), "q.json");
const unchanged = { added: 0, revised: 0, merged: 0, withdrawn: 0 };

/** What of an agency's answers was rejected: an address, or a row of one. */
const rejected = fc.constantFrom("https://a.example/feed", "https://a.example/query", "us7000abcd").map((what) => ({
  what,
  code: "capture-malformed",
  reason: "unreadable",
}));

const agency = fc
  .record({
    outcome: fc.constantFrom("applied", "unchanged", "in-progress", "rejected"),
    ageS: fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: null, freq: 10 }),
    rejected: fc.array(rejected, { maxLength: 2 }),
  })
  // An agency that has not answered yet is being asked, or could not be.
  .filter(({ outcome, ageS }) => ageS !== null || outcome === "in-progress" || outcome === "rejected");

it("a run and the check right after it agree on whether anything is stale", () => {
  fc.assert(
    fc.property(agency, agency, (usgs, noaa) => {
      const facts = Object.entries({ usgs, noaa });
      const notes = facts.map(([key, { ageS, rejected: what }]): [string, AgencyNote] => {
        const at = ageS === null ? null : NOW - ageS * 1_000;
        return [key, { askedAt: NOW, answeredAt: at, asOf: at, advancedAt: at, rejected: what, records: 9 }];
      });
      const sources = facts.map(([key, { outcome, rejected: what }]) => {
        const said = { as_of: null, records: 9, changes: unchanged, rejected: what, left_out: {}, doubtful: {} };
        return { agency: key, outcome, addresses: [], ...said };
      });
      const snapshot = { id: "0123456789abcdef", sequence: 3, as_of: new Date(NOW).toISOString() };
      const run = { startedAt: NOW, finishedAt: NOW, seconds: { ingest: 1, build: 1 }, error: null, build: null };
      const status = statusDocument(config, { ...run, days: [], sources, notes: Object.fromEntries(notes), snapshot });
      const tree = { as_of: snapshot.as_of, stale_after: null, missing: 0, status } as TreeStatus;
      const problems = problemsOf({ store: null, tree }, NOW);
      expect(problems.length > 0, JSON.stringify(problems)).toBe(status.run.exit_code === 3);
    }),
  );
});

it.each([
  ["a clock that is behind by five minutes", { as_of: NOW + 300_000 }, 0],
  ["one that is behind by more", { as_of: NOW + 300_001 }, 3],
  ["data that are stale from now on", { stale_after: NOW }, 0],
  ["data that have been stale for an instant", { stale_after: NOW - 1 }, 3],
])("%s: %o, exit %i", (_, given: { as_of?: number; stale_after?: number }, exit) => {
  const { as_of = NOW, stale_after } = given;
  const iso = (instant: number) => new Date(instant).toISOString();
  const stale = stale_after === undefined ? null : iso(stale_after);
  const tree = { as_of: iso(as_of), stale_after: stale, missing: 0, status: null } as TreeStatus;
  expect(checkExit(problemsOf({ store: null, tree }, NOW))).toBe(exit);
});

it("a receiver of notices that is gone: exit 3, with the rule", () => {
  const tree = { as_of: new Date(NOW).toISOString(), stale_after: null, missing: 0, status: null } as TreeStatus;
  const store = { dir: "store", sources: [], gone_receivers: [{ rule: "japan", since: "2031-05-04T12:00:00.000Z" }] };
  const problems = problemsOf({ store, tree }, NOW);
  expect(checkExit(problems)).toBe(3);
  expect(problems[0]?.message).toMatch(/^no notices of japan are sent: .* 410 \(gone\) at 2031/);
});
