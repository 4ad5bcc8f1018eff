import type { Earthquake, EarthquakeDetail } from "../../contract/resources/resources.ts";
import { eventSlug } from "../../contract/wire/slug.ts";
import type { ListedEarthquake } from "../earthquakes/table.ts";
import { knownPart } from "../format/dates.ts";

/** An earthquake that the map can draw: one that has a position. */
export type Quake = ListedEarthquake & { latitude: number; longitude: number };

export function isPlaced(one: ListedEarthquake): one is Quake {
  return one.latitude !== null && one.longitude !== null;
}

/** An earthquake of an API list, which has magnitude, depth and position. */
export interface RecordedEarthquake {
  slug: string;
  magnitude: number;
  /** Km, positive down. */
  depthKm: number;
  /** Degrees, east and north positive. */
  longitude: number;
  latitude: number;
  place: string;
  /** Ms since 1970 UTC. */
  time: number;
}

/** Such a record has no slug. */
export function quakeOfRecord(record: Earthquake): RecordedEarthquake {
  const { event_id: id, depth_km: depthKm, longitude, latitude, place_description: place, magnitude } = record;
  const time = Date.parse(record.occurred_at);
  return { slug: eventSlug({ magnitude, place, id }), longitude, latitude, depthKm, magnitude, place, time };
}

export function quakeOfDetail(detail: EarthquakeDetail): ListedEarthquake {
  const { event_id: id, slug, name, magnitude, depth_km: depthKm, latitude, longitude, country, impact } = detail;
  const { occurred_at: occurredAt, place_description: place, alert_level: alert, tsunami_flag: tsunami, status } = detail;
  const when = knownPart(occurredAt, detail.occurred_at_precision);
  const known = {
    id,
    slug,
    name,
    place,
    when,
    magnitude,
    magnitudeType: detail.magnitude_type,
    depthKm,
    latitude,
    longitude,
    alert,
    tsunami,
  };
  const time = Date.parse(occurredAt);
  // The networks state a status of each of their earthquakes.
  return { ...known, time, country: country?.iso2 ?? null, deaths: impact.deaths, atLeast: false, historical: status === null };
}
