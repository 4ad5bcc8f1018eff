import { UNREPORTED, type UsgsEvent } from "../../build/store/records.ts";
import { GENERATED } from "./usgs-feed.ts";

/** An event that nothing is remarkable about; `parts` overwrite. */
export function agencyEvent(parts: Partial<UsgsEvent> & { id: string }): UsgsEvent {
  return {
    agency: "usgs",
    ids: [parts.id],
    url: null,
    time: GENERATED - 3_600_000,
    updated: GENERATED - 1_800_000,
    latitude: -7.25,
    longitude: 12.5,
    depthKm: 33,
    magnitude: 4.2,
    magnitudeType: "ml",
    place: "30 km S of Nowhere",
    type: "earthquake",
    ...UNREPORTED,
    status: "automatic",
    significance: 271,
    ...parts,
  };
}
