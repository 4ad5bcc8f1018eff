import type { Endpoint } from "../contract/table/endpoints.ts";
import { canonicalQuery, type Query } from "../contract/table/parameters.ts";
import { COUNTRY_CODES } from "../contract/texts/vocabulary.ts";
import { memoizeByKey } from "../contract/wire/memoize.ts";
import { coveredFrom } from "../contract/wire/window.ts";
import { lowerBound } from "../platform/lists.ts";
import { HOUR_MS } from "../platform/time.ts";
import { buildCounts, countBetween, selectBetween } from "./rank-counts.ts";
import type { BodyPart } from "./record-shards.ts";
import { isInside, type Region, regionOf } from "./region.ts";
import { type Columns, rowsNewerThan } from "./shards/columns.ts";
import { groupRows } from "./shards/inverted-index.ts";
import type { Snapshot } from "./snapshot.ts";

/** Makes the body of `/api/recent/`. */
export function recentBody(snapshot: Snapshot, { values }: Query): BodyPart[] {
  const { asOf, columns, earthquakes } = snapshot;
  const { rows } = selectEarthquakes(columns, {
    asOf,
    hours: Number(values.hours),
    minMagnitude: Number(values.min_magnitude),
    maxMagnitude: Infinity,
    offset: 0,
    limit: Number(values.limit),
  });
  return ['{"earthquakes":[', { shards: earthquakes, rows }, endOfList(snapshot, values.hours)];
}

/** Makes the body of `/api/v1/earthquakes/`. */
export function earthquakesBody(snapshot: Snapshot, { count, rows }: Selection, { values }: Query): BodyPart[] {
  return [`{"count":${count},"earthquakes":[`, { shards: snapshot.earthquakes, rows }, endOfList(snapshot, values.hours)];
}

/** Makes the body of `/api/live-feed/`. */
export function liveFeedBody(snapshot: Snapshot, { values }: Query): BodyPart[] {
  const { asOf, columns, features } = snapshot;
  const from = rowsNewerThan(columns, asOf);
  const to = rowsNewerThan(columns, asOf - Number(values.hours) * HOUR_MS);
  const rows = Uint32Array.from({ length: to - from }, (_, at) => from + at);
  return ['{"type":"FeatureCollection","features":[', { shards: features, rows }, endOfList(snapshot, values.hours)];
}

/** What follows the records of a list: since when its window is covered. */
function endOfList({ asOf, record }: Snapshot, hours: unknown): string {
  const since = record.covered_from === undefined ? null : Date.parse(record.covered_from);
  return `],"covered_from":${JSON.stringify(coveredFrom(asOf, Number(hours), since))}}`;
}

/** The selection of `/api/v1/earthquakes/`, and the `Link` header of the page. */
export function earthquakesPage({ asOf, columns }: Snapshot, endpoint: Endpoint, query: Query): { selection: Selection; link: string } {
  const { values } = query;
  const selection = selectEarthquakes(columns, {
    asOf,
    hours: Number(values.hours),
    minMagnitude: Number(values.min_mag),
    maxMagnitude: Number(values.max_mag),
    country: values.country as string | undefined,
    region: regionOf(values),
    order: values.order as string | undefined,
    offset: Number(values.offset),
    limit: Number(values.limit),
  });
  return { selection, link: linkHeader(endpoint, query, selection.count) };
}

/**
 * The `Link` header (RFC 8288) of a page: first, prev, next and last, as far as they exist. The targets are relative to the request
 * (`?…`), so they are valid under any base path. They are the canonical query without defaults, but always with `limit` and
 * `offset`. `last` is the page at the end of the chain of `next` links.
 *
 * @param count total number of matches
 */
export function linkHeader(endpoint: Endpoint, { values, given }: Pick<Query, "values" | "given">, count: number): string {
  const offset = Number(values.offset);
  const limit = Number(values.limit);
  const phase = offset % limit;
  const last = count > phase ? phase + Math.floor((count - 1 - phase) / limit) * limit : 0;
  const pages: [string, number][] = [["first", 0]];
  if (offset > 0) pages.push(["prev", Math.max(0, Math.min(offset - limit, last))]);
  if (offset + limit < count) pages.push(["next", offset + limit]);
  pages.push(["last", last]);
  // `offset` is the last parameter of a canonical query.
  const named = endpoint.parameters.filter(({ name }) => name === "limit" || (name in given && name !== "offset"));
  const query = canonicalQuery(named, values);
  return pages.map(([relation, to]) => `<?${query}&offset=${to}>; rel="${relation}"`).join(", ");
}

/** A selection of recent earthquakes. Magnitude bounds are inclusive. */
interface EarthquakeQuery {
  /** The window is the half-open interval (asOf − hours, asOf]; ms since 1970 UTC. */
  asOf: number;
  hours: number;
  minMagnitude: number;
  maxMagnitude: number;
  /** ISO 3166-1 alpha-2 of COUNTRY_CODES. */
  country?: string | undefined;
  region?: Region | undefined;
  /** `time` (newest first), `time-asc`, `magnitude` (largest first) or `magnitude-asc`; equal magnitudes newest first. */
  order?: string | undefined;
  offset: number;
  limit: number;
}

interface Selection {
  /** Number of matches, regardless of `offset` and `limit`. */
  count: number;
  /** Rows of the columns, in the order of the query. */
  rows: number[];
}

/** Larger than any index of a country, and than NO_COUNTRY. */
const COUNTRY_KEYS = 256;

/**
 * Selects a list. Rows are sorted newest first, so the window is a range of rows, which is found by binary search. Two more
 * searches turn the magnitude bounds into a range of ranks. For each country there is a list of its rows, so a country's window is
 * a range too. Two tasks remain: to count the ranks within bounds in a range of a sequence, and to take items from `offset` on.
 * With cumulative counts, the first takes two look-ups and a scan of less than a block, and the second starts at its first block.
 * The cost of a query does not grow with the number of events. Only a query with a region or an order of its own looks at each row
 * of its window.
 *
 * Counts and lists are made on first use. That takes about 3 ns per event, which is less than reading them would take.
 */
function selectEarthquakes(columns: Columns, query: EarthquakeQuery): Selection {
  const { asOf, hours, minMagnitude, maxMagnitude, country, region, order = "time", offset, limit } = query;
  const { magnitudes, rank, latitude, longitude } = columns;
  const low = lowerBound(0, magnitudes.length, (at) => (magnitudes[at] as number) >= minMagnitude);
  const high = lowerBound(low, magnitudes.length, (at) => (magnitudes[at] as number) > maxMagnitude);
  let from = rowsNewerThan(columns, asOf);
  let to = rowsNewerThan(columns, asOf - hours * HOUR_MS);
  let sequence;
  let posted: Uint32Array | undefined;
  if (country === undefined) sequence = countsOfAll(columns);
  else {
    const { first, rows, counts } = countsByCountry(columns);
    const key = COUNTRY_CODES.indexOf(country);
    const after = (row: number) => lowerBound(first[key] as number, first[key + 1] as number, (at) => (rows[at] as number) >= row);
    [from, to, sequence, posted] = [after(from), after(to), counts, rows];
  }
  if (region || order !== "time") {
    const found: number[] = [];
    for (let at = from; at < to; at++) {
      const row = posted ? (posted[at] as number) : at;
      const own = rank[row] as number;
      if (own < low || own >= high) continue;
      if (!region || isInside(region, latitude[row] as number, longitude[row] as number)) found.push(row);
    }
    if (order === "time-asc") found.reverse();
    const sign = order === "magnitude" ? -1 : 1;
    if (order.startsWith("magnitude")) found.sort((a, b) => sign * ((rank[a] as number) - (rank[b] as number)));
    return { count: found.length, rows: found.slice(offset, offset + limit) };
  }
  const count = countBetween(sequence, to, low, high) - countBetween(sequence, from, low, high);
  const rows = selectBetween(sequence, [from, to], [low, high], offset, Math.min(limit, count - offset));
  if (posted) for (let at = 0; at < rows.length; at++) rows[at] = posted[rows[at] as number] as number;
  return { count, rows };
}

const countsOfAll = memoizeByKey(({ rank, magnitudes }: Columns) => buildCounts(rank, magnitudes.length));

const countsByCountry = memoizeByKey(({ rank, magnitudes, country }: Columns) => {
  const { first, members } = groupRows(country, COUNTRY_KEYS);
  const ranks = new Uint16Array(rank.length);
  for (let at = 0; at < ranks.length; at++) ranks[at] = rank[members[at] as number] as number;
  return { first, rows: members, counts: buildCounts(ranks, magnitudes.length) };
});
