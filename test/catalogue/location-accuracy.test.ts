import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCountries } from "../../build/catalogue/country-facts.ts";
import { readCountryPolygons } from "../../build/catalogue/country-polygons.ts";
import { createCountryLocator } from "../../build/catalogue/locate-country.ts";
import { agreementOf, noaaEvents, usgsEvents } from "../../scripts/location/agreement.ts";
import { createNamedCountry } from "../../scripts/location/named-country.ts";
import { corpus, corpusPresent } from "../corpus.ts";

const DATA = join(import.meta.dirname, "../../data");
const named = createNamedCountry(readCountries(DATA));

function share({ events, agree }: { events: number; agree: number }): number {
  return agree / events;
}

describe.skipIf(!corpusPresent)("the located country against the one that the agency names", () => {
  const locate = createCountryLocator(readCountryPolygons(DATA));

  it("agrees for more than 99.5 % of USGS events on land and 98.9 % of all", () => {
    const { onLand, all } = agreementOf(usgsEvents(corpus("usgs/feeds"), named), locate, () => 0);
    expect(all.events).toBeGreaterThan(30_000);
    expect(share(onLand)).toBeGreaterThan(0.995);
    expect(share(all)).toBeGreaterThan(0.989);
  });

  it("agrees for more than 96.5 % of NOAA's events on land and 95.5 % of all, whose old positions are rounded to degrees", () => {
    const { onLand, all } = agreementOf(noaaEvents(corpus("noaa/signif-2020-08.tsv"), named), locate, () => 0);
    expect(all.events).toBeGreaterThan(6000);
    expect(share(onLand)).toBeGreaterThan(0.965);
    expect(share(all)).toBeGreaterThan(0.955);
  });

  it("agrees for more than 99 % on land and 98.3 % of all, of both together", () => {
    const events = [
      ...noaaEvents(corpus("noaa/signif-2020-08.tsv"), named),
      ...usgsEvents(corpus("usgs/feeds"), named),
    ];
    const { onLand, all } = agreementOf(events, locate, () => 0);
    expect(share(onLand)).toBeGreaterThan(0.99);
    expect(share(all)).toBeGreaterThan(0.983);
  });
});

describe("the country in an agency's words", () => {
  it.each([
    ["12km SSW of Searles Valley, CA", ["US"]],
    ["5km N of Calexico, California", ["US"]],
    ["10km NE of Mexicali, B.C., MX", ["MX"]],
    ["3 km S of Hualien City, Taiwan", ["TW"]],
    ["Fiji region", ["FJ"]],
    ["off the east coast of Honshu, Japan", ["JP"]],
    ["near the coast of central Peru", ["PE"]],
    ["South Sandwich Islands region", ["GS"]],
    ["Afghanistan-Tajikistan border region", ["AF", "TJ"]],
    ["South Africa", ["ZA"]],
    ["12 km W of Tbilisi, Georgia", ["GE", "US"]],
    ["MYANMAR (BURMA)", ["MM"]],
    ["USA", ["US"]],
    ["TURKEY", ["TR"]],
    ["south of Tonga", null],
    ["Southern Mid-Atlantic Ridge", null],
    ["Off the coast of Central America", null],
    ["ATLANTIC OCEAN", null],
    ["", null],
  ])("%j is %j", (words, codes) => {
    expect(named(words)).toEqual(codes);
  });
});
