import { describe, expect, it } from "vitest";
import { firstValues } from "../../../../build/site/tools/form.ts";
import { type FrequencyData, gutenbergRichter } from "../../../../build/site/tools/gutenberg-richter/tool.ts";
import type { AnyValues } from "../../../../build/site/tools/tool.ts";
import { englishKit, wordsOf } from "../seeded-tools.ts";

const COUNTRIES = [{ iso2: "JP", name: "Japan" }];

/** 90 of 5.0, 9 of 6.0 and 1 of 7.0, as worked out by hand for the formula. */
const DATA: FrequencyData = {
  countries: COUNTRIES,
  hours: "720",
  country: "all",
  least: 4.5,
  counts: [
    [50, 90],
    [60, 9],
    [70, 1],
  ],
};

function drawn(data: FrequencyData, changed: AnyValues = {}) {
  const tool = gutenbergRichter(data);
  const values = { ...firstValues(tool.fields), ...changed } as Parameters<typeof tool.draw>[0];
  return tool.draw(values, englishKit("gutenberg-richter"));
}

describe("the law of Gutenberg and Richter in words", () => {
  it("has the b and the error that are worked out by hand", () => {
    const translations = wordsOf(drawn(DATA, { method: "given", complete: 5 }));
    expect(translations).toContain("b = 2.71 ± 0.59 (standard error), from 100 earthquakes of magnitude 5.0 or more.");
  });

  it("says that there are too few rather than a number", () => {
    const translations = wordsOf(drawn({ ...DATA, counts: [[45, 10]] }));
    expect(translations).toContain("In the complete range: 10. Needed: 50.");
    expect(translations).not.toContain("b = ");
    expect(wordsOf(drawn({ ...DATA, counts: [] }))).toContain("In the complete range: 0.");
  });

  it("does not show the data of another question", () => {
    for (const other of [{ hours: "24" }, { country: "JP" }, { least: 5 }])
      expect(wordsOf(drawn(DATA, other))).toContain("Loading the data…");
  });

  it("draws with finite numbers", () => {
    for (const counts of [
      DATA.counts,
      [[45, 1]] as const,
      [
        [-20, 60],
        [-19, 9],
        [0, 1],
      ] as const,
    ])
      expect(drawn({ ...DATA, counts }).figure.markup).not.toMatch(/NaN|Infinity/);
  });
});
