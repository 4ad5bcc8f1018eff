import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NO_PLATES, type PlatesState, readPlatesState, writePlatesState } from "../../build/agencies/plates/state.ts";
import { parseConfig } from "../../build/config/config.ts";
import { fileOf } from "../../build/contract/table/paths.ts";
import { build } from "../../build/pipeline/build.ts";
import { cachedGeography, loadGeography } from "../../build/pipeline/load/geography.ts";
import { silentReport } from "../../build/platform/report.ts";
import { wholeModel } from "../agencies/whole-model.ts";
import { birdModel, SOME_CAPTURE } from "../catalogue/bird-model.ts";
import { corpusPresent } from "../support/corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { brokenBodies, jsonOf } from "./broken-bodies.ts";

const dir = temporaryFolder();

/** A store with a made-up model of 52 plates. */
const madeUp: PlatesState = { ...NO_PLATES, plates: { capture: SOME_CAPTURE, plates: wholeModel().outlines } };

const provenance = (world: { plateSources: readonly { id: string; licence: string }[] }): string[] =>
  world.plateSources.map(({ id, licence }) => `${id}: ${licence}`);

describe("the world", () => {
  it("has the embedded plates and schematic boundaries if a store has none", () => {
    const world = loadGeography();
    expect(provenance(world)).toEqual(["plates: MIT (descriptions); figures are facts", "plate-boundaries: MIT"]);
    expect(new Set(world.boundaries.map(({ accuracy }) => accuracy))).toEqual(new Set(["schematic"]));
    expect(loadGeography({ plates: NO_PLATES }).boundaries).toEqual(world.boundaries);
  });

  it("has the plates of a store, and still the schematic boundaries, if it has only those", () => {
    const world = loadGeography({ plates: madeUp });
    expect(provenance(world)).toEqual(["plates: ODC-By-1.0", "plate-boundaries: MIT"]);
    expect(world.locate.plate(-89, -179)?.code).toBe("AF");
    expect(world.plates.find(({ code }) => code === "AF")?.areaKm2).toBeLessThan(10e6);
  });

  it("is loaded once for one plate model, and again for another", () => {
    const geographyFor = cachedGeography();
    const first = geographyFor(undefined);
    expect(geographyFor(undefined)).toBe(first);
    const second = geographyFor(madeUp);
    expect(second).not.toBe(first);
    const again = { ...madeUp, plates: madeUp.plates && { ...madeUp.plates, capture: { ...SOME_CAPTURE, checkedAt: 9 } } };
    expect(geographyFor(again)).toBe(second);
  });
});

describe.skipIf(!corpusPresent)("a build with Bird's model", () => {
  const state = corpusPresent ? birdModel("geojson") : NO_PLATES;
  const out = join(dir, "tree");

  it("keeps the promise of the OpenAPI document, every body of it", async () => {
    // By way of the store, as a rebuild would have it.
    await writePlatesState(dir, state);
    const stored = await readPlatesState(dir);
    expect(stored).toEqual(state);
    const geographyFor = cachedGeography();
    const config = parseConfig('{"tree":{"event_pages":"none"}}', "q.json");
    const report = await build({ out, config, geographyFor: () => geographyFor(stored), report: silentReport });
    expect(report.events.recent).toBeGreaterThan(1500);
    expect((await brokenBodies(out)).broken).toEqual([]);
    // A whole build, and each of its bodies, on machines that have other work.
  }, 300_000);

  it("serves his boundaries as measured, each with its class, and his plates with the areas of their polygons", () => {
    const { features } = jsonOf(out, fileOf("/api/plate-boundaries/")) as {
      features: { properties: { name: string; class: string | null; accuracy: string; plates: string[] } }[];
    };
    expect(features.length).toBeGreaterThan(1500);
    expect(features.filter(({ properties }) => properties.accuracy !== "measured" || properties.class === null)).toEqual([]);
    expect(features.map(({ properties }) => properties.name)).toContain("OK/PA");
    const { plates } = jsonOf(out, "api/v1/plates.json") as { plates: { code: string; area_km2: number }[] };
    const pacific = plates.find(({ code }) => code === "PA");
    expect(Math.abs((pacific?.area_km2 ?? 0) / 104_593_740 - 1)).toBeLessThan(1e-5);
    const nazca = jsonOf(out, "api/v1/plates/nazca.json") as { boundaries: object[] };
    expect(nazca.boundaries).toContainEqual({
      plate: "south-america",
      type: "convergent",
      length_km: 4297,
      share: 0.213,
      motion: {
        accuracy: "measured",
        speed_mm_per_year: { min: 70, mean: 77.8, max: 80.6 },
        convergence_mm_per_year: { min: 51.8, mean: 71.8, max: 79.5 },
        right_lateral_mm_per_year: { min: -42.3, mean: 10.3, max: 53.9 },
      },
    });
  });

  it("names those whose data they are", () => {
    const { sources } = jsonOf(out, "snapshot.json") as { sources: { id: string; attribution: string }[] };
    const whose = sources.filter(({ id }) => id.startsWith("plate")).map(({ attribution }) => attribution);
    expect(whose).toHaveLength(2);
    for (const attribution of whose) expect(attribution).toMatch(/^Hugo Ahlenius, Nordpil and Peter Bird/);
  });
});
