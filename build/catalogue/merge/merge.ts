import { distanceKm } from "../../geo/sphere.ts";
import { compareText, lowerBound } from "../../platform/lists.ts";
import { DAY_MS } from "../../platform/time.ts";
import { magnitudeDifference } from "../../seismology/magnitude.ts";
import { instantOf, precisionOf } from "../../store/civil-time.ts";
import type { HistoricalRecord, ReportedEvent, Withdrawal } from "../../store/records.ts";
import { ASSOCIATION_BOUNDS, associate, type Candidate, matchOneToOne, type Report } from "./associate.ts";
import { HISTORICAL_BOUNDS, historicalScore } from "./historical-match.ts";

/** The live data of an agency. Its ids are unique. */
export interface LiveAgency {
  agency: string;
  events: readonly ReportedEvent[];
  withdrawn: readonly Withdrawal[];
}

/** One physical earthquake: live reports in the order of the agencies, a historical record, or both. */
export interface MergedEvent {
  live: readonly ReportedEvent[];
  historical: HistoricalRecord | null;
  /** Ids of the event that one agency has withdrawn while others still report the event. */
  withdrawnIds: readonly string[];
}

/** Makes one group for each event that any agency reports, see `associate`. */
export function mergeLive(given: readonly LiveAgency[]): MergedEvent[] {
  const agencies = given.map((one) => ({ ...one, events: mergeDuplicates(one.agency, one.events) }));
  const groups = associate(ownEvents(agencies));
  const left = withdrawnIds(agencies, groups);
  return groups.map((live) => ({ live, historical: null, withdrawnIds: left.get(live) ?? [] }));
}

/**
 * The events of each agency, with only those ids that no earlier agency has. Two services can publish the same report: an event
 * with the id of another agency's event is the same event.
 */
function ownEvents(agencies: readonly LiveAgency[]): (readonly ReportedEvent[])[] {
  if (agencies.length < 2) return agencies.map(({ events }) => events);
  const taken = new Set<string>();
  return agencies.map(({ events }) => {
    const own = events.filter(({ id }) => !taken.has(id));
    const freed = own.map((event) => (event.ids.some((id) => taken.has(id)) ? withoutIds(event, taken) : event));
    for (const { ids } of events) for (const id of ids) taken.add(id);
    return freed;
  });
}

/** Reports under the id of another earthquake of an earlier agency, which are left out: the ids of the two agencies need a prefix. */
export function reportsUnderTakenIds(agencies: readonly LiveAgency[]): ReportedEvent[] {
  if (agencies.length < 2) return [];
  const timeOf = new Map<string, number>();
  return agencies.flatMap(({ events }) => {
    const wrong = events.filter(({ id, time }) => Math.abs((timeOf.get(id) ?? time) - time) > ASSOCIATION_BOUNDS.seconds * 1000);
    for (const { ids, time } of events) for (const id of ids) if (!timeOf.has(id)) timeOf.set(id, time);
    return wrong;
  });
}

function withoutIds(event: ReportedEvent, taken: ReadonlySet<string>): ReportedEvent {
  return { ...event, ids: event.ids.filter((id) => !taken.has(id)) };
}

/**
 * Matches the records of a historical catalogue with live events, one to one, the smallest score first; the others stay alone. A
 * pair must be within all bounds of `HISTORICAL_BOUNDS`. The score is the sum of its differences in time, distance and magnitude,
 * each as a share of its bound. If the catalogue has only the day, the time must be within that UTC day, and the difference counts
 * as half of the bound. An unknown magnitude also counts as half of the bound. Dates known only to the month or year, and records
 * without a position, are never matched. If an event has several reports, the first one counts.
 */
export function mergeSources(merged: readonly MergedEvent[], historical: readonly HistoricalRecord[]): MergedEvent[] {
  const groupOf = new Map(merged.flatMap((group) => group.live.slice(0, 1).map((first) => [first, group] as const)));
  const byTime = [...groupOf.keys()].toSorted((a, b) => a.time - b.time);
  const partnerOf = matchOneToOne(historical.flatMap((record) => candidates(record, byTime)));
  const taken = new Set(partnerOf.values());
  return [
    ...historical.map((record) => {
      const partner = partnerOf.get(record);
      const group = partner ? groupOf.get(partner) : undefined;
      return { live: group?.live ?? [], historical: record, withdrawnIds: group?.withdrawnIds ?? [] };
    }),
    ...merged.filter(({ live: [first] }) => !first || !taken.has(first)),
  ];
}

/**
 * The withdrawn ids of agencies, by the event to which they now belong: an event that the agency also lists under another id, or
 * one that only other agencies report. They are matched one to one, the smallest score first.
 */
function withdrawnIds(agencies: readonly LiveAgency[], groups: readonly (readonly ReportedEvent[])[]) {
  const leading = new Map<readonly ReportedEvent[], string[]>();
  const lead = (group: readonly ReportedEvent[], { ids }: Gone) => leading.set(group, [...(leading.get(group) ?? []), ...ids]);
  for (const { agency, withdrawn } of agencies) {
    const twinOf = isCollector(agency) ? twinsIn(groups, agency) : () => undefined;
    const gone = withdrawn.flatMap(({ ids, was }): Gone[] => {
      const one = was && { ...was, id: ids[0] ?? "", ids };
      const twin = one && twinOf(one);
      if (twin) lead(twin, one);
      return one && !twin ? [one] : [];
    });
    if (gone.length === 0 || agencies.length < 2) continue;
    const others = groups.filter((group) => group.every((event) => event.agency !== agency));
    const standing = others.flatMap((group) => group.slice(0, 1).map(({ ids, ...event }) => ({ ...event, ids, group })));
    for (const pair of associate<Gone | Standing>([gone, standing])) {
      const [first, second] = pair;
      if (first && second && "group" in second) lead(second.group, first);
    }
  }
  return leading;
}

/** Finds the event of a withdrawn row if there is still another row of the same earthquake. */
function twinsIn(groups: readonly (readonly ReportedEvent[])[], agency: string) {
  const own = groups.flatMap((group) => group.filter((event) => event.agency === agency).map((event) => ({ group, event })));
  return (gone: Gone) => own.find(({ event }) => isDuplicate(gone, event))?.group;
}

type Gone = Report & { ids: readonly string[] };
type Standing = Gone & { group: readonly ReportedEvent[] };

function candidates(record: HistoricalRecord, byTime: readonly ReportedEvent[]): Candidate<HistoricalRecord, ReportedEvent>[] {
  const window = matchWindow(record);
  if (!window) return [];
  const pairs: Candidate<HistoricalRecord, ReportedEvent>[] = [];
  const first = lowerBound(0, byTime.length, (at) => (byTime[at] as ReportedEvent).time >= window.from);
  for (let at = first; at < byTime.length; at++) {
    const event = byTime[at];
    if (!event || event.time > window.to) break;
    const score = historicalScore(record, event, window.middle === null ? null : Math.abs(event.time - window.middle) / 1000);
    if (score !== null) pairs.push({ a: record, b: event, score });
  }
  return pairs;
}

/** The time window in which an event may match a historical record, ms since 1970 UTC; null if the record has no day. */
export function matchWindow(record: HistoricalRecord): { from: number; to: number; middle: number | null } | null {
  const precision = precisionOf(record.time);
  const instant = instantOf(record.time);
  if (precision === "day") return { from: instant, to: instant + DAY_MS - 1, middle: null };
  if (precision === "minute" || precision === "second") {
    const span = HISTORICAL_BOUNDS.seconds * 1000;
    return { from: instant - span, to: instant + span, middle: instant };
  }
  return null;
}

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
function isCollector(agency: string): boolean {
  return COLLECTORS.has(agency);
}

/** Whether two rows of a collector describe one earthquake. */
function isDuplicate(a: Report, b: Report): boolean {
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
