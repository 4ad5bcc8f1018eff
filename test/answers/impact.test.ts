import { describe, expect, it } from "vitest";
import { detailAnswers } from "../../build/answers/earthquakes.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { EarthquakeDetail } from "../../build/contract/resources/earthquake-detail.ts";
import { historicalRecord, liveEvent } from "../catalogue/make-records.ts";
import { AS_OF, smallInput, usgs } from "./small-catalogue.ts";

const HOUR = 3_600_000;

function detailOf(id: string, input: Parameters<typeof smallInput>[0]): EarthquakeDetail {
  const catalogue = assembleCatalogue(smallInput(input));
  const [found] = catalogue.events.filter((event) => event.id === id).map(detailAnswers(catalogue));
  return EarthquakeDetail.parse(found?.body);
}

describe("the impact in the detail of an event", () => {
  it("says who gives each figure, in which product and as of when", () => {
    const product = { contributor: "us", updated: AS_OF, alert: null, feltReports: 12, maxIntensity: null };
    const event = liveEvent({ id: "us77", time: AS_OF - HOUR, feltReports: 12, impactProducts: [{ ...product, product: "dyfi" }] });
    const { impact } = detailOf("us77", { live: usgs([event]) });
    expect(impact.sources).toEqual([
      {
        figure: "felt_reports",
        value: 12,
        kind: "counted",
        class_words: null,
        agency: "usgs",
        product: "dyfi",
        contributor: "us",
        updated_at: new Date(AS_OF).toISOString(),
        url: "https://example.org/us77",
      },
    ]);
  });

  it("puts what is known only as a class in words, and makes no number of it", () => {
    const { losses } = historicalRecord({ id: "x" });
    const historical = [
      historicalRecord({
        id: "noaa99",
        agency: "noaa",
        losses: {
          ...losses,
          deaths: { value: null, class: 1, isTotal: false },
          houses_damaged: { value: null, class: 0, isTotal: true },
          damage_million_usd: { value: null, class: 4, isTotal: false },
        },
      }),
    ];
    const { impact } = detailOf("noaa99", { historical });
    expect(impact).toMatchObject({ deaths: null, deaths_class: 1, damage_million_usd: null, injuries_class: null });
    expect(impact.sources.map(({ figure, value, class_words: words, product }) => [figure, value, words, product])).toEqual([
      ["deaths", null, "few (about 1–50)", "earthquake"],
      ["houses_damaged", null, "none", "total"],
      ["damage_million_usd", null, "extreme (25 million and more)", "earthquake"],
    ]);
  });
});

describe("whether the depth is a convention", () => {
  it.each([
    { depthKm: 10, fixed: true },
    { depthKm: 5, fixed: true },
    { depthKm: 33, fixed: true },
    { depthKm: 35, fixed: true },
    { depthKm: 10.1, fixed: false },
    { depthKm: -0.5, fixed: false },
    { depthKm: 40, fixed: null },
    { depthKm: 0, fixed: null },
  ])("of $depthKm km: $fixed", ({ depthKm, fixed }) => {
    const live = usgs([liveEvent({ id: "us78", time: AS_OF - HOUR, depthKm })]);
    expect(detailOf("us78", { live }).depth_fixed).toBe(fixed);
  });
});
