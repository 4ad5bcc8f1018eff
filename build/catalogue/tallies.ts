import type { Archive } from "./archive.ts";
import type { CatalogueEvent } from "./catalogue.ts";
import { isEarthquake } from "./classify.ts";
import { isNear } from "./country-figures.ts";
import type { Locators } from "./event.ts";
import { type FrequencyMagnitude, frequencyMagnitude } from "./frequency-magnitude.ts";
import { type CompleteSpan, type Counted, counted, countIn, emptyTally, magnitudesOf, type Tally } from "./tally.ts";

const YEAR_MS = 365.2425 * 86_400_000;

export interface CountryTallies {
  /** By ISO 3166-1 alpha-2. */
  tallies: ReadonlyMap<string, Tally>;
  /** The largest magnitude of the archive within the country or near its coast. */
  nearestLargest: ReadonlyMap<string, number>;
  complete: CompleteSpan | null;
}

export interface Tallies {
  countries: CountryTallies;
  /** By code. */
  plates: ReadonlyMap<string, Tally>;
}

/** Counts every earthquake that is served, and every other one of the archive, where it happened. */
export function tallyAll(
  served: readonly CatalogueEvent[],
  { archive, locate, asOf }: { archive?: Archive | undefined; locate: Locators; asOf: number },
): Tallies {
  const complete = archive?.complete ?? null;
  const countries = new Map<string, Tally>();
  const plates = new Map<string, Tally>();
  const nearestLargest = new Map<string, number>();
  const count = (event: Counted, country: string | undefined, plate: string | undefined) => {
    if (country !== undefined) countIn(tallyOf(countries, country), event, complete);
    if (plate !== undefined) countIn(tallyOf(plates, plate), event, complete);
  };
  for (const event of served) count(event, event.country?.iso2, event.plate?.code);
  if (archive) {
    const known = new Set(served.flatMap(({ id, aliases }) => [id, ...aliases]));
    for (const event of archive.events()) {
      const { id, type, time, latitude, longitude, magnitude } = event;
      if (!isEarthquake(type) || time > asOf || known.has(id) || latitude === null || longitude === null) continue;
      const country = locate.country(latitude, longitude);
      count(counted(event), country?.iso2, locate.plate(latitude, longitude)?.code);
      if (!country || magnitude === null || !isNear(country)) continue;
      nearestLargest.set(country.iso2, Math.max(magnitude, nearestLargest.get(country.iso2) ?? magnitude));
    }
  }
  return { countries: { tallies: countries, nearestLargest, complete }, plates };
}

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  const tally = tallies.get(key) ?? emptyTally();
  tallies.set(key, tally);
  return tally;
}

/** The law of the earthquakes counted of a complete span; null where there is none, or where they are too few. */
export function lawOf(tally: Tally | undefined, complete: CompleteSpan | null): FrequencyMagnitude | null {
  if (!complete) return null;
  const years = (complete.to - complete.from) / YEAR_MS;
  return years > 0 ? frequencyMagnitude(magnitudesOf(tally), years, complete.magnitude) : null;
}
