import type { Endpoint } from "../contract/table/endpoints.ts";
import type { ParameterValue } from "../contract/table/parameter.ts";
import { canonicalQuery } from "../contract/table/parameters.ts";

/** Where a page of a list is among the others. */
export interface PageLinks {
  endpoint: Endpoint;
  /** All values of the query, and those that differ from their defaults. */
  values: Record<string, ParameterValue>;
  given: Record<string, ParameterValue>;
  limit: number;
  offset: number;
  /** Matches in all. */
  count: number;
}

/**
 * The `Link` header (RFC 8288) of a page: first, prev, next, last, where there are such. The targets are relative to the
 * request (`?…`), so they hold under any base path. They are the canonical query without what is default, but always with
 * `limit` and `offset`. `last` is the page that one comes to by following `next`.
 */
export function linkHeader({ endpoint, values, given, limit, offset, count }: PageLinks): string {
  const phase = offset % limit;
  const last = count > phase ? phase + Math.floor((count - 1 - phase) / limit) * limit : 0;
  const pages: [string, number][] = [["first", 0]];
  if (offset > 0) pages.push(["prev", Math.max(0, Math.min(offset - limit, last))]);
  if (offset + limit < count) pages.push(["next", offset + limit]);
  pages.push(["last", last]);
  // Of the parameters that a canonical query has, `offset` is the last in the table.
  const named = endpoint.parameters.filter(({ name }) => name === "limit" || (name in given && name !== "offset"));
  const query = canonicalQuery({ ...endpoint, parameters: named }, values);
  return pages.map(([relation, to]) => `<?${query}&offset=${to}>; rel="${relation}"`).join(", ");
}
