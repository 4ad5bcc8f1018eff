import { decodePercent, percentEncoded } from "../contract/table/query-string.ts";

/** A request target within the API, split and decoded. */
export interface ApiTarget {
  /** Decoded, the first one empty; a slash within a segment came encoded. Undefined where the path cannot be one of ours. */
  segments: readonly string[] | undefined;
  /** As received, without `?`; undefined where there is none. */
  query: string | undefined;
}

/**
 * Reads a request target, in origin form or in absolute form (RFC 9112, section 3.2). Undefined where it is not under `/api`.
 *
 * Paths are compared decoded, segment by segment, so `%61pi` is `api`; but an encoded slash never separates segments, and a
 * path with dot segments, NUL or an encoding that is not UTF-8 is not there at all.
 */
export function readTarget(target: string): ApiTarget | undefined {
  const origin = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = origin.indexOf("?");
  const raw = mark < 0 ? origin : origin.slice(0, mark);
  const query = mark < 0 ? undefined : origin.slice(mark + 1);
  // Most paths have nothing to decode.
  if (/^\/api\/[\w/-]*$/.test(raw)) return { segments: raw.split("/"), query };
  const segments = raw.split("/").map(decodeSegment);
  if (segments[0] !== "" || segments[1] !== "api") return undefined;
  return { segments: segments.every((segment) => segment !== undefined) ? segments : undefined, query };
}

/** A segment of a path, percent-decoded; undefined for dot segments, NUL and what is not UTF-8. */
export function decodeSegment(raw: string): string | undefined {
  try {
    const segment = decodePercent(raw);
    return segment === "." || segment === ".." || segment.includes("\0") ? undefined : segment;
  } catch {
    return undefined;
  }
}

/**
 * The target of a redirect: decoded segments, encoded anew, and the query as it was received, made safe for a header.
 */
export function writeTarget(segments: readonly string[], query: string | undefined): string {
  const encoded = segments.map(encodeURIComponent).join("/");
  return query === undefined ? encoded : `${encoded}?${query.replace(/[^\x21-\x7e]/g, percentEncoded)}`;
}
