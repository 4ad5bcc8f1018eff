import { isMisplaced } from "../../../build/agencies/coincidence.ts";
import { oneOf, type Random, wholeWithin } from "./random.ts";
import type { EventParts } from "./world.ts";

const NETWORKS = ["us", "us", "us", "ak", "ci", "nc", "nn", "pr", "hv", "uu"] as const;
const OTHER_TYPES = ["quarry blast", "ice quake", "explosion", "landslide"] as const;
const MAGNITUDE_TYPES = ["ml", "Ml", "md", "mb", "mb_lg", "mww"] as const;
const SIDES = ["N", "NE", "ESE", "S", "WSW", "NW"] as const;
const PLACES = ["Nowhere", "Port Étoile", "Łąka Wielka", "San Ninguno, CA", "Kıyı, Türkiye", "the Far Isles"] as const;
const MINUTE = 60_000;

export interface GeneratedEvents {
  random: Random;
  count: number;
  /** Origin times lie evenly between the two, ms since 1970 UTC. */
  from: number;
  to: number;
  /** Smallest magnitude; the others follow Gutenberg and Richter with b = 1. */
  minMagnitude?: number;
  /** Makes the codes differ from those of another call. */
  series?: string;
}

/**
 * Events as an agency has them: some without magnitude or depth, some that are not earthquakes, some under two ids, listed
 * 5 to 30 minutes after they happened and revised a few times since.
 */
export function generateEvents(options: GeneratedEvents): EventParts[] {
  return Array.from({ length: options.count }, (_, at) => generateEvent(options, at));
}

function generateEvent({ random, count, from, to, minMagnitude = 0.5, series = "" }: GeneratedEvents, at: number): EventParts {
  const net = oneOf(random, NETWORKS);
  const code = `${series}${at.toString(36).padStart(5, "0")}`;
  const time = Math.round(from + ((at + random()) / count) * (to - from));
  const publishedAt = time + wholeWithin(random, 5 * MINUTE, 30 * MINUTE);
  const mag = Math.round(Math.min(minMagnitude - Math.log10(1 - random()), 9.2) * 100) / 100;
  const unknown = random() < 0.02;
  const aliases = random() < 0.1 ? [`at${code}`] : [];
  return {
    net,
    code,
    ids: [`${net}${code}`, ...aliases],
    time,
    publishedAt,
    updated: publishedAt + wholeWithin(random, 0, 10 * MINUTE),
    ...awayFromQuiet({
      latitude: round(Math.asin(2 * random() - 1) * (180 / Math.PI), 4),
      longitude: round(random() * 360 - 180, 4),
    }),
    depthKm: random() < 0.01 ? null : round(random() < 0.05 ? -2 * random() : -60 * Math.log(1 - random()), 2),
    mag: unknown ? null : mag,
    magType: unknown ? null : oneOf(random, MAGNITUDE_TYPES),
    place: random() < 0.01 ? null : `${wholeWithin(random, 1, 300)} km ${oneOf(random, SIDES)} of ${oneOf(random, PLACES)}`,
    type: random() < 0.05 ? oneOf(random, OTHER_TYPES) : "earthquake",
    status: random() < 0.5 ? "automatic" : "reviewed",
    felt: mag > 3 && random() < 0.5 ? wholeWithin(random, 1, 500) : null,
    cdi: mag > 3 ? round(random() * 8, 1) : null,
    mmi: mag > 4 ? round(random() * 9, 3) : null,
    alert: mag > 5 ? oneOf(random, ["green", "yellow", "orange"]) : null,
    tsunami: mag > 6.5 ? 1 : 0,
  };
}

/** A world with strong earthquakes everywhere would be refused. */
function awayFromQuiet<At extends { latitude: number; longitude: number }>(position: At): At {
  return isMisplaced(position) ? { ...position, latitude: -65 } : position;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
