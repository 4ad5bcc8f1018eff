import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PLATE_PARTS, type PlatesState } from "../agencies/plates/state.ts";
import { boundaryDistances } from "../catalogue/boundaries/distance.ts";
import { boundarySpeeds } from "../catalogue/boundaries/speed.ts";
import type { CountryFacts, DataSource, GlossaryEntry, PlateBoundary, PlateFacts } from "../catalogue/catalogue.ts";
import type { Locators } from "../catalogue/event.ts";
import { createCountryLocator, createPartFinder } from "../catalogue/locate/locate-country.ts";
import { createPlateLocator } from "../catalogue/locate/locate-plate.ts";
import type { CountryGeography } from "../catalogue/zones/country-figures.ts";
import { readCountries } from "./country-facts.ts";
import { readCountryPolygons } from "./country-polygons.ts";
import { readGlossary } from "./glossary.ts";
import { measuredBoundaries } from "./measured-boundaries.ts";
import { readNearAreas } from "./near-areas.ts";
import { platePolygons, withComputedAreas } from "./plate-polygons.ts";
import { plateSources } from "./plate-sources.ts";
import { readBoundaries, readPlates } from "./plates.ts";

/** Beside the program rather than in the working folder, so that an installed package finds its own data. */
const DATA = fileURLToPath(new URL("../../data", import.meta.url));

/** Grows with every change of the code that places a point in a country or on a plate. */
const LOCATORS = 1;

/** What a catalogue is made of besides events: it changes with the program, not with the minute. */
export interface Geography {
  countries: readonly CountryFacts[];
  plates: readonly PlateFacts[];
  boundaries: readonly PlateBoundary[];
  /** Where plates and boundaries come from. */
  plateSources: readonly DataSource[];
  glossary: readonly GlossaryEntry[];
  locate: Locators;
  /** Follows from everything that the locators follow from. */
  version: string;
  /** What of a country's zone does not depend on events. */
  geographyOf: (iso2: string) => CountryGeography;
}

/** The world with a store's plate model, or without one. */
export type WorldOf = (plates: PlatesState | undefined) => Geography;

/**
 * Loads the world when it is first asked for, and again only when the plate model is another: reading it takes a second, and a process
 * that builds each minute needs it each time.
 *
 * @param offshoreKm as for `loadWorld`
 */
export function keepWorld(offshoreKm?: number): WorldOf {
  let kept: { model: string; world: Geography } | undefined;
  return (plates) => {
    const model = modelOf(plates);
    if (kept?.model !== model) kept = { model, world: loadWorld({ offshoreKm, plates }) };
    return kept.world;
  };
}

function placingHash(): string {
  const hash = createHash("sha256");
  for (const name of ["country-polygons.bin.gz", "plate-boundaries.geojson"])
    hash.update(readFileSync(join(DATA, name)));
  return hash.digest("hex");
}

function modelOf(plates: PlatesState | undefined): string {
  return JSON.stringify(PLATE_PARTS.map((part) => plates?.[part]?.capture.sha256 ?? null));
}

export interface WorldOptions {
  /** How far from a coast an event still counts for the country, km; the locator's own cap unless given. */
  offshoreKm?: number | undefined;
  /** The store's plate model; what it has takes the place of the embedded, schematic one. */
  plates?: PlatesState | undefined;
}

/**
 * Reads the embedded world.
 *
 * @throws UserError `data-invalid` for a file of `data/` that was changed and is now malformed
 */
export function loadWorld({ offshoreKm, plates: model }: WorldOptions = {}): Geography {
  const countries = readCountries(DATA);
  const known = readPlates(DATA);
  const polygons = (model && platePolygons(model)) ?? [];
  const boundaries = (model && measuredBoundaries(model, known)) ?? readBoundaries(DATA);
  const parts = readCountryPolygons(DATA);
  const partAt = createPartFinder(parts);
  const fromBoundary = boundaryDistances(countries, parts, boundaries, partAt);
  const locate = createCountryLocator(parts, offshoreKm, partAt);
  const poles = new Map(known.map(({ code, rotationPole }) => [code, rotationPole]));
  const speeds = boundarySpeeds(countries, parts, boundaries, poles, partAt);
  const nearAreas = readNearAreas(DATA);
  const nameOf = new Map(countries.map(({ iso2, name }) => [iso2, name]));
  const plate = createPlateLocator(boundaries, polygons);
  return {
    countries,
    plates: withComputedAreas(known, polygons),
    boundaries,
    plateSources: plateSources(model, { plates: known.length, boundaries: boundaries.length }),
    glossary: readGlossary(DATA),
    locate: {
      country: locate,
      plate: (latitude, longitude) => {
        const { code, boundaryDistanceKm } = plate(latitude, longitude);
        return { code, boundaryDistanceKm };
      },
      nameOf: (iso2) => nameOf.get(iso2),
    },
    version: [LOCATORS, offshoreKm ?? null, modelOf(model), placingHash()].join(" "),
    geographyOf: (iso2) => ({
      boundaryDistanceKm: fromBoundary.get(iso2) ?? Number.POSITIVE_INFINITY,
      boundarySpeed: speeds.get(iso2) ?? null,
      nearAreaKm2: nearAreas.get(iso2) ?? 0,
    }),
  };
}
