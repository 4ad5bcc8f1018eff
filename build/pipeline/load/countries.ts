import { join } from "node:path";
import type { CountryFacts } from "../../catalogue/catalogue.ts";
import type { Deformation } from "../../catalogue/zones/deformation.ts";
import type { CountryPart } from "../../geo/point-in-part.ts";
import { once } from "../../platform/lists.ts";
import { readCompressedDataFile, readDataFile } from "./data-file.ts";

/**
 * Units per degree: 0.001° is at most 111 m. That is finer than the source's own grid (0.0036° × 0.0017°), and much finer than the
 * accuracy of any epicentre.
 */
export const UNITS = 1000;

/** The bytes before the number of parts. */
export const POLYGONS_HEAD = "QTCP\u0002";

/** Reads `country-polygons.bin.gz`: about 4,300 parts with 540,000 points, 9 MB in memory when all rings have been read. */
export function readCountryPolygons(dataDirectory: string): CountryPart[] {
  return decodeCountryPolygons(readCompressedDataFile(join(dataDirectory, "country-polygons.bin.gz")));
}

/** The inverse of `encodeCountryPolygons`, which describes the format. The rings of a part are decoded when they are first needed. */
export function decodeCountryPolygons(bytes: Uint8Array): CountryPart[] {
  const head = readerAt(bytes, POLYGONS_HEAD.length);
  const rows = Array.from({ length: head.number() }, () => {
    const iso2 = String.fromCharCode(head.byte(), head.byte());
    const [west, south] = [head.number() - 180 * UNITS, head.number() - 90 * UNITS];
    const [east, north] = [west + head.number(), south + head.number()];
    return { iso2, west, south, east, north, length: head.number() };
  });
  let start = head.position();
  return rows.map(({ iso2, west, south, east, north, length }) => {
    const at = start;
    start += length;
    const rings = once(() => ringsAt(bytes, at, west, south));
    return {
      iso2,
      box: [west / UNITS, south / UNITS, east / UNITS, north / UNITS],
      get rings() {
        return rings();
      },
    };
  });
}

/** @param west, south of the box of the part, in units */
function ringsAt(bytes: Uint8Array, start: number, west: number, south: number): Float64Array[] {
  const { number } = readerAt(bytes, start);
  let [x, y] = [west, south];
  const difference = () => {
    const value = number();
    return (value >>> 1) ^ -(value & 1);
  };
  return Array.from({ length: number() }, () => {
    const ring = new Float64Array(2 * number());
    for (let i = 0; i < ring.length; i += 2) {
      ring[i] = (x += difference()) / UNITS;
      ring[i + 1] = (y += difference()) / UNITS;
    }
    return ring;
  });
}

/** Reads bytes and varints one after the other. */
function readerAt(bytes: Uint8Array, start: number) {
  let at = start;
  const byte = () => bytes[at++] as number;
  const number = () => {
    let last = byte();
    let value = last & 127;
    for (let shift = 7; last > 127; shift += 7) {
      last = byte();
      value |= (last & 127) << shift;
    }
    return value;
  };
  return { byte, number, position: () => at };
}

type CountryRow = Omit<CountryFacts, "areaKm2"> & { area_km2: number | null };

/** Reads the 250 countries of `countries.json`, in the order of the file (by name). */
export function readCountries(dataDirectory: string): CountryFacts[] {
  const rows = readDataFile(join(dataDirectory, "countries.json")) as CountryRow[];
  return rows.map(({ area_km2, ...facts }) => ({ ...facts, areaKm2: area_km2 }));
}

/**
 * Reads the area whose earthquakes count for the zone of each country, km², by ISO 3166-1 alpha-2: `near-areas.json`, which
 * `scripts/maintain/prepare-near-areas.ts` computes from the outlines.
 */
export function readNearAreas(dataDirectory: string): Record<string, number> {
  return readDataFile(join(dataDirectory, "near-areas.json")) as Record<string, number>;
}

/**
 * Reads the effect of the belts on each country, by ISO 3166-1 alpha-2: `deformation.json`, which
 * `scripts/maintain/prepare-deformation.ts` computes from the belts and the outlines.
 */
export function readDeformation(dataDirectory: string): Record<string, Deformation> {
  return readDataFile(join(dataDirectory, "deformation.json")) as Record<string, Deformation>;
}
