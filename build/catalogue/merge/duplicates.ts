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
