import type { OpenBlock } from "./block.ts";
import { type Candidates, candidatesOf, type Order } from "./candidates.ts";
import { type BlockBounds, MOST_ROWS } from "./columns.ts";
import { type Criteria, rowTest, wholeTest } from "./criteria.ts";
import type { Archive, BlockRef } from "./reader.ts";

interface Selection {
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
 * How many more rows each further step reads than the one before it. Otherwise a query for a rare kind of event would need
 * one round trip for each block.
 */
const GROWTH = 8;

/** Least number of rows in a step after one that has found nothing. */
const STEP_ROWS = 8_192;

/** The second step reads so many times the rows that are enough by the share of the first. */
const MARGIN = 1.5;

/** Most blocks in a step, so that a long query neither fills the memory nor blocks the event loop. */
const STEP_BLOCKS = 128;

/**
 * The selected rows, in the order of the query. The function reads blocks in that order and stops when no remaining block can
 * contain a row of the result.
 */
export async function selectRows(archive: Archive, selection: Selection): Promise<RowRef[]> {
  const top = topOf(archive, selection);
  const rows = top && (await readRows(archive, top));
  return rows?.length === selection.limit ? rows : readRows(archive, selection);
}

/**
 * The same selection of large events alone, which a set of the archive has in the order of their magnitudes; undefined if there
 * are probably too few.
 */
function topOf({ fences }: Archive, selection: Selection): Selection | undefined {
  const { criteria, order, offset, limit } = selection;
  if (order !== "magnitude") return undefined;
  const sets = fences.flatMap((fence) => fence.sets.filter((set) => set.order === "magnitude"));
  const least = Math.max(...sets.map((set) => set.least ?? Number.NEGATIVE_INFINITY));
  if (!((criteria.magnitude?.least ?? Number.NEGATIVE_INFINITY) < least)) return undefined;
  const most = criteria.magnitude?.most ?? Number.POSITIVE_INFINITY;
  const top = { ...criteria, magnitude: { least, most } };
  const needed = offset + limit;
  const found = fences.map((fence) => candidatesOf(fence, top, { order, needed }));
  return expectedIn(found) >= 2 * needed ? { ...selection, criteria: top } : undefined;
}

/** The number of selected rows, by the estimates of the blocks. */
function expectedIn(found: readonly Candidates[]): number {
  return found.reduce((sum, { blocks, expected }) => sum + blocks.reduce((own, at) => own + expected(at), 0), 0);
}

async function readRows(archive: Archive, { criteria, order, offset, limit }: Selection): Promise<RowRef[]> {
  const needed = offset + limit;
  const candidates = archive.fences.map((fence) => candidatesOf(fence, criteria, { order, needed }));
  // What waits for a place has read nothing yet.
  await archive.turn(Math.min(needed, expectedIn(candidates)) / MOST_ROWS);
  const ranked = candidates.flatMap((one) => groupsOf(one, order)).toSorted((a, b) => b.best - a.best);
  let found: FoundRow[] = [];
  let [least, read] = [0, 0];
  for (let next = 0; next < ranked.length; ) {
    const last = found[needed - 1];
    if (last && last.key > (ranked[next] as Group).best) break;
    const from = next;
    let [rows, expected, blocks] = [0, 0, 0];
    for (; next < ranked.length && blocks < STEP_BLOCKS; next++) {
      // The first step reads the rows that are expected to be enough.
      if (from === 0 ? expected >= needed : rows >= least) break;
      const group = ranked[next] as Group;
      if (last && last.key > group.best) break;
      rows += group.rows;
      expected += group.expected;
      blocks += group.blocks.length;
    }
    const refs = ranked.slice(from, next).flatMap((group) => group.blocks);
    const isBetter = last ? (key: number) => key >= last.key : () => true;
    for (const [at, block] of (await archive.blocks(refs)).entries()) {
      await archive.turn();
      collect(found, refs[at] as BlockRef, block, criteria, order, isBetter);
    }
    found = (await sorted(found, archive)).slice(0, needed);
    read += rows;
    const enough = found.length === 0 ? STEP_ROWS : ((needed - found.length) / found.length) * read * MARGIN;
    least = from === 0 ? Math.max(enough, rows) : Math.max(enough, GROWTH * rows);
  }
  return found.slice(offset);
}

/** The number of selected rows. Blocks that are certainly selected as a whole are not read. */
export async function countRows(archive: Archive, criteria: Criteria): Promise<number> {
  let count = 0;
  for (const { fence, blocks } of archive.fences.map((one) => candidatesOf(one, criteria, undefined))) {
    const isWhole = wholeTest(criteria, fence.blocks);
    const partly = blocks.filter((at) => {
      const isIn = isWhole(at);
      if (isIn) count += fence.blocks.rows[at] as number;
      return !isIn;
    });
    for (let from = 0; from < partly.length; from += STEP_BLOCKS) {
      const refs = partly.slice(from, from + STEP_BLOCKS).map((at) => ({ fence, at }));
      for (const block of await archive.blocks(refs)) {
        await archive.turn();
        const isIn = rowTest(criteria, block);
        for (let row = 0; row < block.columns.time.length; row++) if (isIn(row)) count++;
      }
    }
  }
  return count;
}

/** Blocks that are read together: a single one, or all of a pack that is sorted otherwise than the query. */
interface Group {
  blocks: BlockRef[];
  rows: number;
  /** Upper limit of the sort keys. */
  best: number;
  /** Estimated number of selected rows. */
  expected: number;
}

function groupsOf({ fence, blocks, isSorted, expected }: Candidates, order: Order): Group[] {
  const groups = new Map<number, Group>();
  for (const at of blocks) {
    const number = isSorted ? at : (fence.blocks.pack[at] as number);
    let group = groups.get(number);
    if (!group) groups.set(number, (group = { blocks: [], rows: 0, best: Number.NEGATIVE_INFINITY, expected: 0 }));
    group.blocks.push({ fence, at });
    group.rows += fence.blocks.rows[at] as number;
    group.best = Math.max(group.best, bestKey(order, fence.blocks, at));
    group.expected += expected(at);
  }
  return [...groups.values()];
}

/** An upper limit of the sort keys in a block. */
function bestKey(order: Order, { least, most }: BlockBounds, at: number): number {
  return keyOf(order, order.endsWith("-asc") ? least : most, at);
}

function keyOf(order: Order, { time, magnitude }: Record<"time" | "magnitude", ArrayLike<number>>, row: number): number {
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

function collect(
  found: FoundRow[],
  { fence, at }: BlockRef,
  block: OpenBlock,
  criteria: Criteria,
  order: Order,
  isBetter: (key: number) => boolean,
): void {
  const { columns } = block;
  const isIn = rowTest(criteria, block);
  for (let row = 0; row < columns.time.length; row++) {
    if (!isIn(row)) continue;
    const key = keyOf(order, columns, row);
    if (isBetter(key)) found.push({ fence, at, row, key, time: columns.time[row] as number, id: columns.id[row] as number });
  }
}

/** Rows that are sorted, or merged, in one piece. */
const SORTED_AT_ONCE = 2_048;

/** Merge sort in small pieces, because other requests wait while a hundred thousand rows are sorted at once. */
async function sorted(rows: readonly FoundRow[], { turn }: Archive): Promise<FoundRow[]> {
  let runs: FoundRow[][] = [];
  for (let from = 0; from < rows.length; from += SORTED_AT_ONCE) {
    await turn();
    runs.push(rows.slice(from, from + SORTED_AT_ONCE).toSorted(inOrder));
  }
  while (runs.length > 1) {
    const merged: FoundRow[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await mergedRuns(runs[at] ?? [], runs[at + 1] ?? [], turn));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedRuns(a: readonly FoundRow[], b: readonly FoundRow[], turn: Archive["turn"]): Promise<FoundRow[]> {
  const all: FoundRow[] = [];
  let [x, y] = [0, 0];
  while (all.length < a.length + b.length) {
    if (all.length % SORTED_AT_ONCE === 0) await turn();
    const [first, second] = [a[x], b[y]];
    const isFirst = first !== undefined && (second === undefined || inOrder(first, second) <= 0);
    all.push((isFirst ? first : second) as FoundRow);
    if (isFirst) x++;
    else y++;
  }
  return all;
}

function inOrder(a: FoundRow, b: FoundRow): number {
  return b.key - a.key || b.time - a.time || a.id - b.id;
}
