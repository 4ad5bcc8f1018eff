import { yearText } from "../format/dates.ts";
import { numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import type { Translate } from "../i18n/translations.ts";
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

interface BarContext {
  href: (era: Era) => string;
  t: Translate<"year_bc">;
}

/** A bar for each era, as high as the square root of its number, so that one swarm does not hide all others. */
export function eraBars(counts: readonly EraCount[], { href, t }: BarContext): Html {
  const most = Math.sqrt(Math.max(1, ...counts.map(({ earthquakes }) => earthquakes)));
  return html`${counts.map(({ era, earthquakes }) => {
    const height = ((100 * Math.sqrt(earthquakes)) / most).toFixed(1);
    return html`<a href="${href(era)}"><svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true"><rect
y="${(100 - Number(height)).toFixed(1)}" width="10" height="${height}"/></svg><span>${eraText(era, t)}</span>
<b>${numberElement(earthquakes)}</b></a>
`;
  })}`;
}

/** `1990–1999`, `499 BC – 400 BC`, `2024-05-01`. */
export function eraText({ years: [from, to], day }: Era, t: Translate<"year_bc">): string {
  if (day !== undefined) return day;
  return from > 0 ? `${from}–${to}` : `${yearText(from, { t })} – ${yearText(to, { t })}`;
}
