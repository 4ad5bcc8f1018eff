import { afterEach, beforeEach, expect } from "vitest";
import { type Emulator, startEmulator } from "./emulator/emulator.ts";

export const NOW = Date.UTC(2031, 4, 4, 12);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

interface Collection {
  metadata: Record<string, unknown>;
  features: { id: string; properties: Record<string, unknown>; geometry: { coordinates: unknown[] } | null }[];
  bbox?: number[];
}

export let agencies: Emulator;

/** To be called once in a test file: each of its tests has new agencies. */
export function useAgencies(): void {
  beforeEach(async () => {
    agencies = await startEmulator({ now: NOW });
  });
  afterEach(() => agencies.stop());
}

export async function collection(address: string): Promise<Collection> {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return (await response.json()) as Collection;
}

export async function idsOf(address: string): Promise<string[]> {
  return (await collection(address)).features.map(({ id }) => id);
}

export const query = (parameters: string) => `${agencies.usgs.fdsn}query?format=geojson&${parameters}`;

export const updatedAfter = (ms: number) => `starttime=1900-01-01&updatedafter=${new Date(ms).toISOString()}`;

export const feed = () => agencies.usgs.feed("all_day");
