import { describe, expect, it } from "vitest";
import {
  countNetworks,
  type FrequencyData,
  gutenbergRichterTool,
  hasLaw,
  type NetworkCounts,
} from "../../../../build/site/tools/gutenberg-richter/tool.ts";
import type { AnyValues } from "../../../../build/site/tools/tool.ts";
import { drawnBy, wordsOf } from "../seeded-tools.ts";

const COUNTRIES = [
  { iso2: "JP", name: "Japan" },
  { iso2: "US", name: "United States" },
];

/** 90 of 5.0, 9 of 6.0 and 1 of 7.0, as worked out by hand for the formula. */
const DATA: FrequencyData = {
  countries: COUNTRIES,
  hours: "720",
  country: "all",
  least: 4.5,
  networks: [
    [
      "us",
      [
        [50, 90],
        [60, 9],
        [70, 1],
      ],
    ],
  ],
};

function withCounts(counts: NetworkCounts[1]): FrequencyData {
  return { ...DATA, networks: [["us", counts]] };
}

const drawn = (data: FrequencyData, changed: AnyValues = {}) => drawnBy(gutenbergRichterTool(data), changed);

describe("the law of Gutenberg and Richter in words", () => {
  it("has the b and the error that are worked out by hand", () => {
    // A tenth as many for each unit more; from 5.2 on 303, of mean magnitude 5.5597: b = 0.4343 / (5.5597 - 5.15).
    const many = [100, 79, 63, 50, 40, 32, 25, 20, 16, 13, 10, 8, 6, 5, 4, 3, 3, 2, 1, 1, 1];
    const counts = many.map((count, at) => [50 + at, count] as const);
    const translations = wordsOf(drawn(withCounts(counts), { method: "given", complete: 5.2 }));
    expect(translations).toContain("b = 1.06 ± 0.06 (standard error), from 303 earthquakes of magnitude 5.2 or more.");
    // A tenth of 303, to the power of 1.06: 26.
    expect(translations).toContain("Magnitude 6.2 or more: 26 expected by the law in this period, 26 counted.");
  });

  it("says that there are too few rather than a number", () => {
    const translations = wordsOf(drawn(withCounts([[45, 10]])));
    expect(translations).toContain("In the complete range: 0. Needed: 50.");
    expect(translations).not.toContain("b = ");
    expect(wordsOf(drawn(withCounts([])))).toContain("In the complete range: 0.");
  });

  it("has no b below the magnitude of completeness, even if asked for, and says so", () => {
    // The week of the sample data from 4.5 on, for which a line gives b = 0.80.
    const week = [12, 8, 11, 6, 9, 4, 6, 10, 7, 3, 1, 2, 1].map((count, at) => [45 + at, count] as const);
    for (const asked of [{}, { method: "given", complete: 4.5 }]) {
      const translations = wordsOf(drawn(withCounts(week), asked));
      expect(translations).not.toContain("b = ");
      expect(translations).toContain("The list counts as complete from magnitude 5.0. This is assumed");
      expect(translations).toContain("In the complete range: 34. Needed: 50.");
    }
  });

  it("of several networks is complete from the least complete on, names each, and has a b that a single one may lack", () => {
    const falling = (from: number, most: number): NetworkCounts[1] =>
      Array.from({ length: 25 }, (_, at) => [from + at, Math.round(most * 10 ** (-at / 10))] as const).filter(([, count]) => count > 0);
    const networks = [
      ["ak", falling(16, 500)],
      ["hv", [[18, 20]]],
      ["nc", falling(8, 400)],
    ] as const;
    const text = wordsOf(drawn({ ...DATA, country: "US", least: 0.8, networks }, { country: "US", least: 0.8 }));
    expect(text).toMatch(/complete from magnitude 1\.8 ± 0\.\d\d\. Below that, earthquakes are missing\. By network: ak 1\.8, nc 1\.0\./);
    expect(text).toMatch(/b = 1\.\d\d ± 0\.\d\d .* of magnitude 1\.8 or more/);
    expect(hasLaw({ ...DATA, networks: [["us", [[50, 49]]]] })).toBe(false);
  });

  it("counts by network, which ids begin with", () => {
    const events = ["us1000abcd", "usp0001", "nc73", "ci1", "smi:local/1"].map((id) => ({ id, magnitude: 2 }));
    expect(countNetworks(events)).toEqual([
      ["ci", [[20, 1]]],
      ["nc", [[20, 1]]],
      ["smi", [[20, 1]]],
      ["us", [[20, 2]]],
    ]);
  });

  it("does not show the data of another question", () => {
    for (const other of [{ hours: "24" }, { country: "JP" }, { least: 5 }])
      expect(wordsOf(drawn(DATA, other))).toContain("Loading the data…");
  });

  it("draws with finite numbers", () => {
    for (const counts of [
      [[45, 1]] as const,
      [
        [-20, 60],
        [-19, 9],
        [0, 1],
      ] as const,
    ])
      expect(drawn(withCounts(counts)).figure.markup).not.toMatch(/NaN|Infinity/);
  });
});

describe("the law of Gutenberg and Richter from the archive", () => {
  const window = { since: Date.UTC(2000, 0, 1), asOf: Date.UTC(2010, 0, 1) };
  const many = [100, 79, 63, 50, 40, 32, 25, 20, 16, 13, 10, 8, 6, 5, 4, 3, 3, 2, 1, 1, 1];
  const counts = many.map((count, at) => [50 + at, count] as const);
  const asked = { hours: "archive", method: "given", complete: 5.2 };

  it("is by the years of the archive, and says since when", () => {
    const found = drawn({ ...withCounts(counts), hours: "archive", window }, asked);
    expect(wordsOf(found)).toContain("From the archive: all since 2000-01-01.");
    expect(wordsOf(found)).toContain("b = 1.06 ± 0.06");
    // 303 earthquakes in ten years from 5.2 on: log10(30.3) + 1.06 · 5.15 = 6.94.
    expect(found.more && wordsOf({ ...found, answer: found.more })).toMatch(/a = 6\.9\d/);
  });

  it("says why there is nothing", () => {
    const incomplete = wordsOf(drawn({ ...DATA, hours: "archive", networks: [], absent: "incomplete" }, asked));
    expect(incomplete).toMatch(/The archive of this site has no period with every earthquake of magnitude 4\.5 or more/);
    const tooMany = wordsOf(drawn({ ...DATA, hours: "archive", networks: [], absent: "many" }, asked));
    expect(tooMany).toMatch(/There are 20,?000 earthquakes or more\./);
  });
});
