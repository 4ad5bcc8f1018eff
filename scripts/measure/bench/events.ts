import { newestFirst } from "../../../build/platform/lists.ts";
import { createRandom, type Random } from "./random.ts";
import { REGIONS, type Region, SEAS } from "./regions.ts";

/** An event with what the records of the API say of it. */
export interface BenchEvent {
  id: string;
  /** ms since 1970 UTC. */
  time: number;
  magnitude: number;
  country: string | null;
  place: string;
  /** Degrees; km. */
  latitude: number;
  longitude: number;
  depth: number;
}

/** The instant that all events of the bench are as of. */
export const AS_OF = Date.UTC(2018, 1, 7, 1, 49, 14);

const WINDOW_MS = 720 * 3_600_000;
/** As many place names as a month of a busy year has. */
const PLACE_NAMES = 5_800;
const DIRECTIONS = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];
/** Mainshocks whose aftershocks make up this share of all events. */
const AFTERSHOCK_SHARE = 0.35;
/** Omori's c in ms and p: the rate of aftershocks falls with (t + c)^-p. */
const OMORI_C = 0.05 * 86_400_000;
const OMORI_P = 1.1;
/** Båth: the largest aftershock is this much smaller than its mainshock. */
const BATH = 1.2;
/** A few magnitudes come as single-precision numbers, as agencies' do. */
const NOISY_SHARE = 0.002;

/** A site where events happen again and again under one name. */
interface Site {
  region: Region;
  country: string | null;
  place: string;
  latitude: number;
  longitude: number;
}

/**
 * Synthetic events of realistic shape in the 30 days before AS_OF, newest first: Gutenberg–Richter magnitudes with b = 1
 * above what each network reports, aftershock sequences after Omori, a few thousand place names used unequally often.
 * The same count gives the same events everywhere.
 */
export function syntheticEvents(count: number): BenchEvent[] {
  const random = createRandom(count);
  const sites = Array.from({ length: PLACE_NAMES }, () => makeSite(random));
  const events: BenchEvent[] = [];
  while (events.length < count) {
    // The square favours the first sites, so that some names are common and some stand once.
    const site = sites[Math.floor(random.next() ** 2 * sites.length)] as Site;
    const magnitude = drawMagnitude(random, site.region, 8.5);
    const time = AS_OF - Math.floor(random.next() * WINDOW_MS);
    events.push(makeEvent(random, site, time, magnitude, events.length));
    addAftershocks(random, site, time, magnitude, events, count);
  }
  return events.toSorted(newestFirst);
}

function makeSite(random: Random): Site {
  const region = drawRegion(random);
  const latitude = region.latitude + (random.next() - 0.5) * 4;
  const longitude = region.longitude + (random.next() - 0.5) * 4;
  if (region.network === "us" && random.next() < 0.1) {
    return { region, country: null, place: random.pick(SEAS), latitude, longitude };
  }
  const distance = 1 + Math.floor(random.exponential() * 25);
  const place = `${distance} km ${random.pick(DIRECTIONS)} of ${random.pick(region.towns)}, ${region.name}`;
  return { region, country: region.country, place, latitude, longitude };
}

const SHARES = REGIONS.reduce((sum, { share }) => sum + share, 0);

function drawRegion(random: Random): Region {
  let left = random.next() * SHARES;
  return REGIONS.find(({ share }) => (left -= share) < 0) ?? (REGIONS[0] as Region);
}

function drawMagnitude(random: Random, { completeAbove, decimals }: Region, most: number): number {
  const magnitude = Math.min(most, completeAbove + random.exponential() / Math.LN10);
  if (random.next() < NOISY_SHARE) return Math.fround(magnitude);
  const rounded = Number(magnitude.toFixed(decimals));
  // Dense networks report a few microearthquakes below zero.
  return completeAbove < 0.5 && random.next() < 0.02 ? Number((rounded - completeAbove - 0.6).toFixed(decimals)) : rounded;
}

function makeEvent(random: Random, site: Site, time: number, magnitude: number, number: number): BenchEvent {
  const { region, country, place, latitude, longitude } = site;
  return {
    id: `${region.network}7${number.toString(36).padStart(6, "0")}`,
    time,
    magnitude,
    country,
    place,
    latitude: Number((latitude + (random.next() - 0.5) / 10).toFixed(4)),
    longitude: Number((longitude + (random.next() - 0.5) / 10).toFixed(4)),
    depth: Number((random.exponential() * (region.network === "us" ? 40 : 8)).toFixed(2)),
  };
}

function addAftershocks(random: Random, site: Site, mainshock: number, magnitude: number, events: BenchEvent[], most: number): void {
  // Productivity grows tenfold with a magnitude, as do magnitudes become rarer: on average the share holds.
  const excess = magnitude - site.region.completeAbove;
  const mean = (AFTERSHOCK_SHARE / (1 - AFTERSHOCK_SHARE) / 4) * 10 ** Math.min(excess, 3);
  const wanted = Math.floor(mean + random.next());
  for (let made = 0; made < wanted && events.length < most; made++) {
    const time = Math.floor(mainshock + OMORI_C * ((1 - random.next()) ** (-1 / (OMORI_P - 1) / 5) - 1));
    if (time > AS_OF) continue;
    const size = drawMagnitude(random, site.region, Math.max(site.region.completeAbove, magnitude - BATH));
    events.push(makeEvent(random, site, time, size, events.length));
  }
}
