import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PLATE_PARTS, type PlatesState } from "../../agencies/plates/state.ts";
import { boundaryDistances, boundarySpeeds } from "../../catalogue/boundaries/distance.ts";
import type { CatalogueEvent, CountryFacts, DataSource, GlossaryEntry, PlateBoundary, PlateFacts } from "../../catalogue/catalogue.ts";
import type { Locators } from "../../catalogue/event.ts";
import { createCountryLocator, createPartFinder } from "../../catalogue/locate/locate-country.ts";
import { createPlateLocator } from "../../catalogue/locate/locate-plate.ts";
import type { CountryGeography } from "../../catalogue/zones/zone.ts";
import { GLOSSARY_CATEGORIES } from "../../contract/texts/vocabulary.ts";
import { compareText, once } from "../../platform/lists.ts";
import type { SearchWords } from "../../rewrite/shards/names.ts";
import { type Derive, NO_CELLS } from "../../store/derive.ts";
import { readCountries, readCountryPolygons, readDeformation, readNearAreas } from "./countries.ts";
import { readDataFile } from "./data-file.ts";
import { measuredBoundaries, platePolygons, readBoundaries, readPlates, withComputedAreas } from "./plates.ts";

/** The path is relative to this module and not to the working folder, so that an installed package finds its own data. */
export const DATA = fileURLToPath(new URL("../../../data", import.meta.url));

/** The parts of a catalogue other than events. They change with the program and not from build to build. */
export interface Geography {
  countries: readonly CountryFacts[];
  plates: readonly PlateFacts[];
  boundaries: readonly PlateBoundary[];
  /** The sources of plates and boundaries. */
  plateSources: readonly DataSource[];
  glossary: readonly GlossaryEntry[];
  searchWords: SearchWords;
  /** They build their indexes at the first call. */
  locate: Locators;
  /** Changes with everything on which the locators depend besides the program. */
  version: string;
  /** Returns the part of a country's zone that does not depend on events. */
  countryGeography: (iso2: string) => CountryGeography;
}

/** Returns the geography with a store's plate model, or without one. */
export type GeographyFor = (plates: PlatesState | undefined, derive?: Derive) => Geography;

/**
 * Loads the geography once for each plate model: loading takes a second, and a process that builds every minute needs it each time.
 *
 * @param offshoreKm as for `loadGeography`
 */
export function cachedGeography(offshoreKm?: number): GeographyFor {
  let kept: { model: string; geography: Geography } | undefined;
  return (plates, derive) => {
    const model = modelOf(plates);
    if (kept?.model !== model) kept = { model, geography: loadGeography({ offshoreKm, plates, derive }) };
    return kept.geography;
  };
}

function modelOf(plates: PlatesState | undefined): string {
  return JSON.stringify(PLATE_PARTS.map((part) => plates?.[part]?.capture.sha256 ?? null));
}

interface GeographyOptions {
  /** Largest distance from a coast at which an event still counts for the country, km. Default: that of the locator. */
  offshoreKm?: number | undefined;
  /** The store's plate model. Its parts replace the embedded, schematic ones. */
  plates?: PlatesState | undefined;
  /** The cells beside the store. */
  derive?: Derive | undefined;
}

/** Reads the embedded geography. */
export function loadGeography({ offshoreKm, plates: model, derive = NO_CELLS }: GeographyOptions = {}): Geography {
  const { countries, plates: known, nearAreas, deformation, glossary, searchWords, schematic } = embeddedFacts(derive);
  const polygons = (model && platePolygons(model)) ?? [];
  const boundaries = (model && measuredBoundaries(model, known)) ?? schematic;
  const land = once(() => {
    const parts = readCountryPolygons(DATA);
    return { parts, partAt: createPartFinder(parts) };
  });
  const version = [offshoreKm ?? null, modelOf(model)].join(" ");
  const figures = derive("figures", [version], () => {
    const { parts, partAt } = land();
    const poles = new Map(known.map(({ code, rotationPole }) => [code, rotationPole]));
    const speeds = boundarySpeeds(countries, parts, boundaries, poles, partAt);
    const distances = boundaryDistances(countries, parts, boundaries, partAt);
    return { distances: Object.fromEntries(distances), speeds: Object.fromEntries(speeds) };
  }).value;
  const nameOf = new Map(countries.map(({ iso2, name }) => [iso2, name]));
  const locators = once(() => ({
    country: createCountryLocator(land().parts, offshoreKm, land().partAt),
    plate: createPlateLocator(boundaries, polygons),
  }));
  return {
    countries,
    plates: withComputedAreas(known, polygons),
    boundaries,
    plateSources: plateSources(model, { plates: known.length, boundaries: boundaries.length }),
    glossary,
    searchWords,
    locate: {
      country: (...point) => locators().country(...point),
      plate: (...point) => locators().plate(...point),
      nameOf: (iso2) => nameOf.get(iso2),
    },
    version,
    countryGeography: (iso2) => ({
      deformation: deformation[iso2] ?? { level: 0, belt: null },
      boundaryDistanceKm: figures.distances[iso2] ?? Number.POSITIVE_INFINITY,
      boundarySpeed: figures.speeds[iso2] ?? null,
      nearAreaKm2: nearAreas[iso2] ?? 0,
    }),
  };
}

/**
 * The locators, which locate only those points that the last build did not: to build their indexes takes longer than to locate a
 * few points.
 */
export function rememberPlaces({ locate, version }: Pick<Geography, "locate" | "version">, derive: Derive): Locators {
  const kept = derive.each<Pick<CatalogueEvent, "country" | "plate">>("places", [version]);
  const placeAt = (latitude: number, longitude: number, of?: string, withinKm?: number) =>
    kept(`${latitude} ${longitude} ${of ?? ""} ${withinKm ?? ""}`, () => {
      const plate = of === undefined ? locate.plate(latitude, longitude) : null;
      return {
        country: locate.country(latitude, longitude, of, withinKm),
        // The other fields are objects of the model.
        plate: plate && { code: plate.code, boundaryDistanceKm: plate.boundaryDistanceKm },
      };
    });
  return { ...locate, country: (...point) => placeAt(...point).country, plate: (...point) => placeAt(...point).plate };
}

/** The small files of `data/`. They are checked once for each version of the program, which takes several times as long. */
function embeddedFacts(derive: Derive) {
  const read = () => ({
    countries: withOtherNames(DATA, readCountries(DATA)),
    plates: readPlates(DATA),
    schematic: readBoundaries(DATA),
    nearAreas: readNearAreas(DATA),
    deformation: readDeformation(DATA),
    glossary: withTranslations(DATA, readGlossary(DATA)),
    searchWords: readSearchWords(DATA),
  });
  return derive("facts", [], read).value;
}

type GlossaryRow = Omit<GlossaryEntry, "alsoCalled" | "category"> & { also_called?: readonly string[] };

/**
 * Reads the glossary, one file for each category in `glossary/`, sorted by term. The sources of the entries are in
 * `glossary-sources.json`.
 */
export function readGlossary(dataDirectory: string): GlossaryEntry[] {
  const sources = readDataFile(join(dataDirectory, "glossary-sources.json")) as Record<string, string>;
  const entries = GLOSSARY_CATEGORIES.flatMap((category) => {
    const rows = readDataFile(join(dataDirectory, "glossary", `${category}.json`)) as GlossaryRow[];
    return rows.map(({ also_called: alsoCalled = [], ...row }) => ({ ...row, alsoCalled, category, source: sources[row.source] ?? "" }));
  });
  return entries.toSorted((a, b) => compareText(a.term.toLowerCase(), b.term.toLowerCase()));
}

/** The attribution of the digitised model, which its licence, ODC-By 1.0, requires. */
const BIRD = {
  licence: "ODC-By-1.0",
  attribution: "Hugo Ahlenius, Nordpil and Peter Bird. P. Bird (2003), doi:10.1029/2001GC000252.",
  url: "https://github.com/fraxen/tectonicplates",
};

const TIMELESS = { asOf: null, covers: null };

/**
 * The sources of the plates and their boundaries: Bird's model for the parts that the store has, the embedded data for the others.
 *
 * @param records numbers of plates and of boundary lines
 */
function plateSources(state: PlatesState | undefined, records: { plates: number; boundaries: number }): DataSource[] {
  const hasLines = state !== undefined && (state.boundaries !== null || state.steps !== null);
  return [
    { ...TIMELESS, id: "plates", records: records.plates, ...(state?.plates ? DIGITISED_PLATES : EMBEDDED_PLATES) },
    { ...TIMELESS, id: "plate-boundaries", records: records.boundaries, ...(hasLines ? DIGITISED_LINES : DRAWN_LINES) },
  ];
}

const DIGITISED_PLATES = {
  ...BIRD,
  name: "Plates of Bird (2003)",
  provides: "outlines and areas of the tectonic plates, and rotation poles",
};

const EMBEDDED_PLATES = {
  name: "Plates after Bird (2003)",
  provides: "tectonic plates with areas and rotation poles",
  licence: "MIT (descriptions); figures are facts",
  attribution: "Areas and poles: P. Bird (2003), An updated digital model of plate boundaries, doi:10.1029/2001GC000252.",
  url: "https://doi.org/10.1029/2001GC000252",
};

const DIGITISED_LINES = { ...BIRD, name: "Plate boundaries of Bird (2003)", provides: "digitised boundary lines with their classes" };

const DRAWN_LINES = {
  name: "Quaketree's schematic plate boundaries",
  provides: "boundary lines, good to about 100 km",
  licence: "MIT",
  attribution: "Drawn by the Quaketree founders from general knowledge.",
  url: "/docs/#sources",
};

/** Names with a bar between two. */
type Names = string;

/** Further words of the search: the words of a query that are not names, and names that no other file has. */
interface Words {
  meanings: Record<keyof SearchWords["meanings"], Names>;
  countries: Record<string, Names>;
  terms: Record<string, Names>;
  places: Names[];
}

function readWords(dataDirectory: string): Words {
  return readDataFile(join(dataDirectory, "search-words.json")) as Words;
}

function namesIn(names: Names | undefined): string[] {
  return names?.split("|") ?? [];
}

function readSearchWords(dataDirectory: string): SearchWords {
  const { meanings, places } = readWords(dataDirectory);
  const listed = Object.entries(meanings).map(([meaning, names]) => [meaning, namesIn(names)]);
  return { meanings: Object.fromEntries(listed) as SearchWords["meanings"], places: places.map(namesIn) };
}

/** Countries with their names in the languages of the interface, and with former names, for the search. */
function withOtherNames(dataDirectory: string, countries: readonly CountryFacts[]): CountryFacts[] {
  const translated = namesBy(join(dataDirectory, "country-names"));
  const more = readWords(dataDirectory).countries;
  return countries.map((country) => {
    const others = [...namesIn(more[country.iso2]), ...translated(country.iso2)];
    return { ...country, names: [...new Set([...country.names, ...others])] };
  });
}

/** Terms with their names in the languages of the interface, for the search. */
function withTranslations(dataDirectory: string, glossary: readonly GlossaryEntry[]): GlossaryEntry[] {
  const translated = namesBy(join(dataDirectory, "term-names"));
  const more = readWords(dataDirectory).terms;
  return glossary.map((entry) => {
    return { ...entry, alsoCalled: [...new Set([...entry.alsoCalled, ...translated(entry.slug), ...namesIn(more[entry.slug])])] };
  });
}

/** The names in all languages of a folder, by the keys of its files. */
function namesBy(folder: string): (key: string) => string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const languages = files.toSorted().map((name) => readDataFile(join(folder, name)) as Record<string, string>);
  return (key) => languages.flatMap((names) => names[key] ?? []);
}
