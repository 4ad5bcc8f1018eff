import { join } from "node:path";
import { z } from "zod";
import type { CountryFacts } from "../../catalogue/catalogue.ts";
import type { Deformation } from "../../catalogue/zones/deformation.ts";
import { CONTINENTS, COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import type { CountryPart } from "../../geo/point-in-part.ts";
import { invalidData, readCompressedDataFile, readDataFile } from "./data-file.ts";

const MAGIC = "QTCP";
const VERSION = 1;

/**
 * Units per degree: 0.001° is at most 111 m. That is finer than the source's own grid (0.0036° × 0.0017°), and much finer than the
 * accuracy of any epicentre.
 */
const UNITS = 1000;

/**
 * Encodes the file of the country polygons, before compression: `QTCP`, a version byte, the number of parts. Each part has the two
 * letters of its country and its number of rings; each ring its number of points; and each point its longitude and latitude in
 * thousandths of a degree, as differences from the previous point (also across rings; at the beginning from 0, 0). Numbers are
 * LEB128 varints, differences are zigzag-encoded. Points that coincide after rounding are written once. Rings with fewer than three
 * remaining points are omitted, and so are parts whose outline is such a ring.
 */
export function encodeCountryPolygons(parts: readonly CountryPart[]): Uint8Array {
  const rounded = parts
    .map(({ iso2, rings }) => ({ iso2, rings: rings.map(roundRing) }))
    .filter(({ rings }) => (rings[0]?.length ?? 0) >= 6)
    .map(({ iso2, rings }) => ({ iso2, rings: rings.filter((ring) => ring.length >= 6) }));
  const bytes: number[] = [...Buffer.from(MAGIC, "latin1"), VERSION];
  writeVarint(bytes, rounded.length);
  let [x, y] = [0, 0];
  for (const { iso2, rings } of rounded) {
    bytes.push(iso2.charCodeAt(0), iso2.charCodeAt(1));
    writeVarint(bytes, rings.length);
    for (const ring of rings) {
      writeVarint(bytes, ring.length / 2);
      for (let i = 0; i < ring.length; i += 2) {
        const [nextX, nextY] = [ring[i] as number, ring[i + 1] as number];
        writeVarint(bytes, zigzag(nextX - x));
        writeVarint(bytes, zigzag(nextY - y));
        [x, y] = [nextX, nextY];
      }
    }
  }
  return Uint8Array.from(bytes);
}

/** The ring in whole units, without consecutive duplicates. */
function roundRing(ring: Float64Array): number[] {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const x = Math.round((ring[i] as number) * UNITS);
    const y = Math.round((ring[i + 1] as number) * UNITS);
    if (kept.length === 0 || kept.at(-2) !== x || kept.at(-1) !== y) kept.push(x, y);
  }
  while (kept.length > 2 && kept[0] === kept.at(-2) && kept[1] === kept.at(-1)) kept.length -= 2;
  return kept;
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
}

/** Reads `country-polygons.bin.gz`: about 4,300 parts with 540,000 points, 9 MB in memory. */
export function readCountryPolygons(dataDirectory: string): CountryPart[] {
  return decodeCountryPolygons(readCompressedDataFile(join(dataDirectory, "country-polygons.bin.gz")));
}

/** The inverse of `encodeCountryPolygons`. It is strict. @throws Error with the reason if the bytes are malformed */
export function decodeCountryPolygons(bytes: Uint8Array): CountryPart[] {
  const reader = { bytes, position: 5 };
  if (Buffer.from(bytes.subarray(0, 4)).toString("latin1") !== MAGIC) throw malformed("it does not begin with QTCP");
  if (bytes[4] !== VERSION) throw malformed(`version ${bytes[4]} is not ${VERSION}`);
  const last = { x: 0, y: 0 };
  const parts = Array.from({ length: readCount(reader, "parts") }, () => readPart(reader, last));
  if (reader.position !== bytes.length) throw malformed(`${bytes.length - reader.position} bytes follow the last part`);
  return parts;
}

interface Reader {
  bytes: Uint8Array;
  position: number;
}

function readPart(reader: Reader, last: { x: number; y: number }): CountryPart {
  const iso2 = String.fromCharCode(readByte(reader), readByte(reader));
  if (!/^[A-Z]{2}$/.test(iso2)) throw malformed(`${JSON.stringify(iso2)} is not a country code`);
  const rings = Array.from({ length: readCount(reader, "rings") }, () => readRing(reader, last));
  if (rings.length === 0) throw malformed(`a part of ${iso2} has no outline`);
  return { iso2, rings };
}

function readRing(reader: Reader, last: { x: number; y: number }): Float64Array {
  const points = readCount(reader, "points");
  if (points < 3) throw malformed(`a ring has ${points} points`);
  const ring = new Float64Array(2 * points);
  for (let i = 0; i < ring.length; i += 2) {
    last.x += readDifference(reader);
    last.y += readDifference(reader);
    if (Math.abs(last.x) > 180 * UNITS || Math.abs(last.y) > 90 * UNITS) throw malformed("a point is off the globe");
    ring[i] = last.x / UNITS;
    ring[i + 1] = last.y / UNITS;
  }
  return ring;
}

/** A count. It is checked against the number of remaining bytes, so that a wrong count does not allocate memory. */
function readCount(reader: Reader, what: string): number {
  const count = readVarint(reader);
  if (count > reader.bytes.length - reader.position) throw malformed(`${count} ${what} are more than its bytes can hold`);
  return count;
}

function readDifference(reader: Reader): number {
  const value = readVarint(reader);
  return value & 1 ? -((value + 1) / 2) : value / 2;
}

function readVarint(reader: Reader): number {
  // Most numbers are of one byte. There are a million of them.
  const first = reader.bytes[reader.position];
  if (first !== undefined && first < 128) {
    reader.position++;
    return first;
  }
  let value = 0;
  for (let shift = 0; shift <= 21; shift += 7) {
    const byte = readByte(reader);
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
  throw malformed("a number is longer than four bytes");
}

function readByte(reader: Reader): number {
  const byte = reader.bytes[reader.position++];
  if (byte === undefined) throw malformed("it ends too early");
  return byte;
}

function malformed(reason: string): Error {
  return new Error(`country polygons: ${reason}`);
}

const countryRow = z.strictObject({
  iso2: z.enum(COUNTRY_CODES as [string, ...string[]]),
  name: z.string().min(1),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  continent: z.enum(CONTINENTS),
  capital: z.string().min(1).nullable(),
  area_km2: z.number().positive().nullable(),
  position: z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  names: z.array(z.string().min(1)).min(1),
});

/**
 * Reads the 250 countries of `countries.json`, in the order of the file (by name).
 *
 * @throws UserError `data-invalid` if the file is malformed or does not contain each code exactly once
 */
export function readCountries(dataDirectory: string): CountryFacts[] {
  const path = join(dataDirectory, "countries.json");
  const rows = readDataFile(path, z.array(countryRow));
  const codes = rows.map(({ iso2 }) => iso2).toSorted();
  if (codes.join() !== COUNTRY_CODES.join()) throw invalidData(path, "each of the 250 codes must occur exactly once");
  return rows.map(({ area_km2, ...facts }) => ({ ...facts, areaKm2: area_km2 }));
}

/**
 * Reads the area whose earthquakes count for the zone of each country, km², by ISO 3166-1 alpha-2: `near-areas.json`, which
 * `scripts/maintain/prepare-near-areas.ts` computes from the outlines.
 *
 * @throws UserError `data-invalid` if the file is malformed or does not contain each code exactly once
 */
export function readNearAreas(dataDirectory: string): ReadonlyMap<string, number> {
  const path = join(dataDirectory, "near-areas.json");
  const areas = readDataFile(path, z.record(z.string(), z.number().nonnegative()));
  if (Object.keys(areas).toSorted().join() !== COUNTRY_CODES.join())
    throw invalidData(path, "each of the 250 codes must occur exactly once");
  return new Map(Object.entries(areas));
}

const Level = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

const Belts = z.array(z.strictObject({ name: z.string(), level: Level, line: z.array(z.tuple([z.number(), z.number()])).min(2) }));
export type Belt = z.infer<typeof Belts>[number];

const ByCountry = z.record(
  z.string(),
  z.strictObject({ level: Level, belt: z.strictObject({ name: z.string(), distanceKm: z.number() }).nullable() }),
);

/**
 * Reads the belts in which the ground deforms, which were drawn by hand: `deformation-belts.json`.
 *
 * @throws UserError `data-invalid` if the file is malformed
 */
export function readBelts(dataDirectory: string): readonly Belt[] {
  return readDataFile(join(dataDirectory, "deformation-belts.json"), Belts);
}

/**
 * Reads the effect of the belts on each country, by ISO 3166-1 alpha-2: `deformation.json`, which
 * `scripts/maintain/prepare-deformation.ts` computes from the belts and the outlines.
 *
 * @throws UserError `data-invalid` if the file is malformed or does not contain each code exactly once
 */
export function readDeformation(dataDirectory: string): ReadonlyMap<string, Deformation> {
  const path = join(dataDirectory, "deformation.json");
  const found = readDataFile(path, ByCountry);
  if (Object.keys(found).toSorted().join() !== COUNTRY_CODES.join())
    throw invalidData(path, "each of the 250 codes must occur exactly once");
  return new Map(Object.entries(found));
}
