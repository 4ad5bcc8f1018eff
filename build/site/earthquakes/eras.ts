import type { ListedEarthquake } from "./table.ts";

/** A time of a chart and of a group of rows: a decade, a century before 1900, or a day. */
export interface Era {
  /** As the conditions `start` and `end` of a selection. */
  start: string;
  end: string;
  /** Astronomical years, and the day if it is one. */
  years: readonly [from: number, to: number];
  day?: string;
}

/** The first year that has decades: before it, few earthquakes are on record. */
const DECADES_FROM = 1900;

/** The decade or century of an astronomical year. Centuries BC end with the year before a hundred: 499 to 400 BC. */
export function eraOf(year: number): Era {
  const length = year >= DECADES_FROM ? 10 : 100;
  // As the years are written: the years 1 to 99 and 99 to 1 BC are a century each, since there is no year 0.
  const historical = year <= 0 ? year - 1 : year;
  const block = Math.floor(Math.abs(historical) / length) * length;
  const [first, last] = historical < 0 ? [-(block + length - 1), -Math.max(1, block)] : [Math.max(1, block), block + length - 1];
  return { start: String(first), end: String(last), years: [first < 0 ? first + 1 : first, last < 0 ? last + 1 : last] };
}

function dayEra(time: number): Era {
  const day = new Date(time).toISOString().slice(0, 10);
  const year = new Date(time).getUTCFullYear();
  return { start: day, end: day, years: [year, year], day };
}

/** The era that a list groups an earthquake by. @param byDay for a selection of some days */
export function eraIn(byDay: boolean): (one: ListedEarthquake) => Era {
  return ({ time }) => (byDay ? dayEra(time) : eraOf(new Date(time).getUTCFullYear()));
}

/** What an era has of a selection. */
export interface EraCount {
  era: Era;
  earthquakes: number;
  deaths: number;
}

/** The eras that have earthquakes, oldest first, by their starts. */
export function countEras(all: readonly ListedEarthquake[], of: (one: ListedEarthquake) => Era): Map<string, EraCount> {
  const counts = new Map<string, EraCount>();
  for (const one of all.toSorted((a, b) => a.time - b.time)) {
    const era = of(one);
    const count = counts.get(era.start) ?? { era, earthquakes: 0, deaths: 0 };
    count.earthquakes++;
    count.deaths += one.deaths ?? 0;
    counts.set(era.start, count);
  }
  return counts;
}

/** The path of the page of a decade or century, which needs no script. */
export function eraPath({ start, end }: Era): string {
  return `earthquakes/years/${start}_${end}/`;
}
