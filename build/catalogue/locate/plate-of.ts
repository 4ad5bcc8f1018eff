import type { EventPlate } from "../catalogue.ts";

/**
 * Deepest earthquakes of plates at the surface, km. Deeper ones are called intermediate or deep. They are in slabs, which belong to
 * another plate than the one above them, or below the plates.
 */
const DEEPEST_IN_PLATE_KM = 70;

/** The plate in which an earthquake was; null deeper than 70 km. An earthquake without a known depth counts as shallow. */
export function plateOf(
  locate: { plate: (latitude: number, longitude: number) => EventPlate | null },
  latitude: number,
  longitude: number,
  depthKm: number | null,
): EventPlate | null {
  return (depthKm ?? 0) > DEEPEST_IN_PLATE_KM ? null : locate.plate(latitude, longitude);
}
