import type { EarthquakeDetail } from "../../../contract/resources/resources.ts";
import type { Quake } from "../quake.ts";
import type { Get } from "./feed.ts";

/** The full record of an event by any of its ids; undefined where nobody knows it. @throws Error where there is no answer */
export async function detailOf(id: string, get: Get): Promise<EarthquakeDetail | undefined> {
  const response = await get(`/api/v1/earthquakes/${encodeURIComponent(id)}/`);
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as EarthquakeDetail;
}

/** What the map shows of one that is not in its period; undefined where its place, depth or magnitude is unknown. */
export function quakeOfDetail(detail: EarthquakeDetail): Quake | undefined {
  const { magnitude, depth_km: depthKm, latitude, longitude } = detail;
  if (magnitude === null || depthKm === null || latitude === null || longitude === null) return undefined;
  return {
    id: detail.event_id,
    slug: detail.slug,
    magnitude,
    depthKm,
    latitude,
    longitude,
    place: detail.place_description,
    time: Date.parse(detail.occurred_at),
    alert: detail.alert_level,
    tsunami: detail.tsunami_flag,
  };
}
