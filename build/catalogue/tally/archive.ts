import { lowerBound } from "../../platform/lists.ts";
import { joinSpans, type Span } from "../../platform/time.ts";
import type { Derive } from "../../store/derive.ts";
import type { HistoricalRecord, ReportedEvent } from "../../store/records.ts";
import { isEarthquake } from "../classify.ts";
import type { Locators } from "../event.ts";
import { plateOf } from "../locate/locate-plate.ts";
import { matchWindow } from "../merge/merge.ts";
import { isNear } from "../zones/zone-counts.ts";
import type { ArchivedSpan } from "./tally.ts";

/**
 * Older reports of one agency, which are no longer live. Events that are not listed are counted too. They do not fit into
 * memory together, so they are read in parts.
 */
export interface Archive {
  /** Who made the reports. */
  agency: string;
  parts: readonly ArchivePart[];
  /** The span in which it is complete; null if it contains only the events that were received by chance. */
  complete: ArchivedSpan | null;
  /**
   * Has a value of a part, or makes it. Parts rarely change, and reading a hundred years of earthquakes every minute would take
   * longer than everything else.
   */
  derive: Derive;
  /** Each event is located once: places are kept with its part. */
  locate: Locators;
}

export interface ArchivePart {
  /** Key that changes with the events. */
  key: string;
  /** Span of the events' origin times, ms since 1970 UTC; null if there are no events. */
  span: { from: number; to: number } | null;
  /** The events in no particular order. Each is in one part only, and there only once. */
  events: () => Iterable<ReportedEvent>;
}

export interface PlacedEvent extends EventPlace {
  event: ReportedEvent;
}

export interface EventPlace {
  country: { iso2: string; isNear: boolean } | null;
  /** Code of the plate. */
  plate: string | null;
}

/** Kind of cells: the places of the events of a part. */
export const ARCHIVED_PLACES = "archived-places";

/**
 * The earthquakes of a part of the archive, each with its place. Places are computed once and cached, because locating hundreds of
 * thousands of points takes longer than reading them.
 *
 * @param version of the locators
 */
export function* placedEvents(archive: Archive, part: ArchivePart, version: string): Iterable<PlacedEvent> {
  const events = [...part.events()].filter(({ type }) => isEarthquake(type));
  const places = archive.derive(`${ARCHIVED_PLACES}/${part.key}`, [version], () => placesOf(events, archive.locate)).value;
  for (const [at, event] of events.entries()) {
    yield { event, ...(places.distinct[places.of[at] as number] as EventPlace) };
  }
}

/** The place of each event, as an index into the list of distinct places. */
function placesOf(events: readonly ReportedEvent[], locate: Locators): { distinct: EventPlace[]; of: number[] } {
  const numbers = new Map<string, number>();
  const of = events.map((event) => {
    const place = JSON.stringify(placeOf(event, locate));
    const number = numbers.get(place) ?? numbers.size;
    numbers.set(place, number);
    return number;
  });
  return { distinct: [...numbers.keys()].map((place) => JSON.parse(place) as EventPlace), of };
}

/** Null where there is none, or no position. */
export function placeOf({ latitude, longitude, depthKm }: ReportedEvent, locate: Locators): EventPlace {
  if (latitude === null || longitude === null) return { country: null, plate: null };
  const country = locate.country(latitude, longitude);
  const plate = plateOf(locate, latitude, longitude, depthKm);
  return { country: country && { iso2: country.iso2, isNear: isNear(country) }, plate: plate?.code ?? null };
}

/** Archived earthquakes with known numbers whose time is close to a historical record, so that they may be the same earthquake. */
export function nearHistorical(archive: Archive, historical: readonly HistoricalRecord[]): ReportedEvent[] {
  const windows = joinSpans(historical.flatMap((record) => matchWindow(record) ?? []));
  const spans = windows.map(({ from, to }) => `${from}-${to}`).join();
  return archive.parts.flatMap(
    (part) =>
      archive.derive(`near/${part.key}`, [spans], () => Array.from(part.events()).filter((event) => isCandidate(event, windows))).value,
  );
}

function isCandidate(event: ReportedEvent, windows: readonly Span[]): boolean {
  const { type, time, magnitude, latitude, longitude } = event;
  const known = magnitude !== null && latitude !== null && longitude !== null;
  return known && isEarthquake(type) && isWithin(windows, time);
}

function isWithin(windows: readonly Span[], time: number): boolean {
  const window = windows[lowerBound(0, windows.length, (at) => (windows[at] as Span).from > time) - 1];
  return window !== undefined && time <= window.to;
}
