import type { Earthquake, EarthquakeDetail, LiveFeed } from "../../contract/resources/resources.ts";
import { eventSlug } from "../../contract/wire/slug.ts";
import type { ViewState } from "./view-state.ts";

/** An earthquake on the map. */
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
 * @throws TypeError if the document is not a feed; a host with only static files may answer with any file
 */
export function quakesOf(feed: unknown): Quake[] {
  const { type, features } = (feed ?? {}) as Partial<LiveFeed>;
  if (type !== "FeatureCollection" || !Array.isArray(features)) throw new TypeError("not a live feed");
  return features.map(({ id, geometry, properties }) => {
    const [longitude, latitude, depthKm] = geometry.coordinates;
    return { id, slug: properties.slug, longitude, latitude, depthKm, ...sharedFields(properties) };
  });
}

/** An earthquake of an API list. It has no slug. */
export function quakeOfRecord(record: Earthquake): Quake {
  const { event_id: id, depth_km: depthKm, longitude, latitude, place_description: place, magnitude } = record;
  const slug = eventSlug({ magnitude, place, id });
  return { id, slug, longitude, latitude, depthKm, ...sharedFields(record) };
}

/** An earthquake of a detail record; undefined if its position, depth or magnitude is unknown. */
export function quakeOfDetail(detail: EarthquakeDetail): Quake | undefined {
  const { event_id: id, slug, magnitude, depth_km: depthKm, latitude, longitude } = detail;
  if (magnitude === null || depthKm === null || latitude === null || longitude === null) return undefined;
  return { id, slug, longitude, latitude, depthKm, ...sharedFields({ ...detail, magnitude }) };
}

type SharedFields = Pick<Earthquake, "magnitude" | "place_description" | "occurred_at" | "alert_level"> & {
  tsunami_flag: boolean | null;
};

/** The fields that have the same names in the feed, the lists and the detail records. */
function sharedFields(from: SharedFields): Pick<Quake, "magnitude" | "place" | "time" | "alert" | "tsunami"> {
  return {
    magnitude: from.magnitude,
    place: from.place_description,
    time: Date.parse(from.occurred_at),
    alert: from.alert_level,
    tsunami: from.tsunami_flag === true,
  };
}

/** The earthquakes that reach the least magnitude, in their original order. */
export function strongEnough(quakes: readonly Quake[], { leastMagnitude }: Pick<ViewState, "leastMagnitude">): Quake[] {
  return quakes.filter(({ magnitude }) => leastMagnitude === null || magnitude >= leastMagnitude);
}

/** The earthquakes that the map and the list show, in the order of the list; equal ones by id. */
export function shownOf(quakes: readonly Quake[], choice: Pick<ViewState, "leastMagnitude" | "until" | "sort">): Quake[] {
  const shown = strongEnough(quakes, choice).filter(({ time }) => choice.until === null || time <= choice.until);
  if (choice.sort === "newest") return shown.toSorted(newestFirst);
  return shown.toSorted((a, b) => b.magnitude - a.magnitude || newestFirst(a, b));
}

function newestFirst(a: Quake, b: Quake): number {
  return b.time - a.time || (a.id < b.id ? -1 : 1);
}

/**
 * The number of earthquakes in each of several equal parts of a span. @param from, to ms since 1970 UTC; the end belongs to
 * the last part
 */
export function countsOver(quakes: readonly Quake[], from: number, to: number, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 0);
  for (const { time } of quakes) {
    const part = Math.min(parts - 1, Math.floor(((time - from) / (to - from)) * parts));
    if (part >= 0 && time <= to) counts[part] = (counts[part] as number) + 1;
  }
  return counts;
}
