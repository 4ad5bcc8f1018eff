import type { Earthquake, EarthquakeSearchResult } from "../../../build/contract/resources/resources.ts";
import { eventSlug } from "../../../build/contract/wire/slug.ts";
import type { BenchEvent } from "./events.ts";

/** 0 major, 1 significant, 2 other, as search ranks. */
export function classOf({ magnitude }: BenchEvent): 0 | 1 | 2 {
  if (magnitude >= 7) return 0;
  return magnitude >= 6 ? 1 : 2;
}

/** The record of an event in lists. */
export function listRecord(event: BenchEvent): Earthquake {
  return {
    event_id: event.id,
    magnitude: event.magnitude,
    depth_km: event.depth,
    latitude: event.latitude,
    longitude: event.longitude,
    place_description: event.place,
    occurred_at: new Date(event.time).toISOString(),
    alert_level: event.magnitude >= 5.5 ? "green" : null,
    tsunami_flag: event.magnitude >= 6.5,
  };
}

/** The record of an event in search results. */
export function foundRecord(event: BenchEvent): EarthquakeSearchResult {
  return {
    event_id: event.id,
    magnitude: event.magnitude,
    place_description: event.place,
    occurred_at: new Date(event.time).toISOString(),
    slug: eventSlug(event),
  };
}
