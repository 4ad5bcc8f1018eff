import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readDetail } from "../../build/agencies/usgs/detail.ts";
import { readFeature } from "../../build/agencies/usgs/feature.ts";
import { deathFigures, type ImpactSource, impactSources, kindOf, leastDeaths, lossOf } from "../../build/catalogue/impact.ts";
import type { ImpactProduct, Loss } from "../../build/store/records.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { historicalRecord, liveEvent } from "./make-records.ts";

const AT = Date.UTC(2018, 1, 6, 17);
const UNKNOWN: Loss = { value: null, class: null };
const NO_LOSSES = {
  deaths: UNKNOWN,
  injuries: UNKNOWN,
  missing: UNKNOWN,
  houses_destroyed: UNKNOWN,
  houses_damaged: UNKNOWN,
  damage_million_usd: UNKNOWN,
};

function product(parts: Partial<ImpactProduct> & Pick<ImpactProduct, "product">): ImpactProduct {
  return { contributor: "us", updated: AT, alert: null, feltReports: null, maxIntensity: null, ...parts };
}

const print = ({ figure, value, agency, product, contributor, updated }: ImpactSource) =>
  [figure, value, agency, product, contributor, updated === null ? null : updated - AT].join(" ");

const day = ({ updated }: ImpactSource): string => (updated === null ? "" : new Date(updated).toISOString().slice(0, 10));

describe("who says what an earthquake did", () => {
  it("is empty if no source states a figure", () => {
    expect(impactSources([liveEvent({ id: "us1" })], null)).toEqual([]);
    expect(impactSources([liveEvent({ id: "us1" })], historicalRecord({ id: "qt1", losses: NO_LOSSES }))).toEqual([]);
  });

  it("names the product without a date for a feed alone, if the field comes from only one product", () => {
    const event = liveEvent({
      id: "us1",
      alert: "green",
      feltReports: 0,
      maxIntensityReported: 4.1,
      maxIntensityEstimated: 5.25,
      significance: 0,
    });
    expect(impactSources([event], null).map(print)).toEqual([
      "alert_level green usgs losspager  ",
      "felt_reports 0 usgs dyfi  ",
      "max_intensity_reported 4.1 usgs dyfi  ",
      "max_intensity_estimated 5.25 usgs   ",
      "significance 0 usgs   ",
    ]);
  });

  it("is the product that says what is served, with its contributor and date, and after it others that differ", () => {
    const event = liveEvent({
      id: "us1",
      feltReports: 598,
      maxIntensityEstimated: 8.539,
      impactProducts: [
        product({ product: "dyfi", feltReports: 598, maxIntensity: 9.1, updated: AT + 5 }),
        product({ product: "shakemap", contributor: "us", maxIntensity: 8.85 }),
        product({ product: "shakemap", contributor: "atlas", maxIntensity: 8.539, updated: AT + 7 }),
        product({ product: "losspager", alert: "orange", maxIntensity: 8 }),
      ],
    });
    expect(impactSources([event], null).map(print)).toEqual([
      "felt_reports 598 usgs dyfi us 5",
      "max_intensity_estimated 8.539 usgs shakemap atlas 7",
      "max_intensity_estimated 8.85 usgs shakemap us 0",
    ]);
  });

  it("is PAGER for the estimated intensity if there is no ShakeMap", () => {
    const impactProducts = [product({ product: "losspager", maxIntensity: 8 })];
    const event = liveEvent({ id: "us1", maxIntensityEstimated: 8, impactProducts });
    expect(impactSources([event], null).map(print)).toEqual(["max_intensity_estimated 8 usgs losspager us 0"]);
    const both = liveEvent({
      id: "us1",
      maxIntensityEstimated: 8,
      impactProducts: [...impactProducts, product({ product: "shakemap", maxIntensity: 8.2 })],
    });
    expect(impactSources([both], null).map(print)).toEqual(["max_intensity_estimated 8 usgs   "]);
  });

  it("is not a product that says something else than is served: the feed has become newer than the detail", () => {
    const impactProducts = [product({ product: "dyfi", feltReports: 29 }), product({ product: "shakemap", maxIntensity: 5 })];
    const event = liveEvent({ id: "us1", feltReports: 30, maxIntensityEstimated: 5.5, impactProducts });
    expect(impactSources([event], null).map(print)).toEqual(["felt_reports 30 usgs dyfi  ", "max_intensity_estimated 5.5 usgs   "]);
  });

  it("is the first agency that gives the figure", () => {
    const live = [liveEvent({ id: "us1" }), liveEvent({ id: "em1", agency: "emsc", feltReports: 3 })];
    expect(impactSources(live, null).map(print)).toEqual(["felt_reports 3 emsc   "]);
  });

  it("is the historical catalogue for losses, and beside the USGS for the intensity", () => {
    const historical = historicalRecord({
      id: "noaa1",
      agency: "noaa",
      maxIntensity: 9,
      losses: {
        ...NO_LOSSES,
        deaths: { value: 18_428, class: 4, isTotal: true, other: 1_475 },
        injuries: { value: null, class: 3, isTotal: false },
        damage_million_usd: { value: 0, class: null },
      },
    });
    const event = liveEvent({ id: "us1", maxIntensityReported: 6.5 });
    const sources = impactSources([event], historical);
    expect(sources.map(print)).toEqual([
      "max_intensity_reported 6.5 usgs dyfi  ",
      "max_intensity_reported 9 noaa   ",
      "deaths 18428 noaa total  ",
      "deaths 1475 noaa earthquake  ",
      "injuries  noaa earthquake  ",
      "damage_million_usd 0 noaa   ",
    ]);
    expect(sources.map((source) => source.class)).toEqual([null, null, null, null, 3, null]);
    expect(impactSources([], historical)[0]).toMatchObject({ figure: "max_intensity_reported", agency: "noaa" });
  });
});

it.each([
  ["deaths", 999, null, "counted"],
  ["deaths", 1_000, null, "estimated"],
  ["injuries", 1_050, null, "counted"],
  ["deaths", null, 3, "class"],
  ["damage_million_usd", 5, null, "estimated"],
  ["felt_reports", 2_000, null, "counted"],
  ["max_intensity_reported", 8, null, "observed"],
  ["max_intensity_estimated", 8, null, "estimated"],
] as const)("%s of %s, class %s, are %s", (figure, value, order, kind) => {
  expect(kindOf({ figure, value, class: order } as ImpactSource)).toBe(kind);
});

it("the least number of a class of deaths is its first", () => {
  expect([0, 1, 2, 3, 4].map((order) => leastDeaths({ value: null, class: order }))).toEqual([0, 1, 51, 101, 1001]);
  expect([leastDeaths({ value: 7, class: 4 }), leastDeaths(UNKNOWN)]).toEqual([7, null]);
});

it("a loss is that of our own table, with the range of both where they differ", () => {
  const lossesOf = (value: number) => ({ ...NO_LOSSES, deaths: { value, class: null } });
  const both = (noaa: number, ours: number) =>
    lossOf(
      historicalRecord({ id: "noaa1", losses: lossesOf(noaa), own: historicalRecord({ id: "qt1", losses: lossesOf(ours) }) }),
      "deaths",
    );
  const said = { low: 105_385, high: 142_807 };
  expect(both(142_807, 105_385)).toMatchObject({ value: 105_385, said: { ...said, by: "105,385 Quaketree's table; 142,807 NOAA NCEI" } });
  expect(both(105_385, 142_807)).toMatchObject({ value: 142_807, said });
  expect(both(504, 504)).toEqual({ value: 504, class: null });
});

describe.skipIf(!corpusPresent)("who says what the Kaikōura earthquake of 2016 did", () => {
  it("are three products of two networks: of both ShakeMaps that of the Atlas is served", () => {
    const file = "usgs/detail/us1000778i_20211109T223140Z.geojson.gz";
    const body = JSON.parse(gunzipSync(readFileSync(corpus(file))).toString());
    const now = Date.UTC(2021, 10, 10);
    const [row, detail] = [readFeature(body, now), readDetail(body, "us1000778i", now)];
    if (row.kind !== "event" || detail.kind !== "detail") throw new Error("not read");
    const sources = impactSources([{ ...row.event, impactProducts: detail.products }], null);
    expect(sources.map((one) => `${one.figure} ${one.value} ${one.product} ${one.contributor} ${day(one)}`)).toEqual([
      "alert_level orange losspager us 2017-02-07",
      "felt_reports 598 dyfi us 2021-10-01",
      "max_intensity_reported 9.1 dyfi us 2021-10-01",
      "max_intensity_estimated 8.539 shakemap atlas 2020-07-07",
      "max_intensity_estimated 8.85 shakemap us 2017-02-07",
      "significance 1544 null null ",
    ]);
  });
});

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
