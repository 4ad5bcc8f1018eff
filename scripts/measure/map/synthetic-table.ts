import { mulberry32 } from "../../../build/platform/random.ts";
import { type EarthquakeTable, type TableRow, tableOf } from "../../../build/site/earthquakes/table.ts";

const CENTURY_MS = 36_525 * 86_400_000;
/** Magnitudes as nature has them: ten times fewer for each one more. */
const MIN_MAGNITUDE = 1;
/** They crowd as earthquakes do, around so many places. */
const PLACES = 60;

/**
 * A century of so many earthquakes, crowded along a few places as real ones are. The same for the same count.
 *
 * @param asOf ms since 1970 UTC
 */
export function syntheticTable(count: number, asOf: number): EarthquakeTable {
  const random = mulberry32(count);
  const places = Array.from({ length: PLACES }, () => [random() * 360 - 180, random() * 140 - 70] as const);
  const rows = Array.from({ length: count }, (_, at): TableRow => {
    const [longitude, latitude] = places[Math.floor(random() * PLACES)] ?? [0, 0];
    const spread = () => (random() + random() + random() - 1.5) * 12;
    return {
      when: new Date(asOf - CENTURY_MS * (1 - at / count)).toISOString(),
      magnitude: Number(Math.min(9, MIN_MAGNITUDE - Math.log10(1 - random())).toFixed(1)),
      magnitudeType: null,
      depthKm: Math.round(random() ** 4 * 650),
      latitude: latitude + spread() / 2,
      longitude: wrapped(longitude + spread()),
      country: null,
      deaths: null,
      atLeast: false,
      tsunami: false,
      alert: null,
      historical: true,
      id: `synthetic${at}`,
      place: `${at} km from somewhere`,
      name: null,
    };
  });
  return tableOf(rows);
}

function wrapped(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
