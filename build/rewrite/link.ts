import type { Endpoint } from "../contract/table/endpoints.ts";
import type { ParameterValue } from "../contract/table/parameter.ts";
import { canonicalQuery } from "../contract/table/parameters.ts";

/** The position of a page in a list. */
export interface PageLinks {
  endpoint: Endpoint;
  /** All values of the query, and those that differ from their defaults. */
  values: Record<string, ParameterValue>;
  given: Record<string, ParameterValue>;
  limit: number;
  offset: number;
  /** Matches in total. */
  count: number;
}

/**
 * The `Link` header (RFC 8288) of a page: first, prev, next and last, as far as they exist. The targets are relative to
 * the request (`?…`), so they hold under any base path. They are the canonical query without defaults, but always with
 * `limit` and `offset`. `last` is the page that is reached by following `next`.
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
  const query = canonicalQuery({ ...endpoint, parameters: named }, values);
  return pages.map(([relation, to]) => `<?${query}&offset=${to}>; rel="${relation}"`).join(", ");
}
