import { distance } from "@turf/distance";
import type { AgencyEvent, HistoricalRecord } from "../agencies/records.ts";
import { instantOf, precisionOf } from "./civil-time.ts";
import { compareText } from "./order.ts";

/** One physical earthquake: what an agency reports live, what a historical catalogue keeps, or both. */
export interface MergedEvent {
  live: AgencyEvent | null;
  historical: HistoricalRecord | null;
}

/** Two sources mean the same earthquake within these bounds: a rule in use by others who join these two data sets. */
const MATCH = { seconds: 120, km: 200, magnitudes: 1 };

const DAY_MS = 86_400_000;

/**
 * Pairs the records of a historical catalogue with live events, one to one, the closest first; what has no partner
 * stands alone. A pair needs: times within 120 s (the same UTC day where the catalogue knows only the day), epicentres
 * within 200 km, magnitudes within 1 where both are known. Dates known only to the month or year are never paired.
 */
export function mergeSources(live: readonly AgencyEvent[], historical: readonly HistoricalRecord[]): MergedEvent[] {
  const byTime = live.toSorted((a, b) => a.time - b.time);
  const pairs = historical.flatMap((record) => candidates(record, byTime));
  pairs.sort(
    (a, b) => a.score - b.score || compareText(a.record.id, b.record.id) || compareText(a.event.id, b.event.id),
  );
  const partnerOf = new Map<HistoricalRecord, AgencyEvent>();
  const taken = new Set<AgencyEvent>();
  for (const { record, event } of pairs) {
    if (partnerOf.has(record) || taken.has(event)) continue;
    partnerOf.set(record, event);
    taken.add(event);
  }
  return [
    ...historical.map((record) => ({ live: partnerOf.get(record) ?? null, historical: record })),
    ...live.filter((event) => !taken.has(event)).map((event) => ({ live: event, historical: null })),
  ];
}

interface Pair {
  record: HistoricalRecord;
  event: AgencyEvent;
  /** 0 for identical time, place and magnitude, up to 3 at the bounds. */
  score: number;
}

function candidates(record: HistoricalRecord, byTime: readonly AgencyEvent[]): Pair[] {
  const window = timeWindow(record);
  if (!window) return [];
  const pairs: Pair[] = [];
  for (let at = firstNotBefore(byTime, window.from); at < byTime.length; at++) {
    const event = byTime[at];
    if (!event || event.time > window.to) break;
    const score = scoreOf(record, event, window.middle);
    if (score !== null) pairs.push({ record, event, score });
  }
  return pairs;
}

function timeWindow(record: HistoricalRecord): { from: number; to: number; middle: number | null } | null {
  const precision = precisionOf(record.time);
  const instant = instantOf(record.time);
  if (precision === "day") return { from: instant, to: instant + DAY_MS - 1, middle: null };
  if (precision === "minute" || precision === "second") {
    const span = MATCH.seconds * 1000;
    return { from: instant - span, to: instant + span, middle: instant };
  }
  return null;
}

function scoreOf(record: HistoricalRecord, event: AgencyEvent, instant: number | null): number | null {
  if (record.latitude === null || record.longitude === null) return null;
  if (event.latitude === null || event.longitude === null) return null;
  const km = distance([record.longitude, record.latitude], [event.longitude, event.latitude], { units: "kilometers" });
  const known = record.magnitude !== null && event.magnitude !== null;
  const magnitudes = known ? Math.abs((record.magnitude ?? 0) - (event.magnitude ?? 0)) : MATCH.magnitudes / 2;
  if (km > MATCH.km || magnitudes > MATCH.magnitudes) return null;
  const seconds = instant === null ? MATCH.seconds / 2 : Math.abs(event.time - instant) / 1000;
  return seconds / MATCH.seconds + km / MATCH.km + magnitudes / MATCH.magnitudes;
}

function firstNotBefore(byTime: readonly AgencyEvent[], time: number): number {
  let low = 0;
  let high = byTime.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byTime[middle]?.time ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
