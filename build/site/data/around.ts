import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Catalogue, CatalogueEvent, RecentEvent } from "../../catalogue/catalogue.ts";
import { memoizeByKey } from "../../contract/wire/memoize.ts";
import {
  chord2Between,
  chord2OfKm,
  distanceKm,
  kmOfChord2,
  kmOfDegrees,
  type Vector,
  vectorOf,
} from "../../geo/sphere.ts";
import { timeZoneAt } from "../../geo/time-zone.ts";
import { groupBy, newestFirst } from "../../platform/lists.ts";
import { once } from "../../platform/memoize.ts";
import { DAY_MS } from "../../platform/time.ts";
import { isoTime } from "../../store/civil-time.ts";
import type { Degrees } from "../map/drawn/local-maps.ts";
import { mercatorX, mercatorY } from "../map/drawn/outlines.ts";
import type { MapTown } from "../map/drawn/town-labels.ts";
import type { Around, Place, Sequence, TimeNeighbours, Town } from "./render-context.ts";

/** The USGS products that pages link to. */
const LINKED_PRODUCTS = ["shakemap", "dyfi", "losspager", "moment-tensor"];

/**
 * Pages of smaller earthquakes do not list neighbouring earthquakes: there are thousands of such pages, and each new
 * earthquake would change some.
 */
const LEAST_MAGNITUDE = 5;
const WITHIN = { km: 100, days: 30 } as const;
const NAMED = 5;

/** The content of an earthquake page that may change while its API answer stays the same. It is part of the key of the page. */
export type Changing = Pick<Around, "products" | "sequence" | "inTime" | "boundaryStepKm">;

/** Resolution of the distances to plate boundaries, km. */
export function boundaryStepKm({ boundaries }: Pick<Catalogue, "boundaries">): number {
  return boundaries.some(({ accuracy }) => accuracy === "schematic") ? 100 : 10;
}

export function changingOf(catalogue: Catalogue): (event: CatalogueEvent) => Changing {
  const { events } = catalogue;
  const recent = groupBy(
    events.filter((event): event is RecentEvent => event.recent),
    ({ latitude, longitude }) => cellOf(Math.floor(latitude), Math.floor(longitude)),
  );
  const neighbours = neighboursInTime(events);
  const stepKm = boundaryStepKm(catalogue);
  return (event) => ({
    products: LINKED_PRODUCTS.filter((name) => event.products.includes(name)),
    sequence: sequenceOf(event, recent),
    inTime: neighbours.get(event.id) ?? null,
    boundaryStepKm: stepKm,
  });
}

/** The significant earthquakes before and after each significant earthquake, by id. */
function neighboursInTime(events: readonly CatalogueEvent[]): ReadonlyMap<string, TimeNeighbours> {
  const significant = events.filter((event) => event.significant).toSorted((a, b) => a.time - b.time);
  const link = (event: CatalogueEvent | undefined) => {
    return event ? { slug: event.slug, magnitude: event.magnitude, place: event.name ?? event.place } : null;
  };
  return new Map(
    significant.map(({ id }, at) => [id, { before: link(significant[at - 1]), after: link(significant[at + 1]) }]),
  );
}

/**
 * Recent earthquakes near an earthquake that is itself recent and not small; null for other earthquakes.
 *
 * @param recent by cell
 */
function sequenceOf(event: CatalogueEvent, recent: ReadonlyMap<number, readonly RecentEvent[]>): Sequence | null {
  if (!event.recent || (event.magnitude ?? 0) < LEAST_MAGNITUDE) return null;
  const { id, time, latitude, longitude } = event as RecentEvent;
  const near: { other: RecentEvent; km: number }[] = [];
  for (const other of cellsWithin(WITHIN.km, latitude, longitude).flatMap((cell) => recent.get(cell) ?? [])) {
    if (other.id === id || Math.abs(other.time - time) > WITHIN.days * DAY_MS) continue;
    const km = distanceKm(latitude, longitude, other.latitude, other.longitude);
    if (km <= WITHIN.km) near.push({ other, km });
  }
  const strongest = near.toSorted((a, b) => b.other.magnitude - a.other.magnitude || newestFirst(a.other, b.other));
  return {
    ...WITHIN,
    count: near.length,
    after: near.filter(({ other }) => other.time > time).length,
    strongest: strongest.slice(0, NAMED).map(({ other: { slug, magnitude, place, time: at }, km }) => {
      return { slug, magnitude, place, occurredAt: isoTime(at), km: Math.round(km) };
    }),
  };
}

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

const namesOf = memoizeByKey(
  (countries: Catalogue["countries"]) => new Map(countries.map(({ iso2, name }) => [iso2, name])),
);

interface ListedTown extends MapTown {
  iso2: string;
  vector: Vector;
}

/** Towns by cell of one degree, `cellOf` its south-west corner; the largest of a cell first. */
const towns = once(() => {
  const text = gunzipSync(readFileSync(new URL("../../../data/towns.tsv.gz", import.meta.url))).toString("utf8");
  const cells = new Map<number, ListedTown[]>();
  for (const line of text.trimEnd().split("\n").slice(1)) {
    const [name = "", iso2 = "", north, east, population] = line.split("\t");
    const [latitude, longitude] = [Number(north), Number(east)];
    const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
    const cell = cellOf(Math.floor(latitude), Math.floor(longitude));
    const here = cells.get(cell) ?? [];
    if (here.length === 0) cells.set(cell, here);
    here.push({ name, iso2, vector: vectorOf(latitude, longitude), population: Number(population), x, y });
  }
  return cells;
});

const RADIANS = Math.PI / 180;

/** A number for each cell of one degree. @param latitude, longitude whole degrees; longitudes of any turn */
function cellOf(latitude: number, longitude: number): number {
  return latitude * 360 + ((((longitude + 180) % 360) + 360) % 360);
}

/** Larger than the rounding errors of distances and positions, degrees. */
const ROUNDING = 1e-6;

/**
 * All cells that a circle on the sphere touches, each once, and a few others. Its longitudes differ from that of its centre by
 * at most asin(sin r / cos latitude); a circle around a pole has all longitudes.
 *
 * @param latitude, longitude of the centre, degrees
 */
function cellsWithin(km: number, latitude: number, longitude: number): number[] {
  const radius = km / kmOfDegrees(1) + ROUNDING;
  const sine = Math.sin(radius * RADIANS) / Math.cos(latitude * RADIANS);
  const width = Math.abs(latitude) + radius < 90 ? Math.asin(sine) / RADIANS + ROUNDING : 180;
  const west = Math.floor(longitude - width);
  const east = Math.min(Math.floor(longitude + width), west + 359);
  const cells: number[] = [];
  for (let row = Math.floor(latitude - radius); row <= latitude + radius; row++) {
    for (let column = west; column <= east; column++) cells.push(cellOf(row, column));
  }
  return cells;
}

interface NearTown {
  town: ListedTown;
  km: number;
}

/** The towns around a point, nearest first. @param latitude, longitude degrees */
function townsAround(latitude: number, longitude: number, names: ReadonlyMap<string, string>): Town[] {
  const near = townsWithin(latitude, longitude);
  const nearest: NearTown[] = [];
  for (const one of near) {
    const place = nearest.findIndex((other) => isBefore(one, other));
    if (place >= 0) nearest.splice(place, 0, one);
    else if (nearest.length < NEAREST) nearest.push(one);
    if (nearest.length > NEAREST) nearest.pop();
  }
  return [...nearest, ...largerBeyond(near, nearest)].map(({ town: { name, iso2, population }, km }) => {
    return { name, iso2, country: names.get(iso2) ?? iso2, population, km: Math.round(km) };
  });
}

const FARTHEST_CHORD2 = chord2OfKm(FARTHEST_TOWN + ROUNDING);

function townsWithin(latitude: number, longitude: number): NearTown[] {
  const near: NearTown[] = [];
  const here = vectorOf(latitude, longitude);
  for (const cell of cellsWithin(FARTHEST_TOWN, latitude, longitude)) {
    for (const town of towns().get(cell) ?? []) {
      const chord2 = chord2Between(here, town.vector);
      if (chord2 > FARTHEST_CHORD2) continue;
      const km = kmOfChord2(chord2);
      if (km <= FARTHEST_TOWN) near.push({ town, km });
    }
  }
  return near;
}

/**
 * The farthest of the towns that are larger than every nearer one. Each is the largest of those before the next: a few passes are
 * faster than sorting hundreds of towns for each of tens of thousands of pages.
 */
function largerBeyond(near: readonly NearTown[], nearest: readonly NearTown[]): NearTown[] {
  const largest = Math.max(0, ...nearest.map(({ town }) => town.population));
  const larger = near.filter((one) => one.town.population > largest && !nearest.includes(one));
  const found: NearTown[] = [];
  while (found.length < LARGER) {
    const [next] = found;
    let best: NearTown | undefined;
    for (const one of larger) {
      if (next && !isBefore(one, next)) continue;
      const more = one.town.population - (best?.town.population ?? 0);
      if (!best || more > 0 || (more === 0 && isBefore(one, best))) best = one;
    }
    if (!best) break;
    found.unshift(best);
  }
  return found;
}

/** Nearer, or as near and larger. */
function isBefore(one: NearTown, other: NearTown): boolean {
  return one.km < other.km || (one.km === other.km && one.town.population > other.town.population);
}

/** A map of many towns names the largest. With this number in each cell of a degree, a page is drawn in less than a millisecond. */
const IN_CELL = 4;

/** The largest towns of each cell that an area touches. @param area west may be less than -180, and east more than 180 */
export function townsIn({ south, north, west, east }: Degrees): ListedTown[] {
  const found: ListedTown[] = [];
  for (let row = Math.floor(south); row <= north; row++) {
    for (let column = Math.floor(west); column <= east; column++) {
      const here = towns().get(cellOf(row, column)) ?? [];
      for (let at = 0; at < here.length && at < IN_CELL; at++) found.push(here[at] as ListedTown);
    }
  }
  return found;
}
