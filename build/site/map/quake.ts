import type { Earthquake, EarthquakeDetail, LiveFeed } from "../../contract/resources/resources.ts";
import { eventSlug } from "../../contract/wire/slug.ts";
import type { ViewState } from "./view-state.ts";

/** An earthquake as the map has it. */
export interface Quake {
  id: string;
  slug: string;
  magnitude: number;
  /** Km, positive down. */
  depthKm: number;
  /** Degrees, east positive. */
  longitude: number;
  /** Degrees, north positive. */
  latitude: number;
  place: string;
  /** Ms since 1970 UTC. */
  time: number;
  alert: string | null;
  tsunami: boolean;
}

/**
 * The earthquakes of a live feed, newest first.
 *
 * @throws TypeError for what is not one: a host of plain files answers with whatever lies there
 */
export function quakesOf(feed: unknown): Quake[] {
  const { type, features } = (feed ?? {}) as Partial<LiveFeed>;
  if (type !== "FeatureCollection" || !Array.isArray(features)) throw new TypeError("not a live feed");
  return features.map(({ id, geometry, properties }) => {
    const [longitude, latitude, depthKm] = geometry.coordinates;
    return { id, slug: properties.slug, longitude, latitude, depthKm, ...sharedFields(properties) };
  });
}

/** An earthquake of a list, which has no slug. */
export function quakeOfRecord(record: Earthquake): Quake {
  const { event_id: id, depth_km: depthKm, longitude, latitude, place_description: place, magnitude } = record;
  const slug = eventSlug({ magnitude, place, id });
  return { id, slug, longitude, latitude, depthKm, ...sharedFields(record) };
}

/** The same from its own answer; undefined where its position, depth or magnitude is unknown. */
export function quakeOfDetail(detail: EarthquakeDetail): Quake | undefined {
  const { event_id: id, slug, magnitude, depth_km: depthKm, latitude, longitude } = detail;
  if (magnitude === null || depthKm === null || latitude === null || longitude === null) return undefined;
  return { id, slug, longitude, latitude, depthKm, ...sharedFields({ ...detail, magnitude }) };
}

type SharedFields = Pick<
  Earthquake,
  "magnitude" | "place_description" | "occurred_at" | "alert_level" | "tsunami_flag"
>;

/** What the feed, the lists and the details call alike. */
function sharedFields(from: SharedFields): Pick<Quake, "magnitude" | "place" | "time" | "alert" | "tsunami"> {
  return {
    magnitude: from.magnitude,
    place: from.place_description,
    time: Date.parse(from.occurred_at),
    alert: from.alert_level,
    tsunami: from.tsunami_flag,
  };
}

/** The earthquakes that are strong enough, in the order they came in. */
export function strongEnough(quakes: readonly Quake[], { leastMagnitude }: Pick<ViewState, "leastMagnitude">): Quake[] {
  return quakes.filter(({ magnitude }) => leastMagnitude === null || magnitude >= leastMagnitude);
}

/** What the map and the list both show, in the order of the list; equal ones by id. */
export function shownOf(
  quakes: readonly Quake[],
  choice: Pick<ViewState, "leastMagnitude" | "until" | "sort">,
): Quake[] {
  const shown = strongEnough(quakes, choice).filter(({ time }) => choice.until === null || time <= choice.until);
  if (choice.sort === "newest") return shown.toSorted(newestFirst);
  return shown.toSorted((a, b) => b.magnitude - a.magnitude || newestFirst(a, b));
}

function newestFirst(a: Quake, b: Quake): number {
  return b.time - a.time || (a.id < b.id ? -1 : 1);
}

/** How many fall into each of equal parts of a span. @param from, to ms since 1970 UTC; the end belongs to the last part */
export function countsOver(quakes: readonly Quake[], from: number, to: number, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 0);
  for (const { time } of quakes) {
    const part = Math.min(parts - 1, Math.floor(((time - from) / (to - from)) * parts));
    if (part >= 0 && time <= to) counts[part] = (counts[part] as number) + 1;
  }
  return counts;
}
