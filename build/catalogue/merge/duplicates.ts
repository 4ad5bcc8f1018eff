import { distanceKm } from "../../geo/sphere.ts";
import { compareText } from "../../platform/lists.ts";
import { magnitudeDifference } from "../../seismology/magnitude.ts";
import type { ReportedEvent } from "../../store/records.ts";
import type { Report } from "./associate.ts";

/**
 * Two rows of a collector may describe one earthquake if their differences are within all of these bounds. Among 430 EMSC rows around
 * Turkey in April 2025, nine pairs (eight surplus rows, 2 %) differ by at most 1.2 s, 8.7 km and 0.7 magnitudes. The next pair
 * differs by 8.7 s, and the closest aftershocks that Kandilli distinguishes within a day differ by 12 s.
 */
export const DUPLICATE_BOUNDS = { seconds: 2, km: 10, magnitudes: 1 };

/**
 * Agencies that collect reports of others and list some earthquakes once for each report. The USGS collects too, but it associates
 * the reports itself and shows this by its ids. A network that reports only its own events distinguishes them.
 */
const COLLECTORS: ReadonlySet<string> = new Set(["emsc"]);

/**
 * The events of an agency without duplicates: rows of the same earthquake become one event. Its id is the first of their ids, which
 * does not depend on the row that is updated next. It has all other ids too, and the figures of the row that was updated last.
 */
export function mergeDuplicates(agency: string, events: readonly ReportedEvent[]): readonly ReportedEvent[] {
  if (!isCollector(agency)) return events;
  const sorted = events.toSorted((a, b) => a.time - b.time || compareText(a.id, b.id));
  const groups: ReportedEvent[][] = [];
  let open = 0;
  for (const event of sorted) {
    while (event.time - (groups[open]?.[0]?.time ?? event.time) > DUPLICATE_BOUNDS.seconds * 1000) open++;
    const same = groups.slice(open).find((group) => group.every((other) => isDuplicate(event, other)));
    if (same) same.push(event);
    else groups.push([event]);
  }
  return groups.map(mergedReport);
}

/** Whether an agency lists some earthquakes more than once. */
export function isCollector(agency: string): boolean {
  return COLLECTORS.has(agency);
}

/** Whether two rows of a collector describe one earthquake. */
export function isDuplicate(a: Report, b: Report): boolean {
  if (Math.abs(a.time - b.time) > DUPLICATE_BOUNDS.seconds * 1000) return false;
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return false;
  if (distanceKm(a.latitude, a.longitude, b.latitude, b.longitude) > DUPLICATE_BOUNDS.km) return false;
  return (magnitudeDifference(a.magnitude, b.magnitude) ?? 0) <= DUPLICATE_BOUNDS.magnitudes;
}

function mergedReport(group: readonly ReportedEvent[]): ReportedEvent {
  const [first, ...others] = group.toSorted((a, b) => compareText(a.id, b.id));
  if (!first) throw new Error("a group of rows is empty");
  if (others.length === 0) return first;
  const latest = others.reduce((last, event) => ((event.updated ?? 0) > (last.updated ?? 0) ? event : last), first);
  const ids = new Set(group.flatMap((event) => event.ids));
  return { ...latest, id: first.id, url: first.url, ids: [...ids].toSorted() };
}

/**
 * A record of the historical catalogue and a report can describe one earthquake if their differences are within all of these bounds.
 * They are wider than those between agencies (`ASSOCIATION_BOUNDS`), because NOAA's entries are less precise:
 *
 * - 120 s: many entries are precise only to the minute, and in NOAA's tables of 2020 and 2021 the seconds are wrong by up to 89.
 * - 200 km: among 195 pairs judged to be one earthquake (`test/fixtures/association`) the largest distance is 120 km.
 * - 1.5 magnitudes: the types may differ (Ms and Mw). The largest difference among those pairs is 1.3.
 * - The sum of the three shares may be at most half of its maximum: those pairs reach 1.24 of 3.
 */
export const HISTORICAL_BOUNDS = { seconds: 120, km: 200, magnitudes: 1.5, sum: 1.5 };

/** Degrees; null if unknown. */
interface Sized {
  latitude: number | null;
  longitude: number | null;
  magnitude: number | null;
}

/**
 * The sum of the differences of a historical record and a report, each as a share of its bound; null if they cannot be one earthquake.
 * An unknown magnitude or time counts as half of its bound.
 *
 * @param seconds the difference of their times, which the caller has compared with the bound; null if the record has no time of day
 */
export function historicalScore(record: Sized, report: Sized, seconds: number | null): number | null {
  if (record.latitude === null || record.longitude === null) return null;
  if (report.latitude === null || report.longitude === null) return null;
  const bounds = HISTORICAL_BOUNDS;
  const km = distanceKm(record.latitude, record.longitude, report.latitude, report.longitude);
  const magnitudes = magnitudeDifference(record.magnitude, report.magnitude) ?? bounds.magnitudes / 2;
  if (km > bounds.km || magnitudes > bounds.magnitudes) return null;
  const sum = (seconds ?? bounds.seconds / 2) / bounds.seconds + km / bounds.km + magnitudes / bounds.magnitudes;
  return sum > bounds.sum ? null : sum;
}
