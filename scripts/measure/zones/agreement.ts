import type { CatalogueCountry } from "../../../build/catalogue/catalogue.ts";
import { SEISMIC_ZONES } from "../../../build/contract/texts/vocabulary.ts";
import type { AgreedZone } from "../../../test/catalogue/agreed-zones.ts";

/** What a rule makes of a country, beside what seismologists agree on. */
export interface ZoneResult extends AgreedZone {
  country: CatalogueCountry;
  /** Classes between the zone and the nearest of the allowed. */
  off: number;
}

/** @throws Error for a country that is not among those given */
export function zoneResults(countries: readonly CatalogueCountry[], agreed: readonly AgreedZone[]): ZoneResult[] {
  return agreed.map((row) => {
    const country = countries.find(({ iso2 }) => iso2 === row.iso2);
    if (!country) throw new Error(`no country ${row.iso2}`);
    const classes = row.allowed.map((zone) =>
      Math.abs(SEISMIC_ZONES.indexOf(zone) - SEISMIC_ZONES.indexOf(country.zone)),
    );
    return { ...row, country, off: Math.min(...classes) };
  });
}

/** Whether all agree that the country is of the highest or of the lowest class, and of no other. */
export function isAtAnEnd({ allowed }: AgreedZone): boolean {
  return allowed.length === 1 && [SEISMIC_ZONES.at(0), SEISMIC_ZONES.at(-1)].includes(allowed[0]);
}

/** The results as a table of text, a line each, with the figures. */
export function zoneTable(results: readonly ZoneResult[]): string {
  const lines = results.map(({ iso2, allowed, country: { zone, zoneBasis }, off }) => {
    const { points, rate, largestMagnitude, deaths, boundaryDistanceKm, boundarySpeed } = zoneBasis;
    const figures = [
      rate ? `${rate.events} = ${digits(rate.perYear)} (${digits(rate.low)}-${digits(rate.high)})` : "",
      String(largestMagnitude ?? ""),
      String(deaths),
      boundaryDistanceKm.toFixed(0),
      boundarySpeed?.toFixed(0) ?? "",
    ];
    const added = `${points.rate}+${points.largestMagnitude}+${points.deaths}`;
    return [iso2, allowed.join("/"), zone, off || "", added, ...figures];
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

const HEAD = ["", "agreed", "zone", "off", "points", "M>=5, a year on 10,000 km2", "max", "deaths", "km", "mm/yr"];
const WIDTHS = [2, 23, 9, 3, 6, 34, 4, 8, 5, 5];

function digits(value: number): string {
  return String(Number(value.toPrecision(2)));
}
