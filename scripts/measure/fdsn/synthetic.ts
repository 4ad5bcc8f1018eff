import { COUNTRY_CODES } from "../../../build/contract/texts/vocabulary.ts";
import { idHash } from "../../../build/fdsn/archive/ids.ts";
import type { ArchivedPart, ArchiveInput } from "../../../build/fdsn/archive/make.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { DAY_MS } from "../../../build/platform/time.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";

export const AS_OF = Date.UTC(2026, 10, 22, 12);
const YEARS = 50;
const LIVE_DAYS = 45;
const LIVE_FROM = Math.floor((AS_OF - LIVE_DAYS * DAY_MS) / DAY_MS) * DAY_MS;

const placed = mulberry32(20);
/** South-western corners of clusters of 6 degrees, so that boxes and circles are neither empty nor everything. */
export const CLUSTERS = Array.from({ length: 60 }, () => [placed() * 130 - 60, placed() * 360 - 180] as const);

/** A country for each cell of 8 degrees; a third of the cells are sea. */
export function countryOf(latitude: number, longitude: number): string | null {
  const cell = Math.floor((latitude + 90) / 8) * 45 + Math.floor((longitude + 180) / 8);
  return cell % 3 === 0 ? null : (COUNTRY_CODES[(cell * 7) % COUNTRY_CODES.length] ?? null);
}

export function idOf(number: number): string {
  return `us${number.toString(36).padStart(8, "0")}`;
}

/** Three events of ten are of the whole world from magnitude 4, the others of a few regions from 1. */
function eventAt(number: number, time: number, random: () => number): UsgsEvent {
  const isGlobal = random() < 0.3;
  const [south, west] = CLUSTERS[Math.floor(isGlobal ? random() * CLUSTERS.length : random() * 6)] ?? [0, 0];
  const id = idOf(number);
  const magnitude = Math.round(((isGlobal ? 4 : 1) - Math.log10(1 - random())) * 10) / 10;
  const longitude = Math.round((west + random() * 6) * 1e4) / 1e4;
  return {
    agency: "usgs",
    id,
    ids: [id],
    url: null,
    time,
    updated: time + 3_600_000,
    latitude: Math.round((south + random() * 6) * 1e4) / 1e4,
    longitude: longitude >= 180 ? longitude - 360 : longitude,
    depthKm: Math.round(random() ** 3 * 6000) / 10,
    magnitude,
    magnitudeType: magnitude > 5 ? "mww" : "mb",
    place: `${Math.floor(random() * 200)} km SSW of Somewhere, Nowhere`,
    type: random() < 0.02 ? "quarry blast" : "earthquake",
    status: "reviewed",
    alert: magnitude > 6 ? "green" : null,
    tsunamiFlag: false,
    feltReports: null,
    maxIntensityReported: null,
    maxIntensityEstimated: null,
    significance: Math.round((magnitude * magnitude * 100) / 6.5),
    sent: { types: ",origin,phase-data,", nst: 40, dmin: 1.234, rms: 0.6, gap: 77 },
  };
}

/** About so many events, most of them recent. The events of a month are made when they are read, and are always the same. */
export function syntheticInput(total: number): ArchiveInput & { events: number } {
  const months = YEARS * 12;
  let events = 0;
  const live: UsgsEvent[] = [];
  const parts: ArchivedPart[] = [];
  for (let back = 0; back < months; back++) {
    const from = Date.UTC(2026, 10 - back, 1);
    const unit = new Date(from).toISOString().slice(0, 7);
    const length = Math.min(30.4 * DAY_MS, AS_OF - from);
    const first = events;
    const count = Math.round((total / months) * 2 * (1 - back / months));
    events += count;
    const all = () => {
      const random = mulberry32(back);
      return Array.from({ length: count }, (_, at) => eventAt(first + at, Math.floor(from + random() * length), random));
    };
    if (from + length > LIVE_FROM) live.push(...all().filter(({ time }) => time >= LIVE_FROM));
    if (from >= LIVE_FROM) continue;
    const archived = () => all().filter(({ time }) => time < LIVE_FROM);
    const ids = () => Uint32Array.from(archived(), ({ id }) => idHash(id));
    parts.push({ unit, key: unit.padEnd(16, "0"), idsKey: unit, events: archived, ids });
  }
  const complete = [{ from: 0, to: AS_OF, magnitude: null }];
  return { live, parts, complete, countryOf, version: "synthetic", events };
}
