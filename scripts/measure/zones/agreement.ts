import type { CatalogueCountry } from "../../../build/catalogue/catalogue.ts";
import { SEISMIC_ZONES } from "../../../build/contract/texts/vocabulary.ts";
import type { ExpectedZone } from "../../../test/catalogue/expected-zones.ts";

/** What a rule makes of a country, beside what is expected. */
export interface ZoneResult extends ExpectedZone {
  country: CatalogueCountry;
  /** Classes between the zone and the expected one. */
  off: number;
}

/** @throws Error for a country that is not among those given */
export function zoneResults(countries: readonly CatalogueCountry[], expected: readonly ExpectedZone[]): ZoneResult[] {
  return expected.map((row) => {
    const country = countries.find(({ iso2 }) => iso2 === row.iso2);
    if (!country) throw new Error(`no country ${row.iso2}`);
    return { ...row, country, off: Math.abs(SEISMIC_ZONES.indexOf(row.zone) - SEISMIC_ZONES.indexOf(country.zone)) };
  });
}

/** The results as a table of text, a line each, with the figures. */
export function zoneTable(results: readonly ZoneResult[]): string {
  const lines = results.map(({ iso2, zone: expected, country: { zone, zoneBasis }, off }) => {
    const { points, deformation, rate, secondMagnitude, secondDeaths } = zoneBasis;
    const figures = [
      rate ? `${rate.events} = ${digits(rate.perYear)} (${digits(rate.low)}-${digits(rate.high)})` : "",
      String(secondMagnitude ?? ""),
      String(secondDeaths),
      deformation.belt ? `${deformation.belt.name}, ${deformation.belt.distanceKm} km` : "",
    ];
    const added = `${points.belts}+${points.largestMagnitude}+${points.deaths}`;
    return [iso2, expected, zone, off || "", added, ...figures];
  });
  return [HEAD, ...lines]
    .map((line) =>
      line
        .map((cell, at) => String(cell).padEnd(WIDTHS[at] ?? 0))
        .join(" ")
        .trimEnd(),
    )
    .join("\n");
}

const HEAD = ["", "expected", "zone", "off", "points", "M>=5, a year on 10,000 km2", "2nd", "deaths", "belt"];
const WIDTHS = [2, 9, 9, 3, 6, 34, 4, 8, 5];

function digits(value: number): string {
  return String(Number(value.toPrecision(2)));
}
