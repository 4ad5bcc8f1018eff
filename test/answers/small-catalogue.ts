import type { CatalogueInput } from "../../build/catalogue/assemble.ts";
import type { CountryFacts } from "../../build/catalogue/catalogue.ts";
import type { LiveAgency } from "../../build/catalogue/merge/merge.ts";
import type { ReportedEvent } from "../../build/store/records.ts";
import { historicalRecord, liveEvent } from "../catalogue/make-records.ts";

export const AS_OF = Date.UTC(2018, 1, 7, 1, 49, 14);
export const HOUR = 3_600_000;

function country(iso2: string, name: string, continent: CountryFacts["continent"]): CountryFacts {
  return {
    iso2,
    name,
    slug: name.toLowerCase(),
    names: [name, iso2],
    continent,
    capital: null,
    areaKm2: 1000,
    position: { latitude: 0, longitude: 0 },
  };
}

/** The USGS as the only agency, which has withdrawn one event. */
export function usgs(events: readonly ReportedEvent[]): LiveAgency[] {
  return [{ agency: "usgs", events, withdrawn: [{ ids: ["us9"], withdrawnAt: AS_OF - HOUR }] }];
}

/** Two countries, one on either side of the equator; two plates, parted by the meridian of Greenwich. */
export function smallInput(given: Partial<CatalogueInput> = {}): CatalogueInput {
  return {
    asOf: AS_OF,
    version: "small",
    live: usgs([
      liveEvent({ id: "us1", ids: ["at1", "us1"], time: AS_OF - HOUR / 2, significance: 700, feltReports: 12 }),
      liveEvent({ id: "us2", time: AS_OF - 30 * HOUR, latitude: -3, magnitude: 7, alert: "orange" }),
      liveEvent({ id: "us3", time: AS_OF - 100 * HOUR, latitude: 5, longitude: -5, magnitude: 0 }),
      liveEvent({ id: "us4", time: AS_OF - HOUR, type: "quarry blast" }),
      liveEvent({ id: "us5", time: AS_OF - HOUR, magnitude: null }),
      liveEvent({ id: "us6", time: AS_OF - 721 * HOUR }),
      liveEvent({ id: "us7", time: AS_OF + 1 }),
      liveEvent({ id: "us8", time: AS_OF - 720 * HOUR + 1, latitude: 5, magnitude: -1.2, depthKm: -0.5 }),
    ]),
    historical: [
      historicalRecord({
        id: "qt1",
        name: "The first",
        latitude: -4,
        time: { year: -464, month: null, day: null, hour: null, minute: null, second: null },
        losses: { ...historicalRecord({ id: "x" }).losses, deaths: { value: 20_000, class: 4 } },
      }),
      historicalRecord({
        id: "qt2",
        latitude: null,
        longitude: null,
        magnitude: null,
        depthKm: null,
        country: "SO",
        time: { year: 1800, month: 5, day: null, hour: null, minute: null, second: null },
      }),
    ],
    countries: [country("NO", "North", "Europe"), country("SO", "South", "Africa")],
    plates: [
      {
        code: "EA",
        name: "East",
        slug: "east",
        type: "major",
        areaKm2: 255_000_000,
        description: "The eastern half.",
        rotationPole: { latitude: 10, longitude: 20, degreesPerMyr: 0.5 },
      },
      {
        code: "WE",
        name: "West",
        slug: "west",
        type: "major",
        areaKm2: 255_000_000,
        description: "The western half.",
        rotationPole: { latitude: -10, longitude: 20, degreesPerMyr: 0.25 },
      },
    ],
    boundaries: [
      {
        name: "EA-WE",
        left: "WE",
        right: "EA",
        type: "divergent",
        class: null,
        accuracy: "schematic",
        line: [
          [0, -90],
          [0, 0],
          [0, 90],
        ],
      },
    ],
    glossary: [
      {
        term: "Earthquake",
        slug: "earthquake",
        category: "earthquakes",
        alsoCalled: ["Quake"],
        summary: "Sudden slip on a fault.",
        definition: "Sudden slip on a fault, and the shaking that it sends out.",
        example: "Hualien, 2018.",
        related: ["fault"],
        source: "A textbook (1995)",
      },
      {
        term: "Fault",
        slug: "fault",
        category: "faults",
        alsoCalled: [],
        summary: "A break in rock.",
        definition: "A break in rock along which the sides have moved.",
        example: "San Andreas.",
        related: ["earthquake"],
        source: "A textbook (1995)",
      },
    ],
    sources: [
      {
        id: "usgs",
        name: "USGS",
        provides: "recent events",
        asOf: AS_OF,
        covers: { from: AS_OF - 168 * HOUR, to: AS_OF },
        records: 8,
        licence: "Public domain",
        attribution: "U.S. Geological Survey",
        url: "https://earthquake.usgs.gov/",
      },
    ],
    leftOut: { usgs: { "position-out-of-range": 1 } },
    locate: {
      country: (latitude, _, of) => (of === undefined ? { iso2: latitude < 0 ? "SO" : "NO", relation: "inside", distanceKm: 0 } : null),
      plate: (_, longitude) => ({
        code: longitude < 0 ? "WE" : "EA",
        deformation: { level: 1, belt: { name: "Small belt", distanceKm: 12 } },
        boundaryDistanceKm: Math.abs(longitude) * 111.2,
      }),
      nameOf: (iso2) => ({ NO: "North", SO: "South" })[iso2],
    },
    countryGeography: () => ({
      deformation: { level: 1, belt: { name: "Small belt", distanceKm: 12 } },
      boundaryDistanceKm: 0,
      boundarySpeed: 50,
      nearAreaKm2: 20_000,
    }),
    ...given,
  };
}
