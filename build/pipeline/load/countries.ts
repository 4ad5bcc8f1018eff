import { join } from "node:path";
import type { CountryFacts } from "../../catalogue/catalogue.ts";
import type { Deformation } from "../../catalogue/zones/deformation.ts";
import type { CountryPart } from "../../geo/point-in-part.ts";
import { readCompressedDataFile, readDataFile } from "./data-file.ts";

/**
 * Units per degree: 0.001° is at most 111 m. That is finer than the source's own grid (0.0036° × 0.0017°), and much finer than the
 * accuracy of any epicentre.
 */
export const UNITS = 1000;

/** The bytes before the number of parts. */
export const POLYGONS_HEAD = "QTCP\u0001";

/** Reads `country-polygons.bin.gz`: about 4,300 parts with 540,000 points, 9 MB in memory. */
export function readCountryPolygons(dataDirectory: string): CountryPart[] {
  return decodeCountryPolygons(readCompressedDataFile(join(dataDirectory, "country-polygons.bin.gz")));
}

/** The inverse of `encodeCountryPolygons`, which describes the format. */
export function decodeCountryPolygons(bytes: Uint8Array): CountryPart[] {
  let position = POLYGONS_HEAD.length;
  const readByte = () => bytes[position++] as number;
  const readVarint = () => {
    let byte = readByte();
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = readByte();
      value |= (byte & 127) << shift;
    }
    return value;
  };
  const readDifference = () => {
    const value = readVarint();
    return (value >>> 1) ^ -(value & 1);
  };
  let [x, y] = [0, 0];
  const readRing = () => {
    const ring = new Float64Array(2 * readVarint());
    for (let i = 0; i < ring.length; i += 2) {
      ring[i] = (x += readDifference()) / UNITS;
      ring[i + 1] = (y += readDifference()) / UNITS;
    }
    return ring;
  };
  return Array.from({ length: readVarint() }, () => {
    const iso2 = String.fromCharCode(readByte(), readByte());
    return { iso2, rings: Array.from({ length: readVarint() }, readRing) };
  });
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
