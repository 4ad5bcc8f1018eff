import { degreesBetween } from "../../geo/sphere.ts";
import type { FeedFeature } from "../../store/feed-feature.ts";
import type { BlockColumns, Bounded, RowWords } from "./block.ts";
import { type Block, MOST_ROWS } from "./fence.ts";
import { type Archive, type BlockRef, readFeature } from "./reader.ts";

/** An inclusive range; an infinite bound means no limit. */
export interface Range {
  least: number;
  most: number;
}

/** The conditions of a query. Absent conditions are not tested; unknown values are outside every range. */
export interface Criteria {
  /** ms since 1970 UTC. */
  time: Range;
  /** The time of the last change, ms since 1970 UTC. */
  updated?: Range;
  /** Degrees. */
  latitude?: Range;
  /** Degrees, in [-180, 180]: one range, or several for a box across the antimeridian. */
  longitude?: readonly Range[];
  /** km. */
  depth?: Range;
  magnitude?: Range;
  significance?: Range;
  /** Angular distance in degrees from a position in degrees. */
  circle?: Range & { latitude: number; longitude: number };
  /** Whether the texts of a row match the conditions. */
  words?: (words: RowWords) => boolean;
  /** Whether the values that only the record of a row has match the conditions. */
  feature?: (feature: FeedFeature) => boolean;
}

/** Rows with equal keys are sorted by time, newest first, and then by the hash of the id. */
export const ORDERS = ["time", "time-asc", "magnitude", "magnitude-asc"] as const;
export type Order = (typeof ORDERS)[number];

export interface Selection {
  criteria: Criteria;
  order: Order;
  /** Number of rows to skip. */
  offset: number;
  limit: number;
}

/** The position of an event in the archive. */
export interface RowRef extends BlockRef {
  row: number;
}

interface FoundRow extends RowRef {
  /** The sort key; the greatest key comes first. */
  key: number;
  time: number;
  id: number;
}

/**
 * Least number of rows that are read in one step. Otherwise a query for a rare kind of event would need one round trip for
 * each block.
 */
const BATCH_ROWS = 2_048;

/** Blocks whose rows are tested in one step, so that a long query neither fills the memory nor blocks the event loop. */
const COLUMNS_AT_ONCE = 256;
const RECORDS_AT_ONCE = 32;

/**
 * The selected rows, in the order of the query. The function reads blocks in that order and stops when no remaining block can
 * contain a row of the result.
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
    for (const tested of await testBlocks(archive, refs, criteria)) collect(found, tested, order);
    found = found.toSorted(inOrder).slice(0, needed);
    batch = Math.min(
      batch * 2,
      criteria.feature ? Math.max(needed, RECORDS_AT_ONCE * MOST_ROWS) : Number.POSITIVE_INFINITY,
    );
  }
  return found.slice(offset);
}

/** The number of selected rows. Blocks that are certainly selected as a whole are not read. */
export async function countRows(archive: Archive, criteria: Criteria): Promise<number> {
  const refs = candidates(archive, criteria);
  const partly = refs.filter(({ block }) => !isWhollyIn(criteria, block));
  let count =
    refs.reduce((sum, { block }) => sum + block.rows, 0) - partly.reduce((sum, { block }) => sum + block.rows, 0);
  const step = criteria.feature ? RECORDS_AT_ONCE : COLUMNS_AT_ONCE;
  for (let from = 0; from < partly.length; from += step) {
    for (const { columns, isIn } of await testBlocks(archive, partly.slice(from, from + step), criteria)) {
      for (let row = 0; row < columns.time.length; row++) if (isIn(row)) count++;
    }
  }
  return count;
}

interface TestedBlock {
  ref: BlockRef;
  columns: BlockColumns;
  /** Whether a row is selected. */
  isIn: (row: number) => boolean;
}

/** The rows of blocks. Records are read only if a condition needs them and the columns of a block match. */
async function testBlocks(archive: Archive, refs: readonly BlockRef[], criteria: Criteria): Promise<TestedBlock[]> {
  const all = await archive.columns(refs);
  const tested = refs.map((ref, at): TestedBlock => {
    const columns = all[at] as BlockColumns;
    return { ref, columns, isIn: rowTest(criteria, columns) };
  });
  const { feature } = criteria;
  if (!feature) return tested;
  const matching = tested.filter(({ columns, isIn }) => columns.time.some((_, row) => isIn(row)));
  const records = await archive.records(matching.map(({ ref }) => ref));
  return matching.map(({ ref, columns, isIn }, at) => {
    const lines = records[at] as string[];
    return { ref, columns, isIn: (row) => isIn(row) && feature(readFeature(ref, lines[row])) };
  });
}

function candidates({ blocks }: Archive, criteria: Criteria): BlockRef[] {
  return blocks.filter(({ block }) => mayHave(criteria, block));
}

const RANGES = ["time", "updated", "latitude", "depth", "magnitude"] as const satisfies Bounded[];

function mayHave(criteria: Criteria, { least, most }: Block): boolean {
  for (const name of RANGES) {
    const range = criteria[name];
    // A block without known values has NaN bounds and therefore no row in a range.
    if (range && !(most[name] >= range.least && least[name] <= range.most)) return false;
  }
  const { longitude, circle } = criteria;
  if (longitude && !longitude.some((range) => most.longitude >= range.least && least.longitude <= range.most))
    return false;
  return !circle || mayReach(circle, { least, most });
}

const TURNS = [0, 360, -360] as const;

/** Tolerance for rounding errors of distances, degrees; less than a millimetre. */
const NEARLY = 1e-9;

/** Whether a circle overlaps the latitudes of a block, and its longitudes if the circle contains no pole. */
function mayReach(
  { latitude, longitude, most: radius }: NonNullable<Criteria["circle"]>,
  { least, most }: Pick<Block, "least" | "most">,
): boolean {
  const [south, north] = [latitude - radius - NEARLY, latitude + radius + NEARLY];
  if (most.latitude < south || least.latitude > north) return false;
  if (south <= -90 || north >= 90) return true;
  const radians = Math.PI / 180;
  // Half the width of the circle in longitude, at the meridians that touch it (Napier's rules).
  const half =
    Math.asin(Math.min(1, Math.sin((radius + NEARLY) * radians) / Math.cos(latitude * radians))) / radians + NEARLY;
  return TURNS.some((turn) => most.longitude + turn >= longitude - half && least.longitude + turn <= longitude + half);
}

/** Whether the bounds prove that every row of a block is selected. */
function isWhollyIn(criteria: Criteria, { least, most }: Block): boolean {
  const { time } = criteria;
  return isOfTimeAlone(criteria) && least.time >= time.least && most.time <= time.most;
}

function isOfTimeAlone(criteria: Criteria): boolean {
  return Object.entries(criteria).every(([name, value]) => name === "time" || value === undefined);
}

/** An upper limit of the sort keys in a block. */
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

/** Events without a magnitude come last in both orders. */
function known(key: number): number {
  return Number.isNaN(key) ? Number.NEGATIVE_INFINITY : key;
}

function collect(found: FoundRow[], { ref, columns, isIn }: TestedBlock, order: Order): void {
  for (let row = 0; row < columns.time.length; row++) {
    if (!isIn(row)) continue;
    const [time, id] = [columns.time[row] as number, columns.id[row] as number];
    found.push({ ...ref, row, key: keyOf(order, columns, row), time, id });
  }
}

function inOrder(a: FoundRow, b: FoundRow): number {
  return b.key - a.key || b.time - a.time || a.id - b.id;
}

/** Builds the test of the columns of a row. It contains only the requested conditions, and the texts of a block are tested once. */
function rowTest(criteria: Criteria, columns: BlockColumns): (row: number) => boolean {
  const { words, circle, longitude } = criteria;
  const tests: ((row: number) => boolean)[] = [];
  for (const name of [...RANGES, "significance"] as const) {
    const range = criteria[name];
    if (!range) continue;
    const values = columns[name];
    tests.push((row) => (values[row] as number) >= range.least && (values[row] as number) <= range.most);
  }
  if (words) {
    const right = columns.words.map(words);
    tests.push((row) => right[columns.word[row] as number] as boolean);
  }
  if (longitude)
    tests.push((row) => {
      const east = columns.longitude[row] as number;
      return longitude.some(({ least, most }) => east >= least && east <= most);
    });
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
