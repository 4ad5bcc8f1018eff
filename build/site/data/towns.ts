import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import lookUp from "@photostructure/tz-lookup";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { memoizeByKey } from "../../contract/wire/memoize.ts";
import type { Degrees } from "../../geo/antimeridian.ts";
import { cellOf, cellsWithin, chord2OfKm, kmOfChord2, vectorOf, writeVector } from "../../geo/sphere.ts";
import { once } from "../../platform/lists.ts";
import { mercatorX, mercatorY } from "../map/drawn/outlines.ts";
import type { MapTown } from "../map/drawn/town-labels.ts";
import type { Place, Town } from "./render-context.ts";

/** Towns farther away than this do not help to locate an earthquake, km. */
const FARTHEST_TOWN = 300;
/** The nearest towns are listed regardless of size. Farther towns are listed only if they are larger than every nearer one. */
const [NEAREST, LARGER] = [3, 3];

/**
 * The towns around a point and its time zone. The towns are read and indexed on first use, because a build without new
 * earthquake pages does not need them.
 *
 * @param latitude, longitude degrees
 */
export function placeOf(latitude: number, longitude: number, { countries }: Pick<Catalogue, "countries">): Place {
  return { timeZone: timeZoneAt(latitude, longitude), towns: townsAround(latitude, longitude, namesOf(countries)) };
}

const namesOf = memoizeByKey((countries: Catalogue["countries"]) => new Map(countries.map(({ iso2, name }) => [iso2, name])));

interface ListedTown extends MapTown {
  iso2: string;
  latitude: number;
  longitude: number;
}

/** The towns in the order of their cells of one degree; the largest of a cell first. */
interface TownTable {
  /** Few of them are asked for, so each is read when it is. */
  townAt: (at: number) => ListedTown;
  /** Where the towns of each cell begin. */
  starts: Int32Array;
  /** Three numbers for each town, as `vectorOf` has them. Here they are read much faster than in an object for each town. */
  vectors: Float64Array;
}

const table = once((): TownTable => {
  const text = gunzipSync(readFileSync(new URL("../../../data/towns.tsv.gz", import.meta.url))).toString("utf8");
  const largestFirst = text.trimEnd().split("\n").slice(1);
  const positions = largestFirst.map(positionOf);
  const cells = Int32Array.from(positions, ([latitude, longitude]) => cellOf(Math.floor(latitude), Math.floor(longitude)));
  const starts = new Int32Array(cellOf(91, -180) + 1);
  for (const cell of cells) starts[cell + 1] = (starts[cell + 1] as number) + 1;
  for (let cell = 1; cell < starts.length; cell++) starts[cell] = (starts[cell] as number) + (starts[cell - 1] as number);
  const ends = starts.slice();
  const lines = Array.from<string>({ length: cells.length });
  const vectors = new Float64Array(3 * cells.length);
  for (const [rank, line] of largestFirst.entries()) {
    const cell = cells[rank] as number;
    const at = ends[cell] as number;
    ends[cell] = at + 1;
    lines[at] = line;
    const [latitude, longitude] = positions[rank] as (typeof positions)[number];
    writeVector(vectors, 3 * at, latitude, longitude);
  }
  const read: ListedTown[] = [];
  return { townAt: (at) => (read[at] ??= townOf(lines[at] as string)), starts, vectors };
});

/** Latitude and longitude are the third and the fourth field. */
function positionOf(line: string): [latitude: number, longitude: number] {
  const at = line.indexOf("\t", line.indexOf("\t") + 1) + 1;
  const next = line.indexOf("\t", at) + 1;
  return [Number(line.slice(at, next)), Number(line.slice(next, line.indexOf("\t", next)))];
}

function townOf(line: string): ListedTown {
  const [name = "", iso2 = "", north, east, population] = line.split("\t");
  const [latitude, longitude] = [Number(north), Number(east)];
  const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
  return { name, iso2, latitude, longitude, population: Number(population), x, y };
}

interface NearTown {
  town: ListedTown;
  chord2: number;
}

/** The towns around a point, nearest first. @param latitude, longitude degrees */
function townsAround(latitude: number, longitude: number, names: ReadonlyMap<string, string>): Town[] {
  const { nearest, telling } = townsWithin(latitude, longitude);
  const largest = Math.max(0, ...nearest.map(({ town }) => town.population));
  const larger = telling.filter(({ town }) => town.population > largest);
  return [...nearest, ...larger.slice(-LARGER)].map(({ town: { name, iso2, population }, chord2 }) => {
    return { name, iso2, country: names.get(iso2) ?? iso2, population, km: Math.round(kmOfChord2(chord2)) };
  });
}

const FARTHEST_CHORD2 = chord2OfKm(FARTHEST_TOWN);

/**
 * Of the towns around a point the nearest, and those that are larger than every nearer one, nearest first. There are hundreds around
 * each of tens of thousands of points, so none is kept that is neither.
 */
function townsWithin(latitude: number, longitude: number): Record<"nearest" | "telling", NearTown[]> {
  const [nearest, telling]: [NearTown[], NearTown[]] = [[], []];
  const [x, y, z] = vectorOf(latitude, longitude);
  const { townAt, starts, vectors } = table();
  for (const cell of cellsWithin(FARTHEST_TOWN, latitude, longitude)) {
    const end = starts[cell + 1] as number;
    for (let at = starts[cell] as number; at < end; at++) {
      const chord2 =
        ((vectors[3 * at] as number) - x) ** 2 + ((vectors[3 * at + 1] as number) - y) ** 2 + ((vectors[3 * at + 2] as number) - z) ** 2;
      if (chord2 > FARTHEST_CHORD2) continue;
      const town = townAt(at);
      const place = placeIn(nearest, town, chord2);
      if (place < NEAREST) {
        nearest.splice(place, 0, { town, chord2 });
        if (nearest.length > NEAREST) nearest.pop();
      }
      tell(telling, town, chord2);
    }
  }
  return { nearest, telling };
}

/** Adds a town that is larger than every nearer one, and removes those that are farther and not larger. */
function tell(telling: NearTown[], town: ListedTown, chord2: number): void {
  const { population } = town;
  const place = placeIn(telling, town, chord2);
  const nearer = telling[place - 1];
  if (nearer && nearer.town.population >= population) return;
  let end = place;
  while (end < telling.length && (telling[end] as NearTown).town.population <= population) end++;
  telling.splice(place, end - place, { town, chord2 });
}

/** The place of a town among others, the nearest first, and of two at one distance the larger. */
function placeIn(others: readonly NearTown[], { population }: ListedTown, chord2: number): number {
  let place = others.length;
  for (; place > 0; place--) {
    const { town, chord2: that } = others[place - 1] as NearTown;
    if (that < chord2 || (that === chord2 && town.population >= population)) break;
  }
  return place;
}

/** A map of many towns names the largest. With this number in each cell of a degree, a page is drawn in less than a millisecond. */
const IN_CELL = 4;

/** The largest towns of each cell that an area touches. @param area west may be less than -180, and east more than 180 */
export function townsIn({ south, north, west, east }: Degrees): ListedTown[] {
  const found: ListedTown[] = [];
  const { townAt, starts } = table();
  for (let row = Math.floor(south); row <= north; row++) {
    for (let column = Math.floor(west); column <= east; column++) {
      const cell = cellOf(row, column);
      const first = starts[cell] as number;
      const end = Math.min(starts[cell + 1] as number, first + IN_CELL);
      for (let at = first; at < end; at++) found.push(townAt(at));
    }
  }
  return found;
}

/**
 * The time zone of a place, by its IANA name. At sea it is the nautical zone, such as `Etc/GMT+2` (two hours behind UTC). Near
 * borders the library's grid can be wrong by a few kilometres.
 *
 * @param latitude degrees, in [-90, 90]
 * @param longitude degrees, in [-180, 180]
 */
export function timeZoneAt(latitude: number, longitude: number): string {
  return lookUp(latitude, longitude);
}
