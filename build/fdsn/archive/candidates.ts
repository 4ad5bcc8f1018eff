import { isInSpan, type RowOrder } from "./columns.ts";
import { boundsTest, boxOf, type Criteria, type Range } from "./criteria.ts";
import { type Fence, type PackSet, STRENGTHS } from "./fence.ts";

/** Rows with equal keys are sorted by time, newest first, and then by the hash of the id. */
export const ORDERS = ["time", "time-asc", "magnitude", "magnitude-asc"] as const;
export type Order = (typeof ORDERS)[number];

/** The blocks of one set of a fence that may have a selected row. */
export interface Candidates {
  fence: Fence;
  /** Indices, ascending. */
  blocks: number[];
  /** Whether the packs are sorted in the order of the query. */
  isSorted: boolean;
  /** Estimates the number of selected rows in a block. */
  expected: (block: number) => number;
}

/** The first rows that a query needs in its order; undefined if it needs all. */
interface Aim {
  order: Order;
  needed: number;
}

/** So many bytes are read in the time that a request takes: 5 MB a second and 25 ms. */
const REQUEST_BYTES = 131_072;

/** Blocks of a pack with at most this number of other blocks between them are read in one request. */
const NEAR_BLOCKS = 3;

/** In packs of these orders the blocks of a query have its order; those by country are only read for one country. */
const SORTED: Readonly<Record<Order, readonly RowOrder[]>> = {
  time: ["time", "country"],
  "time-asc": ["time", "country"],
  magnitude: ["magnitude"],
  "magnitude-asc": ["magnitude"],
};

/** Chooses the set of a fence from which a query probably reads least. */
export function candidatesOf(fence: Fence, criteria: Criteria, aim: Aim | undefined): Candidates {
  const eligible = fence.sets.flatMap((set, at) => (hasAll(set, criteria) ? [{ set, at }] : []));
  const found = eligible.map(({ set, at }) => measured(fence, set, at, criteria));
  const fewest = found.reduce((best, one) => (one.rows < best.rows ? one : best));
  const [placedIn, timedIn] = [rowsInside(fence, placedRanges(criteria)), rowsInside(fence, { time: [criteria.time] })];
  const placed = fewest.blocks.reduce((sum, at) => sum + placedIn(at), 0);
  const selected = placed * strengthShare(fence, fewest.set, criteria);
  const costs = found.map((one) => costOf(one, selected, aim));
  const chosen = found[costs.indexOf(Math.min(...costs))] as Measured;
  const inTime = chosen.blocks.reduce((sum, at) => sum + timedIn(at), 0);
  const share = inTime === 0 ? 0 : selected / inTime;
  return {
    fence,
    blocks: chosen.blocks,
    isSorted: aim !== undefined && SORTED[aim.order].includes(chosen.set.order),
    expected: (at) => timedIn(at) * share,
  };
}

function hasAll({ order, least }: PackSet, { magnitude, country }: Criteria): boolean {
  if (order === "country" && country === undefined) return false;
  return least === null || (magnitude !== undefined && magnitude.least >= least);
}

/** What a query reads at most. */
interface Reads {
  rows: number;
  bytes: number;
  runs: number;
}

interface Measured extends Reads {
  set: PackSet;
  blocks: number[];
  /** Of each pack, newest first. */
  packs: Reads[];
}

function measured(fence: Fence, set: PackSet, number: number, criteria: Criteria): Measured {
  const { blocks, bounds, packs } = fence;
  const { country, ...others } = criteria;
  const isByCountry = set.order === "country" && country !== undefined;
  const tested = isByCountry ? others : criteria;
  const [mayPack, mayBounds] = [boundsTest(tested, bounds), boundsTest(tested, blocks)];
  const mayBlock = isByCountry ? (at: number) => isInSpan(blocks.countries[at] as number, country) && mayBounds(at) : mayBounds;
  const sum: Measured = { set, blocks: [], rows: 0, bytes: 0, runs: 0, packs: [] };
  // Blocks of adjacent packs in a file are near each other too.
  let [file, last] = ["", Number.NEGATIVE_INFINITY];
  for (const [at, pack] of packs.entries()) {
    if (pack.set !== number || !mayPack(at)) continue;
    if (pack.sha256 !== file) last = Number.NEGATIVE_INFINITY;
    file = pack.sha256;
    const own: Reads = { rows: 0, bytes: 0, runs: 0 };
    for (let block = pack.firstBlock; block < pack.endBlock; block++) {
      if (!mayBlock(block)) continue;
      sum.blocks.push(block);
      own.rows += blocks.rows[block] as number;
      own.bytes += blocks.bytes[block] as number;
      if (block - last > NEAR_BLOCKS) own.runs++;
      last = block;
    }
    if (own.rows === 0) continue;
    sum.packs.push(own);
    for (const name of ["rows", "bytes", "runs"] as const) sum[name] += own[name];
  }
  return sum;
}

/** The bytes that a query probably reads, and its requests in bytes. */
function costOf({ set, rows, bytes, packs, runs }: Measured, selected: number, aim: Aim | undefined): number {
  const share = aim === undefined || selected === 0 ? 1 : Math.min(1, aim.needed / selected);
  if (aim && SORTED[aim.order].includes(set.order)) return bytes * share + Math.ceil(runs * share) * REQUEST_BYTES;
  // In another order all blocks of a pack must be read. Packs have very different sizes.
  let [cost, left] = [0, rows * share];
  for (const pack of aim?.order === "time-asc" ? packs.toReversed() : packs) {
    if (left <= 0) break;
    cost += pack.bytes + pack.runs * REQUEST_BYTES;
    left -= pack.rows;
  }
  return cost;
}

type Ranges = Partial<Record<"time" | "latitude" | "longitude", readonly Range[]>>;

function placedRanges({ time, latitude, longitude, circle }: Criteria): Ranges {
  const box = circle && boxOf(circle);
  const [north, east] = [box?.latitude ?? latitude, box?.longitude ? [box.longitude] : longitude];
  return { time: [time], ...(north && { latitude: [north] }), ...(east && { longitude: east }) };
}

/** The share of the events of a set that have at least the magnitude of a query, by the number in the whole fence. */
function strengthShare({ strengths }: Fence, { least }: PackSet, { magnitude }: Criteria): number {
  const countFrom = (bound: number) => strengths[STRENGTHS.findLastIndex((one) => one <= bound)];
  const [selected, all] = [countFrom(magnitude?.least ?? Number.NEGATIVE_INFINITY), countFrom(least ?? 0)];
  return selected && all ? selected / all : 1;
}

/** The rows of a block that are inside ranges, if its rows are spread evenly over its bounds. */
function rowsInside({ blocks: { rows, least, most } }: Fence, ranges: Ranges): (at: number) => number {
  const bounded = (Object.entries(ranges) as [keyof Ranges, readonly Range[]][]).map(([name, own]) => ({
    low: least[name],
    high: most[name],
    own,
  }));
  return (at) => {
    let inside = rows[at] as number;
    for (const { low, high, own } of bounded) {
      let share = 0;
      for (const range of own) share = Math.max(share, shareInside(low[at] as number, high[at] as number, range));
      inside *= share;
    }
    return inside;
  };
}

/** At least a little, because a block that may have selected rows is never quite without. */
const LITTLE = 0.01;

function shareInside(least: number, most: number, range: Range): number {
  if (most <= least) return 1;
  const inside = Math.min(most, range.most) - Math.max(least, range.least);
  return Math.max(LITTLE, Math.min(1, inside / (most - least)));
}

/** A part of a file. */
interface Part {
  path: string;
  chunk: { at: number; bytes: number };
}

/** A range of a file that is read in one operation, and the parts in it. */
interface Run<Some extends Part> {
  path: string;
  at: number;
  bytes: number;
  parts: Some[];
}

/** A gap of at most this size is read with its neighbours: over a network a request takes longer. */
const NEAR = 65_536;

/** With more than `FEW_RUNS` runs, larger gaps are read too, the smallest first, at most `FAR` bytes of them. */
const FEW_RUNS = 4;
const FAR = 2_097_152;

/** The ranges that are read for parts of files: as few as possible, without many unused bytes. */
export function runsOf<Some extends Part>(chunks: readonly Some[]): Run<Some>[] {
  const sorted = chunks.toSorted((a, b) => (a.path === b.path ? a.chunk.at - b.chunk.at : a.path < b.path ? -1 : 1));
  const near = joined(
    sorted.map((one) => ({ path: one.path, ...one.chunk, parts: [one] })),
    NEAR,
  );
  if (near.length <= FEW_RUNS) return near;
  const gaps = near.flatMap((run, at) => gapBetween(near[at - 1], run) ?? []).toSorted((a, b) => a - b);
  let [widest, sum] = [0, 0];
  for (const gap of gaps.slice(0, near.length - FEW_RUNS)) {
    sum += gap;
    if (sum > FAR) break;
    widest = gap;
  }
  return joined(near, widest);
}

/** The bytes between two runs; undefined if they are of different files. */
function gapBetween<Some extends Part>(a: Run<Some> | undefined, b: Run<Some>): number | undefined {
  return a && a.path === b.path ? b.at - (a.at + a.bytes) : undefined;
}

function joined<Some extends Part>(sorted: readonly Run<Some>[], gap: number): Run<Some>[] {
  const runs: Run<Some>[] = [];
  for (const run of sorted) {
    const last = runs.at(-1);
    const between = gapBetween(last, run);
    if (last && between !== undefined && between <= gap) {
      last.bytes = Math.max(last.bytes, run.at + run.bytes - last.at);
      last.parts.push(...run.parts);
    } else runs.push({ ...run, parts: [...run.parts] });
  }
  return runs;
}
