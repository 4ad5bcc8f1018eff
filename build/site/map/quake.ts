import type { LiveFeed } from "../../contract/resources/resources.ts";

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
  return features.map(({ id, geometry, properties }) => ({
    id,
    slug: properties.slug,
    magnitude: properties.magnitude,
    depthKm: geometry.coordinates[2],
    longitude: geometry.coordinates[0],
    latitude: geometry.coordinates[1],
    place: properties.place_description,
    time: Date.parse(properties.occurred_at),
    alert: properties.alert_level,
    tsunami: properties.tsunami_flag,
  }));
}
