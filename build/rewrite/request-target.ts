import { decodePercent, percentEncoded } from "../contract/table/query-string.ts";

/** A request target of the API, split and decoded. */
export interface ApiTarget {
  /**
   * Decoded segments, the first one empty. A slash within a segment was percent-encoded. Undefined if no path of the API can have
   * this form.
   */
  segments: readonly string[] | undefined;
  /** As received, without `?`; undefined if there is none. */
  query: string | undefined;
}

/**
 * Parses a request target, in origin form or in absolute form (RFC 9112, section 3.2). Undefined if it is not under `/api`.
 *
 * Paths are decoded and compared segment by segment, so `%61pi` is `api`. An encoded slash never separates segments. A path with
 * dot segments, NUL or invalid UTF-8 does not exist.
 */
export function readTarget(target: string): ApiTarget | undefined {
  const origin = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = origin.indexOf("?");
  const raw = mark < 0 ? origin : origin.slice(0, mark);
  const query = mark < 0 ? undefined : origin.slice(mark + 1);
  // Most paths contain nothing to decode.
  if (/^\/api\/[\w/-]*$/.test(raw)) return { segments: raw.split("/"), query };
  const segments = raw.split("/").map(decodeSegment);
  if (segments[0] !== "" || segments[1] !== "api") return undefined;
  return { segments: segments.every((segment) => segment !== undefined) ? segments : undefined, query };
}

/** A percent-decoded segment of a path; undefined for dot segments, NUL and invalid UTF-8. */
export function decodeSegment(raw: string): string | undefined {
  try {
    const segment = decodePercent(raw);
    return segment === "." || segment === ".." || segment.includes("\0") ? undefined : segment;
  } catch {
    return undefined;
  }
}

/** The target of a redirect: the segments, encoded again, and the query as received, made safe for use in a header. */
export function writeTarget(segments: readonly string[], query: string | undefined): string {
  const encoded = segments.map(encodeURIComponent).join("/");
  return query === undefined ? encoded : `${encoded}?${query.replace(/[^\x21-\x7e]/g, percentEncoded)}`;
}
