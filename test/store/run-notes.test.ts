import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { Outcome } from "../../build/store/agency.ts";
import { type AgencyNote, nextNote, noteOutcome, readNotes } from "../../build/store/run-notes.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { makeOutcome } from "./make-outcome.ts";

const store = temporaryFolder();
const ASIDE = [{ what: "https://example.org/x", code: "capture-stale", reason: "it is old" }];

const outcome = (parts: Partial<Outcome> = {}) => makeOutcome({ addresses: ["https://example.org/x"], asOf: 900, records: 5, ...parts });

const AFTER_ONE: AgencyNote = {
  askedAt: 1_000,
  answeredAt: 1_000,
  asOf: 900,
  advancedAt: 1_000,
  rejected: [],
  records: 5,
  most: { records: 5, at: 1_000 },
};

it("a good answer is asked, answered and news", () => {
  expect(nextNote(undefined, outcome(), 1_000)).toEqual(AFTER_ONE);
  expect(nextNote(AFTER_ONE, outcome({ asOf: 950 }), 2_000)).toMatchObject({ answeredAt: 2_000, asOf: 950, advancedAt: 2_000 });
});

it("an answer of the same moment is good, and no news", () => {
  const note = nextNote(AFTER_ONE, outcome({ outcome: "unchanged" }), 2_000);
  expect(note).toMatchObject({ askedAt: 2_000, answeredAt: 2_000, asOf: 900, advancedAt: 1_000 });
});

it("every good answer is news if the agency states no moment", () => {
  const note = nextNote(undefined, outcome({ asOf: null }), 1_000);
  expect(nextNote(note, outcome({ asOf: null, outcome: "unchanged" }), 2_000)).toMatchObject({ asOf: null, advancedAt: 2_000 });
});

it("what is rejected is asked and not answered, and forgotten after the next good answer", () => {
  const bad = nextNote(AFTER_ONE, outcome({ outcome: "rejected", rejected: ASIDE }), 2_000);
  expect(bad).toEqual({ ...AFTER_ONE, askedAt: 2_000, rejected: ASIDE, most: { records: 5, at: 2_000 } });
  expect(nextNote(bad, outcome({ asOf: 1_900 }), 3_000).rejected).toEqual([]);
});

it("nothing changes if it was too early to ask", () => {
  const later = nextNote(AFTER_ONE, outcome({ outcome: "unchanged", addresses: [] }), 1_500);
  expect(later).toEqual({ ...AFTER_ONE, most: { records: 5, at: 1_500 } });
  const bad = nextNote(AFTER_ONE, outcome({ outcome: "rejected", rejected: ASIDE }), 2_000);
  expect(nextNote(bad, outcome({ outcome: "rejected", addresses: [] }), 2_000)).toEqual(bad);
  // A table that failed pauses before it is asked again.
  for (const pausing of ["in-progress", "unchanged"] as const) {
    expect(nextNote(bad, outcome({ outcome: pausing, addresses: [] }), 3_000).rejected).toEqual(ASIDE);
  }
});

it("a loss of more than ten records and a tenth within a week is reported until the week is over", () => {
  const day = 86_400_000;
  const full = nextNote(undefined, outcome({ records: 200 }), day);
  const codesOf = (records: number, at: number, before = full) =>
    nextNote(before, outcome({ records }), at).rejected.map(({ code }) => code);
  expect(codesOf(180, 2 * day)).toEqual([]);
  expect(codesOf(179, 2 * day)).toEqual(["records-shrunk"]);
  const less = nextNote(full, outcome({ records: 179 }), 2 * day);
  expect(codesOf(179, 8 * day - 1, less)).toEqual(["records-shrunk"]);
  expect(codesOf(179, 8 * day, less)).toEqual([]);
  expect(codesOf(180, 3 * day, less)).toEqual([]);
  expect(nextNote(nextNote(undefined, outcome({ records: 12 }), day), outcome({ records: 2 }), day).rejected).toEqual([]);
});

it("the moment never goes back, and a thousand bad rows do not make the note long", () => {
  expect(nextNote(AFTER_ONE, outcome({ asOf: 100 }), 2_000).asOf).toBe(900);
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ what: `row ${at}`, code: "date-impossible", reason: "no" }));
  expect(nextNote(AFTER_ONE, outcome({ rejected: rows }), 2_000).rejected).toHaveLength(20);
});

it("notes of several agencies are kept beside each other", async () => {
  await noteOutcome(store, outcome(), 1_000);
  await noteOutcome(store, outcome({ agency: "noaa", asOf: null }), 2_000);
  expect(await readNotes(store)).toMatchObject({ usgs: AFTER_ONE, noaa: { answeredAt: 2_000 } });
});

it("notes that are damaged begin anew, since no data hang on them", async () => {
  const damaged = temporaryFolder();
  writeFileSync(path.join(damaged, "runs.json"), '{"format":1,');
  expect(await readNotes(damaged)).toEqual({});
  await noteOutcome(damaged, outcome(), 1_000);
  expect(await readNotes(damaged)).toEqual({ usgs: AFTER_ONE });
});
