import { COUNTRY_CODES } from "../contract/texts/vocabulary.ts";
import { memoizeByKey } from "../contract/wire/memoize.ts";
import { type Columns, rowsNewerThan } from "../shards/columns.ts";
import { firstWhere, groupBy } from "../shards/groups.ts";
import { countBetween, countRanks, takeBetween } from "./rank-counts.ts";

/** A selection of recent earthquakes. Magnitude bounds are inclusive. */
export interface EarthquakeQuery {
  /** The window is the half-open interval (asOf − hours, asOf]; ms since 1970 UTC. */
  asOf: number;
  hours: number;
  minMagnitude: number;
  maxMagnitude: number;
  /** ISO 3166-1 alpha-2 of COUNTRY_CODES. */
  country?: string | undefined;
  offset: number;
  limit: number;
}

export interface Selection {
  /** Number of matches, regardless of `offset` and `limit`. */
  count: number;
  /** Rows of the columns, newest first. */
  rows: number[];
}

const HOUR_MS = 3_600_000;
/** Larger than any index of a country, and than NO_COUNTRY. */
const COUNTRY_KEYS = 256;

/**
 * Selects a list. Rows are sorted newest first, so the window is a range of rows, which is found by binary search. Two more
 * searches turn the magnitude bounds into a range of ranks. For each country there is a list of its rows, so a country's window is
 * a range too. Two tasks remain: to count the ranks within bounds in a range of a sequence, and to take items from `offset` on.
 * With cumulative counts, the first takes two look-ups and a scan of less than a block, and the second starts at its first block.
 * The cost of a query does not grow with the number of events.
 *
 * Counts and lists are made on first use. That takes about 3 ns per event, which is less than reading them would take.
 */
export function selectEarthquakes(columns: Columns, query: EarthquakeQuery): Selection {
  const { asOf, hours, minMagnitude, maxMagnitude, country, offset, limit } = query;
  const { magnitudes } = columns;
  const low = firstWhere(0, magnitudes.length, (rank) => (magnitudes[rank] as number) >= minMagnitude);
  const high = firstWhere(low, magnitudes.length, (rank) => (magnitudes[rank] as number) > maxMagnitude);
  let from = rowsNewerThan(columns, asOf);
  let to = rowsNewerThan(columns, asOf - hours * HOUR_MS);
  let sequence;
  let posted: Uint32Array | undefined;
  if (country === undefined) sequence = countsOfAll(columns);
  else {
    const { first, rows, counts } = countsByCountry(columns);
    const key = COUNTRY_CODES.indexOf(country);
    const after = (row: number) =>
      firstWhere(first[key] as number, first[key + 1] as number, (at) => (rows[at] as number) >= row);
    [from, to, sequence, posted] = [after(from), after(to), counts, rows];
  }
  const count = countBetween(sequence, to, low, high) - countBetween(sequence, from, low, high);
  const rows = takeBetween(sequence, [from, to], [low, high], offset, Math.min(limit, count - offset));
  if (posted) for (let at = 0; at < rows.length; at++) rows[at] = posted[rows[at] as number] as number;
  return { count, rows };
}

const countsOfAll = memoizeByKey(({ rank, magnitudes }: Columns) => countRanks(rank, magnitudes.length));

const countsByCountry = memoizeByKey(({ rank, magnitudes, country }: Columns) => {
  const { first, members } = groupBy(country, COUNTRY_KEYS);
  const ranks = new Uint16Array(rank.length);
  for (let at = 0; at < ranks.length; at++) ranks[at] = rank[members[at] as number] as number;
  return { first, rows: members, counts: countRanks(ranks, magnitudes.length) };
});
