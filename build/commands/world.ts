import { fileURLToPath } from "node:url";
import { boundaryDistances } from "../catalogue/boundary-distance.ts";
import type { GlossaryEntry, PlateBoundary } from "../catalogue/catalogue.ts";
import { type CountryFacts, readCountries } from "../catalogue/country-facts.ts";
import { readCountryPolygons } from "../catalogue/country-polygons.ts";
import type { Locators } from "../catalogue/event.ts";
import { readGlossary } from "../catalogue/glossary.ts";
import { createCountryLocator, createPartFinder } from "../catalogue/locate-country.ts";
import { createPlateLocator } from "../catalogue/locate-plate.ts";
import { type PlateFacts, readBoundaries, readPlates } from "../catalogue/plates.ts";

/** Beside the program rather than in the working folder, so that an installed package finds its own data. */
const DATA = fileURLToPath(new URL("../../data", import.meta.url));

/** What a catalogue is made of besides events: it changes with the program, not with the minute. */
export interface World {
  countries: readonly CountryFacts[];
  plates: readonly PlateFacts[];
  boundaries: readonly PlateBoundary[];
  glossary: readonly GlossaryEntry[];
  locate: Locators;
  /** km from a country's territory to the nearest plate boundary. */
  boundaryDistanceKm: (iso2: string) => number;
}

/**
 * Reads the embedded world.
 *
 * @param offshoreKm how far from a coast an event still counts for the country; the locator's own cap unless given
 * @throws UserError `data-invalid` for a file of `data/` that was changed and is now malformed
 */
export function loadWorld(offshoreKm?: number): World {
  const countries = readCountries(DATA);
  const boundaries = readBoundaries(DATA);
  const parts = readCountryPolygons(DATA);
  const partAt = createPartFinder(parts);
  const fromBoundary = boundaryDistances(countries, parts, boundaries, partAt);
  const plate = createPlateLocator(boundaries);
  return {
    countries,
    plates: readPlates(DATA),
    boundaries,
    glossary: readGlossary(DATA),
    locate: {
      country: createCountryLocator(parts, offshoreKm, partAt),
      plate: (latitude, longitude) => {
        const { code, boundaryDistanceKm } = plate(latitude, longitude);
        return { code, boundaryDistanceKm };
      },
    },
    boundaryDistanceKm: (iso2) => fromBoundary.get(iso2) ?? Number.POSITIVE_INFINITY,
  };
}
