import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveEvents } from "../../build/agencies/usgs/archive.ts";
import { readUsgsState } from "../../build/agencies/usgs/state.ts";
import { backfill } from "../../build/cli/backfill.ts";
import { parseConfig } from "../../build/config/config.ts";
import { agencyClientOf } from "../../build/pipeline/ingest.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { silentReport } from "../../build/platform/report.ts";
import { countByYear, distinctEvents, type Row, unionOf } from "../../scripts/measure/archive/union.ts";
import { type Emulator, startEmulator } from "../agencies/emulator/emulator.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A decade of the whole world that lies in the archive, and a month that is live. */
const FILES = /world-decade-1960|4\.5_month_20241010/;
const UNTIL = Date.UTC(2024, 9, 10, 21);
const UNREMARKABLE = { felt: null, cdi: null, mmi: null, alert: null, tsunami: 0 as const, bare: false };

/** The times and magnitudes of the largest events. */
function largest(events: readonly { time: number; mag: number }[]): readonly (readonly [number, number])[] {
  const sorted = events.toSorted((a, b) => b.mag - a.mag || a.time - b.time);
  return sorted.slice(0, 50).map(({ time, mag }) => [time, mag]);
}

describe.skipIf(!corpusPresent)("an archive of real captures", () => {
  const store = temporaryFolder();
  let rows: Row[];
  let agencies: Emulator;

  beforeAll(async () => {
    rows = [...unionOf(corpus("usgs"), (file) => FILES.test(file)).rows.values()];
    agencies = await startEmulator({ now: UNTIL });
    for (const { id, ...row } of rows) {
      const { time, updated } = row;
      const named = { net: id.slice(0, 2), code: id.slice(2), publishedAt: time, changedAt: updated };
      agencies.usgs.world.events.push({ ...UNREMARKABLE, ...row, ...named });
    }
    // Answers of a twentieth of the size, so that there are many.
    agencies.usgs.state.limit = 1_000;
    const config = parseConfig(
      JSON.stringify({ agencies: { usgs: { feed: agencies.usgs.feed("all_month"), fdsn: agencies.usgs.fdsn } } }),
      "config.json",
    );
    const ask = agencyClientOf(config, silentReport, Date.now, async () => {});
    const order = { from: Date.UTC(1900, 0, 1), minMagnitude: -10 };
    await backfill({
      config,
      store,
      ask,
      now: agencies.clock.now,
      report: silentReport,
      sleep: async () => {},
      ...order,
    });
  }, 120_000);
  afterAll(() => agencies.stop());

  test("is in the store whole: as many events of each year, and the largest magnitudes", async () => {
    const sized = <Event extends { mag: number | null }>(events: readonly Event[]) =>
      events.flatMap((event) => (event.mag === null ? [] : [{ ...event, mag: event.mag }]));
    const events = distinctEvents(sized(rows));
    expect(events.length).toBeGreaterThan(7_000);
    const state = await readUsgsState(store);
    if (!state) throw new Error("nothing was stored");
    const held = sized([...state.events, ...archiveEvents(store, state)].map(({ magnitude, ...event }) => ({ ...event, mag: magnitude })));
    expect(countByYear(held)).toEqual(countByYear(events));
    expect(largest(held)).toEqual(largest(events));
  });

  test("is counted on the plates: every earthquake of a year once, but deep ones, and the historical ones that it lacks", async () => {
    const { agencies: settings } = parseConfig("{}", "config.json");
    const { catalogue } = await loadCatalogue({ store, agencies: settings }, cachedGeography());
    const expected = countByYear(rows.filter(({ type, mag, depthKm }) => type === "earthquake" && mag !== null && (depthKm ?? 0) <= 70));
    const unknown = catalogue.events.filter(({ plate, sources }) => plate && !sources.some(({ agency }) => agency === "usgs"));
    for (const [year, count] of countByYear(unknown)) expected.set(year, (expected.get(year) ?? 0) + count);
    const told = new Map<number, number>();
    for (const { years } of catalogue.plates) {
      for (const { year, total } of years) told.set(year, (told.get(year) ?? 0) + total);
    }
    expect(told).toEqual(expected);
  });
});
