import { degreesBetween } from "../../geo/sphere.ts";
import type { BlockColumns, Bounded, RowWords } from "./block.ts";
import type { Block } from "./fence.ts";
import type { Archive, BlockRef } from "./reader.ts";

/** An inclusive range; an infinite bound is none. */
export interface Range {
  least: number;
  most: number;
}

/** What a query asks of an event. What is absent is not asked; an unknown value is in no range. */
export interface Criteria {
  /** ms since 1970 UTC. */
  time: Range;
  /** The least time of the last change, ms since 1970 UTC. */
  updated?: Range;
  /** Degrees. */
  latitude?: Range;
  /** Degrees; either bound may lie beyond 180 or -180, for a box across the antimeridian. */
  longitude?: Range;
  /** km. */
  depth?: Range;
  magnitude?: Range;
  significance?: Range;
  /** Degrees of the angle at the Earth's centre, around a position in degrees. */
  circle?: Range & { latitude: number; longitude: number };
  /** Whether the words of a row are such as are asked for. */
  words?: (words: RowWords) => boolean;
}

/** Equal keys: the newest first, then by the hash of the id. */
export const ORDERS = ["time", "time-asc", "magnitude", "magnitude-asc"] as const;
export type Order = (typeof ORDERS)[number];

export interface Selection {
  criteria: Criteria;
  order: Order;
  /** Rows to leave out before the first. */
  offset: number;
  limit: number;
}

/** Where an event is. */
export interface RowRef extends BlockRef {
  row: number;
}

interface FoundRow extends RowRef {
  /** Greatest first. */
  key: number;
  time: number;
  id: number;
}

/** Fewest rows that blocks are read for at a time, so that a rare kind of event does not need a round trip a block. */
const BATCH_ROWS = 2_048;

/**
 * The rows that a query selects, in its order. Blocks are read from the first in the order on, until no other can have a row
 * before the last that is asked for.
 */
export async function selectRows(archive: Archive, { criteria, order, offset, limit }: Selection): Promise<RowRef[]> {
  const needed = offset + limit;
  const ranked = candidates(archive, criteria)
    .map((ref) => ({ ref, best: bestKey(order, ref.block) }))
    .toSorted((a, b) => b.best - a.best);
  let found: FoundRow[] = [];
  let batch = isOfTimeAlone(criteria) ? needed : Math.max(BATCH_ROWS, needed);
  for (let next = 0; next < ranked.length; ) {
    const last = found[needed - 1];
    if (last && last.key > (ranked[next]?.best as number)) break;
    const from = next;
    for (let rows = 0; next < ranked.length && rows < batch; next++) rows += ranked[next]?.ref.block.rows as number;
    const refs = ranked.slice(from, next).map(({ ref }) => ref);
    const columns = await archive.columns(refs);
    for (const [at, ref] of refs.entries()) collect(found, ref, columns[at] as BlockColumns, criteria, order);
    found = found.toSorted(inOrder).slice(0, needed);
    batch *= 2;
  }
  return found.slice(offset);
}

/** How many rows a query selects. Blocks that are wholly in it are not read. */
export async function countRows(archive: Archive, criteria: Criteria): Promise<number> {
  const refs = candidates(archive, criteria);
  const partly = refs.filter(({ block }) => !isWhollyIn(criteria, block));
  let count =
    refs.reduce((sum, { block }) => sum + block.rows, 0) - partly.reduce((sum, { block }) => sum + block.rows, 0);
  // Some at a time, so that a long count holds neither memory nor the thread.
  const step = 256;
  for (let from = 0; from < partly.length; from += step) {
    for (const columns of await archive.columns(partly.slice(from, from + step))) {
      const isIn = rowTest(criteria, columns);
      for (let row = 0; row < columns.time.length; row++) if (isIn(row)) count++;
    }
  }
  return count;
}

function candidates({ blocks }: Archive, criteria: Criteria): BlockRef[] {
  return blocks.filter(({ block }) => mayHave(criteria, block));
}

const RANGES = ["time", "updated", "latitude", "depth", "magnitude"] as const satisfies Bounded[];

function mayHave(criteria: Criteria, { least, most }: Block): boolean {
  for (const name of RANGES) {
    const range = criteria[name];
    // NaN is no bound of anything: a block without known values has no row in a range.
    if (range && !(most[name] >= range.least && least[name] <= range.most)) return false;
  }
  const { longitude, circle } = criteria;
  if (
    longitude &&
    !TURNS.some((turn) => most.longitude + turn >= longitude.least && least.longitude + turn <= longitude.most)
  )
    return false;
  return !circle || mayReach(circle, { least, most });
}

const TURNS = [0, 360, -360] as const;

/** Rounding of a distance, degrees: less than a millimetre. */
const NEARLY = 1e-9;

/** Whether a circle reaches the latitudes of a block, and its longitudes if no pole is in it. */
function mayReach(
  { latitude, longitude, most: radius }: NonNullable<Criteria["circle"]>,
  { least, most }: Pick<Block, "least" | "most">,
): boolean {
  const [south, north] = [latitude - radius - NEARLY, latitude + radius + NEARLY];
  if (most.latitude < south || least.latitude > north) return false;
  if (south <= -90 || north >= 90) return true;
  const radians = Math.PI / 180;
  // Where a meridian touches the circle (Napier's rules).
  const half =
    Math.asin(Math.min(1, Math.sin((radius + NEARLY) * radians) / Math.cos(latitude * radians))) / radians + NEARLY;
  return TURNS.some((turn) => most.longitude + turn >= longitude - half && least.longitude + turn <= longitude + half);
}

/** Whether every row of a block is selected, as far as its bounds tell. */
function isWhollyIn(criteria: Criteria, { least, most }: Block): boolean {
  const { time } = criteria;
  return isOfTimeAlone(criteria) && least.time >= time.least && most.time <= time.most;
}

function isOfTimeAlone(criteria: Criteria): boolean {
  return Object.entries(criteria).every(([name, value]) => name === "time" || value === undefined);
}

/** No row of a block has a greater key. */
function bestKey(order: Order, { least, most }: Block): number {
  switch (order) {
    case "time":
      return most.time;
    case "time-asc":
      return -least.time;
    case "magnitude":
      return known(most.magnitude);
    case "magnitude-asc":
      return known(-least.magnitude);
  }
}

function keyOf(order: Order, { time, magnitude }: BlockColumns, row: number): number {
  switch (order) {
    case "time":
      return time[row] as number;
    case "time-asc":
      return -(time[row] as number);
    case "magnitude":
      return known(magnitude[row] as number);
    case "magnitude-asc":
      return known(-(magnitude[row] as number));
  }
}

/** Events without a magnitude come last in either order. */
function known(key: number): number {
  return Number.isNaN(key) ? Number.NEGATIVE_INFINITY : key;
}

function collect(found: FoundRow[], ref: BlockRef, columns: BlockColumns, criteria: Criteria, order: Order): void {
  const isIn = rowTest(criteria, columns);
  for (let row = 0; row < columns.time.length; row++) {
    if (!isIn(row)) continue;
    const [time, id] = [columns.time[row] as number, columns.id[row] as number];
    found.push({ ...ref, row, key: keyOf(order, columns, row), time, id });
  }
}

function inOrder(a: FoundRow, b: FoundRow): number {
  return b.key - a.key || b.time - a.time || a.id - b.id;
}

/** The test of a row: only what is asked is looked at, and the words of a block once. */
function rowTest({ words, circle, longitude, ...ranges }: Criteria, columns: BlockColumns): (row: number) => boolean {
  const tests: ((row: number) => boolean)[] = [];
  for (const [name, range] of Object.entries(ranges) as [Bounded | "significance", Range | undefined][]) {
    if (!range) continue;
    const values = columns[name];
    tests.push((row) => (values[row] as number) >= range.least && (values[row] as number) <= range.most);
  }
  if (words) {
    const right = columns.words.map(words);
    tests.push((row) => right[columns.word[row] as number] as boolean);
  }
  if (longitude) tests.push((row) => isBetween(columns.longitude[row] as number, longitude));
  if (circle) {
    const { latitude, longitude: east, least, most } = circle;
    tests.push((row) => {
      const distance = degreesBetween(
        latitude,
        east,
        columns.latitude[row] as number,
        columns.longitude[row] as number,
      );
      return distance >= least - NEARLY && distance <= most + NEARLY;
    });
  }
  return (row) => tests.every((test) => test(row));
}

function isBetween(longitude: number, { least, most }: Range): boolean {
  return TURNS.some((turn) => longitude + turn >= least && longitude + turn <= most);
}
