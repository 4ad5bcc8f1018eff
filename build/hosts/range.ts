/** A part of a file: first and last byte, inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part of a file that a Range header asks for (RFC 9110, section 14.1.2). `whole` without a header, or for one that
 * may be ignored: several ranges, another unit, malformed. `unsatisfiable` if it begins after the end.
 *
 * @param size of the file in bytes
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const match = header === undefined ? null : /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header);
  if (!match) return "whole";
  const [, from, to] = match as unknown as [string, string, string];
  if (from === "") return to === "" ? "whole" : lastBytes(Number(to), size);
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return "whole";
  return first >= size ? "unsatisfiable" : { first, last };
}

function lastBytes(count: number, size: number): ByteRange | "unsatisfiable" {
  if (count === 0 || size === 0) return "unsatisfiable";
  return { first: Math.max(0, size - count), last: size - 1 };
}

/**
 * Whether If-Range holds (RFC 9110, section 13.1.5): only for an equal strong ETag. A date is not enough, since two
 * snapshots may share a second.
 */
export function rangeHolds(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
