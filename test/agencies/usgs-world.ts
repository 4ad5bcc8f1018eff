import { afterAll, beforeAll, beforeEach } from "vitest";
import { segmentEvents } from "../../build/agencies/usgs/segments.ts";
import type { UsgsSettings } from "../../build/agencies/usgs/source.ts";
import type { UsgsState } from "../../build/agencies/usgs/state.ts";
import { mulberry32 } from "../../build/platform/random.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type Emulator, startEmulator } from "./emulator/emulator.ts";
import { generateEvents } from "./emulator/generate.ts";
import { idOf } from "./emulator/world.ts";
import { ingestUsgs } from "./usgs-ingest.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** When each test begins, ms since 1970 UTC. */
export const NOW = Date.UTC(2031, 4, 4, 12);

export let agencies: Emulator;
export let clock: Emulator["clock"];
export let faults: Emulator["faults"];
export let world: Emulator["usgs"]["world"];
export let store: string;
export let settings: UsgsSettings;

/** To be called once in a test file: each of its tests has a world without events and a store of its own. */
export function useUsgsWorld(): void {
  beforeAll(async () => {
    agencies = await startEmulator({ now: NOW });
    ({ clock, faults } = agencies);
    ({ world } = agencies.usgs);
  });
  afterAll(() => agencies.stop());
  beforeEach(() => {
    store = temporaryFolder();
    faults.clear();
    clock.set(NOW);
    world.events.length = 0;
    agencies.usgs.state.limit = 20_000;
    agencies.requests.length = 0;
    settings = { feed: agencies.usgs.feed("all_month"), fdsn: agencies.usgs.fdsn };
  });
}

/** A quiet world of the last 40 days. */
export function populate(series = "w", count = 400): void {
  const now = clock.now();
  world.add(...generateEvents({ random: mulberry32(7), count, from: now - 40 * DAY, to: now - HOUR, series }));
}

export function run(extra: UsgsSettings = {}) {
  agencies.requests.length = 0;
  return ingestUsgs(agencies, store, { ...settings, ...extra });
}

export function feedsOnly(name = "all_month"): void {
  settings = { feed: agencies.usgs.feed(name) };
}

export function asked(): string[] {
  return agencies.requests.map(({ path: one }) => one.replace(/^.*\/(?:summary|1)\//, "").replace(/\.geojson$/, ""));
}

/** Every event of the world that lies in the span, as ids. */
export function worldIds(from: number): string[] {
  return world
    .at(clock.now())
    .filter(({ status, time }) => status !== "deleted" && time >= from)
    .map(idOf)
    .toSorted();
}

export function ourIds(state: UsgsState | undefined, from = Number.NEGATIVE_INFINITY): string[] {
  const all = [...(state?.events ?? []), ...(state ? segmentEvents(store, state) : [])];
  return all
    .filter(({ time }) => time >= from)
    .map(({ id }) => id)
    .toSorted();
}

/** A run that finds something new in the feeds, so that no feed looks frozen. */
export async function runLater(ms: number, extra: UsgsSettings = {}) {
  clock.advance(ms);
  world.add({ net: "us", code: `t${clock.now()}`, time: clock.now() - MINUTE });
  return run(extra);
}
