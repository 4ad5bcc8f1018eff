import type { Endpoint } from "../contract/table/endpoints.ts";
import type { ParameterValue } from "../contract/table/parameter.ts";
import { canonicalQuery } from "../contract/table/parameters.ts";
import type { Part } from "./body.ts";
import { type Selection, selectEarthquakes } from "./select-earthquakes.ts";
import type { Snapshot } from "./snapshot.ts";

/** A validated query: all values, and those that differ from their defaults. */
export interface Query {
  values: Record<string, ParameterValue>;
  given: Record<string, ParameterValue>;
}

/** Makes the body of `/api/recent/`. */
export function recentBody({ asOf, columns, earthquakes }: Snapshot, { values }: Query): Part[] {
  const { rows } = selectEarthquakes(columns, {
    asOf,
    hours: Number(values.hours),
    minMagnitude: Number(values.min_magnitude),
    maxMagnitude: Infinity,
    offset: 0,
    limit: Number(values.limit),
  });
  return ['{"earthquakes":[', { shards: earthquakes, rows }, "]}"];
}

/** Makes the body of `/api/v1/earthquakes/`. */
export function earthquakesBody({ earthquakes }: Snapshot, { count, rows }: Selection): Part[] {
  return [`{"count":${count},"earthquakes":[`, { shards: earthquakes, rows }, "]}"];
}

/** The selection of `/api/v1/earthquakes/`, and the `Link` header of the page. */
export function earthquakesPage(
  { asOf, columns }: Snapshot,
  endpoint: Endpoint,
  { values, given }: Query,
): { selection: Selection; link: string } {
  const offset = Number(values.offset);
  const limit = Number(values.limit);
  const selection = selectEarthquakes(columns, {
    asOf,
    hours: Number(values.hours),
    minMagnitude: Number(values.min_mag),
    maxMagnitude: Number(values.max_mag),
    country: values.country as string | undefined,
    offset,
    limit,
  });
  return { selection, link: linkHeader({ endpoint, values, given, limit, offset, count: selection.count }) };
}

/** The position of a page in a list. */
interface PageLinks {
  endpoint: Endpoint;
  /** All values of the query, and those that differ from their defaults. */
  values: Record<string, ParameterValue>;
  given: Record<string, ParameterValue>;
  limit: number;
  offset: number;
  /** Total number of matches. */
  count: number;
}

/**
 * The `Link` header (RFC 8288) of a page: first, prev, next and last, as far as they exist. The targets are relative to the request
 * (`?…`), so they are valid under any base path. They are the canonical query without defaults, but always with `limit` and
 * `offset`. `last` is the page at the end of the chain of `next` links.
 */
export function linkHeader({ endpoint, values, given, limit, offset, count }: PageLinks): string {
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
