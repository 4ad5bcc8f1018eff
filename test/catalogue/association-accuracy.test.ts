import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mergeLive, mergeSources } from "../../build/catalogue/merge/merge.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { NOAA_TABLE, type Overlap, readNewerNoaa, readNoaaTable, readOverlaps } from "./association-overlap.ts";

/** Described in `test/fixtures/association/README.md`. */
const PAIRS = readFileSync(new URL("../fixtures/association/pairs.tsv", import.meta.url), "utf8");

const verdicts = PAIRS.trim()
  .split("\n")
  .slice(1)
  .map((row) => {
    const [years, , noaa = "", usgs = "", verdict = "", reason = ""] = row.split("\t");
    return { years, noaa, usgs, verdict, reason };
  });

describe("the pairs of NOAA's and the USGS's that were judged by hand", () => {
  it("are 200 of 2012-2017 and 126 of the sixties, each once, with a verdict and a reason", () => {
    const of = (span: string) => verdicts.filter(({ years }) => years === span);
    expect([of("2012-2017").length, of("1960-1969").length, verdicts.length]).toEqual([200, 126, 326]);
    expect(new Set(verdicts.map(({ noaa, usgs }) => `${noaa} ${usgs}`)).size).toBe(326);
    expect(verdicts.filter(({ verdict }) => !["same", "different", "doubtful"].includes(verdict))).toEqual([]);
    expect(verdicts.filter(({ reason }) => !/^[a-z-]+$/.test(reason))).toEqual([]);
  });

  it("hold no contradiction: no record and no event is one with two others", () => {
    const same = verdicts.filter(({ verdict }) => verdict === "same");
    expect(new Set(same.map(({ noaa }) => noaa)).size).toBe(same.length);
    expect(new Set(same.map(({ usgs }) => usgs)).size).toBe(same.length);
  });

  it("are of both kinds", () => {
    const kinds = ["same", "different", "doubtful"].map((kind) => verdicts.filter(({ verdict }) => verdict === kind).length);
    expect(kinds).toEqual([195, 126, 5]);
  });
});

describe.skipIf(!corpusPresent)("NOAA's records joined with the USGS's events", () => {
  const root = corpus("");
  const older = corpusPresent ? readOverlaps(root, readNoaaTable(root, NOAA_TABLE)) : [];
  const newer = corpusPresent ? readOverlaps(root, readNewerNoaa(root)) : [];

  it.each(["2020", "2026"])("with the table of %s, 99 of 100 joins are right, and at most 1.5 of 100 are missed", (year) => {
    for (const overlap of year === "2020" ? older : newer) {
      const judged = verdicts.filter(({ years }) => years === overlap.name);
      const joined = joinedPairs(overlap);
      const together = judged.filter(({ noaa, usgs, verdict }) => joined.get(noaa) === usgs && verdict !== "doubtful");
      const right = together.filter(({ verdict }) => verdict === "same").length;
      expect(right / together.length).toBeGreaterThanOrEqual(0.99);
      expect(right / judged.filter(({ verdict }) => verdict === "same").length).toBeGreaterThanOrEqual(0.985);
    }
  });

  it("are one to one, and of what NOAA lists from 2012 to 2017 only what the USGS's list does not hold is left alone", () => {
    for (const overlap of [...older, ...newer]) {
      const joined = joinedPairs(overlap);
      expect(new Set(joined.values()).size).toBe(joined.size);
      if (overlap.name !== "2012-2017") continue;
      const alone = overlap.noaa.filter(({ id }) => !joined.has(id));
      expect(alone).toHaveLength(11);
      expect(alone.filter(({ magnitude }) => magnitude === null || magnitude >= 4.5)).toEqual([]);
    }
  });

  it("are hardly ever joined by chance: with a catalogue that is days off", () => {
    for (const overlap of older) {
      const chance = [-7, -3, 3, 7].map((days) => {
        const usgs = overlap.usgs.map((event) => ({ ...event, time: event.time + days * 86_400_000 }));
        return joinedPairs({ ...overlap, usgs }).size;
      });
      expect(Math.max(...chance)).toBeLessThanOrEqual(1);
    }
  });
});

/** By id of NOAA's record, the USGS's event that it is joined with. */
function joinedPairs({ noaa, usgs }: Overlap): Map<string, string> {
  const merged = mergeSources(mergeLive([{ agency: "usgs", events: usgs, withdrawn: [] }]), noaa);
  return new Map(merged.flatMap(({ live: [event], historical }) => (event && historical ? [[historical.id, event.id]] : [])));
}
