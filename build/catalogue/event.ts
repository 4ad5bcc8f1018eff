import type { AgencyEvent, HistoricalRecord, Loss, LossKind } from "../agencies/records.ts";
import { LOSS_KINDS } from "../agencies/records.ts";
import { eventSlug } from "../contract/slug.ts";
import type { CatalogueEvent, EventCountry, EventPlate } from "./catalogue.ts";
import { instantOf, precisionOf } from "./civil-time.ts";
import { isEarthquake, isInWindow, isMajor, isSignificant, missingNumber } from "./classify.ts";
import type { MergedEvent } from "./merge.ts";

/** How a point on the globe is placed: degrees in, the country and the plate out. */
export interface Locators {
  country: (latitude: number, longitude: number) => EventCountry | null;
  plate: (latitude: number, longitude: number) => EventPlate | null;
}

/**
 * The catalogue's event of a merged one. The live agency's solution (time, position, depth, magnitude) is preferred where
 * it knows the number, since it is the one under revision; losses, name and tsunami come from the historical catalogue.
 *
 * @param asOf ms since 1970 UTC
 */
export function catalogueEvent(merged: MergedEvent, asOf: number, locate: Locators): CatalogueEvent {
  const { live, historical } = merged;
  const ids = identity(live, historical);
  const numbers = solution(live, historical);
  const when = origin(live, historical);
  const place = placeOf(merged, numbers);
  const significance = live?.significance ?? null;
  return {
    ...ids,
    ...numbers,
    ...when,
    ...impact(live, historical),
    place,
    slug: eventSlug({ magnitude: numbers.magnitude, place, id: ids.id }),
    name: historical?.name ?? null,
    updated: live?.updated ?? null,
    status: live?.status ?? null,
    alert: live?.alert ?? null,
    significance,
    country: countryOf(numbers, historical, locate),
    plate: hasPosition(numbers) ? locate.plate(numbers.latitude, numbers.longitude) : null,
    recent: isRecent(live, when.time, asOf),
    historical: historical !== null,
    significant: isSignificant(numbers.magnitude, significance, historical !== null),
    major: isMajor(numbers.magnitude),
  };
}

function isRecent(live: AgencyEvent | null, time: number, asOf: number): boolean {
  return live !== null && isEarthquake(live) && isInWindow(time, asOf) && missingNumber(live) === null;
}

function identity(live: AgencyEvent | null, historical: HistoricalRecord | null) {
  const id = live?.id ?? historical?.id;
  if (id === undefined) throw new Error("an event has neither a live nor a historical record");
  const known = new Set([...(live?.ids ?? []), ...(historical ? [historical.id] : [])]);
  known.delete(id);
  const sources = [live, historical]
    .filter((record) => record !== null)
    .map((record) => ({ agency: record.agency, id: record.id, url: record.url }));
  return { id, aliases: [...known].toSorted(), sources };
}

interface Solution {
  magnitude: number | null;
  magnitudeType: string | null;
  depthKm: number | null;
  latitude: number | null;
  longitude: number | null;
}

function solution(live: AgencyEvent | null, historical: HistoricalRecord | null): Solution {
  const magnitude = live !== null && live.magnitude !== null ? live : historical;
  const position = live !== null && live.latitude !== null ? live : historical;
  return {
    magnitude: magnitude?.magnitude ?? null,
    magnitudeType: magnitude?.magnitudeType ?? null,
    depthKm: live?.depthKm ?? historical?.depthKm ?? null,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
  };
}

function origin(live: AgencyEvent | null, historical: HistoricalRecord | null) {
  if (live) return { time: live.time, precision: "second" as const };
  if (!historical) throw new Error("an event has neither a live nor a historical record");
  return { time: instantOf(historical.time), precision: precisionOf(historical.time) };
}

const UNKNOWN_LOSS: Loss = { value: null, class: null };

function impact(live: AgencyEvent | null, historical: HistoricalRecord | null) {
  const losses = Object.fromEntries(
    LOSS_KINDS.map((kind) => [kind, historical?.losses[kind] ?? UNKNOWN_LOSS]),
  ) as Record<LossKind, Loss>;
  return {
    losses,
    feltReports: live?.feltReports ?? null,
    maxIntensityReported: live?.maxIntensityReported ?? historical?.maxIntensity ?? null,
    maxIntensityEstimated: live?.maxIntensityEstimated ?? null,
    tsunamiFlag: (live?.tsunamiFlag ?? false) || historical?.tsunami === true,
    tsunami: {
      observed: historical?.tsunami ?? null,
      noaaEventId: historical?.tsunamiEventId ?? null,
      maxWaterHeightM: historical?.maxWaterHeightM ?? null,
    },
  };
}

/** The source's words; where it has none, the position, which is at least true. */
function placeOf({ live, historical }: MergedEvent, { latitude, longitude }: Solution): string {
  const named = live?.place ?? historical?.place;
  if (named) return named;
  if (latitude === null || longitude === null) return "unknown place";
  const north = `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? "S" : "N"}`;
  return `${north}, ${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? "W" : "E"}`;
}

function countryOf(numbers: Solution, historical: HistoricalRecord | null, locate: Locators): EventCountry | null {
  const located = hasPosition(numbers) ? locate.country(numbers.latitude, numbers.longitude) : null;
  if (located || !historical?.country) return located;
  const relation = hasPosition(numbers) ? "offshore" : "inside";
  return { iso2: historical.country, relation, distanceKm: null };
}

function hasPosition(numbers: Solution): numbers is Solution & { latitude: number; longitude: number } {
  return numbers.latitude !== null && numbers.longitude !== null;
}
