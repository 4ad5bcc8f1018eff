import { describe, expect, it } from "vitest";
import { deathFigures } from "../../build/catalogue/death-figures.ts";

const PAGE = "https://www.ngdc.noaa.gov/hazel/view/hazards/earthquake/event-more-info/1";

describe("the figures of the dead", () => {
  it("have number, kind, source, date and address", () => {
    const statement =
      "19,759 Fire Agency, 1 March 2022 <https://example.org/162>; 49,033 to 86,555 by a survey (Doocy et al. 2013); 18,400 NOAA NCEI";
    expect(deathFigures(statement, 19_759, PAGE)).toEqual([
      {
        low: 19_759,
        high: 19_759,
        kind: "counted",
        by: "Fire Agency, 1 March 2022",
        published: "2022-03-01",
        url: "https://example.org/162",
      },
      { low: 49_033, high: 86_555, kind: "range", by: "by a survey (Doocy et al. 2013)", published: "2013", url: null },
      { low: 18_400, high: 18_400, kind: "estimated", by: "NOAA NCEI", published: null, url: PAGE },
    ]);
  });

  it("are counted below a thousand, and above where they are not a multiple of a hundred", () => {
    const kinds = deathFigures("900 A; 1,000 B; 1,050 C; 2,100 D; 1,000 to 1,000 E", null).map(({ kind }) => kind);
    expect(kinds).toEqual(["counted", "estimated", "counted", "estimated", "estimated"]);
  });

  it("are the headline alone where only their source is named, and none where none is reliable", () => {
    expect(deathFigures("source not known", 25)).toEqual([{ low: 25, high: 25, kind: "counted", by: null, published: null, url: null }]);
    expect(deathFigures("NOAA NCEI", 25)).toMatchObject([{ low: 25, by: "NOAA NCEI", url: "https://doi.org/10.7289/V5TD9V7K" }]);
    expect(deathFigures("none reliable: the 230,000 of many lists join two earthquakes", null)).toEqual([]);
  });
});
