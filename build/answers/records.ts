import type { CatalogueEvent, RecentEvent } from "../catalogue/catalogue.ts";
import type { Earthquake, EarthquakeSearchResult } from "../contract/resources/resources.ts";
import { isoTime } from "../store/civil-time.ts";

/** An Earthquake of the API, its fields in the order of the contract. */
export function earthquake(event: RecentEvent): Earthquake {
  return {
    event_id: event.id,
    magnitude: event.magnitude,
    depth_km: event.depthKm,
    latitude: event.latitude,
    longitude: event.longitude,
    place_description: event.place,
    occurred_at: isoTime(event.time),
    alert_level: event.alert,
    tsunami_flag: event.tsunamiFlag,
  };
}

/** An EarthquakeSearchResult of the API. It guarantees a magnitude, so a search finds only events that have one. */
export function searchResult(event: CatalogueEvent & { magnitude: number }): EarthquakeSearchResult {
  return {
    event_id: event.id,
    magnitude: event.magnitude,
    place_description: event.place,
    occurred_at: isoTime(event.time),
    slug: event.slug,
  };
}

/** The events of lists, feeds and windows. */
export function recentEvents(events: readonly CatalogueEvent[]): RecentEvent[] {
  return events.filter((event): event is RecentEvent => event.recent);
}

/** The events that search can find. */
export function searchableEvents(events: readonly CatalogueEvent[]): (CatalogueEvent & { magnitude: number })[] {
  return events.filter((event): event is CatalogueEvent & { magnitude: number } => event.magnitude !== null);
}

/**
 * Whether the detail of an event is in a pack and not in a file of its own. That is so if its magnitude is below a limit, and it is
 * neither significant nor in the catalogue of historical earthquakes.
 *
 * @param below the limit; undefined if every event has its file
 */
export function isPacked(
  { magnitude, significant, historical }: Pick<CatalogueEvent, "magnitude" | "significant" | "historical">,
  below: number | undefined,
): boolean {
  return below !== undefined && magnitude !== null && magnitude < below && !significant && !historical;
}
