import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backfill } from "../../build/cli/backfill.ts";
import { parseConfig } from "../../build/config/config.ts";
import { agencyClientOf } from "../../build/pipeline/ingest.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { silentReport } from "../../build/platform/report.ts";
import { agencyOf } from "../../scripts/measure/archive/agency.ts";
import { compareStore, differences } from "../../scripts/measure/archive/compare.ts";
import { countByYear, distinctEvents, type Row, unionOf } from "../../scripts/measure/archive/union.ts";
import type { Emulator } from "../agencies/emulator/emulator.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A decade of the whole world that lies in the archive, and a month that is live. */
const FILES = /world-decade-1960|4\.5_month_20241010/;
const UNTIL = Date.UTC(2024, 9, 10, 21);

describe.skipIf(!corpusPresent)("an archive of real captures", () => {
  const store = temporaryFolder();
  let rows: Row[];
  let agencies: Emulator;

  beforeAll(async () => {
    rows = [...unionOf(corpus("usgs"), (file) => FILES.test(file)).rows.values()];
    agencies = await agencyOf(rows, UNTIL);
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
    const events = distinctEvents(rows.filter(({ mag }) => mag !== null));
    expect(events.length).toBeGreaterThan(7_000);
    for (const { what, result } of await compareStore(events, store)) expect(`${what}: ${result}`).toBe(`${what}: the same`);
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
    expect(differences(told, expected)).toBe("the same");
  });
});
