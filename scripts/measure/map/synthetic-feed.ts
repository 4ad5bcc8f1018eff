import { mulberry32 } from "../../../build/platform/random.ts";

const WEEK_MS = 168 * 3_600_000;
/** Magnitudes as nature has them: ten times fewer for each one more. */
const MIN_MAGNITUDE = 1;
/** They crowd as earthquakes do, around so many places. */
const PLACES = 60;

/**
 * A live feed of a week with so many earthquakes, crowded along a few places as real ones are. The same for the same count.
 *
 * @param asOf ms since 1970 UTC
 */
export function syntheticFeed(count: number, asOf: number): object {
  const random = mulberry32(count);
  const places = Array.from({ length: PLACES }, () => [random() * 360 - 180, random() * 140 - 70] as const);
  const features = Array.from({ length: count }, (_, at) => {
    const [longitude, latitude] = places[Math.floor(random() * PLACES)] ?? [0, 0];
    const spread = () => (random() + random() + random() - 1.5) * 12;
    const magnitude = Number(Math.min(9, MIN_MAGNITUDE - Math.log10(1 - random())).toFixed(1));
    const position = [wrapped(longitude + spread()), latitude + spread() / 2, Math.round(random() ** 4 * 650)];
    return {
      type: "Feature",
      id: `synthetic${at}`,
      geometry: { type: "Point", coordinates: position },
      properties: {
        event_id: `synthetic${at}`,
        magnitude,
        place_description: `${at} km from somewhere`,
        occurred_at: new Date(asOf - random() * WEEK_MS).toISOString(),
        alert_level: null,
        tsunami_flag: false,
        slug: `synthetic${at}`,
      },
    };
  });
  return { type: "FeatureCollection", features };
}

function wrapped(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
