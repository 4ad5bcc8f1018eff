/** One `name=value` of a query string, decoded. */
export interface QueryPair {
  name: string;
  value: string;
  /** Whether the percent-encoding was invalid; name and value are then as received. */
  malformed: boolean;
}

/**
 * Splits a query string in the format of HTML forms: `&` between pairs, `+` for a space, `%hh` for an octet of UTF-8. A pair
 * without `=` has an empty value; empty pairs are ignored.
 *
 * @param raw without `?`, as received: one character for each octet
 */
export function splitQuery(raw: string): QueryPair[] {
  return raw
    .split("&")
    .filter((pair) => pair !== "")
    .map(decodePair);
}

function decodePair(pair: string): QueryPair {
  const equals = pair.indexOf("=");
  const name = equals < 0 ? pair : pair.slice(0, equals);
  const value = equals < 0 ? "" : pair.slice(equals + 1);
  try {
    return { name: decode(name), value: decode(value), malformed: false };
  } catch {
    return { name, value, malformed: true };
  }
}

function decode(text: string): string {
  return /[%+\x80-\uffff]/.test(text) ? decodePercent(text.replaceAll("+", " ")) : text;
}

/**
 * The path of a request target, and its query without `?` if it has one, both as received. The target is in origin form or in absolute form
 * (RFC 9112, section 3.2).
 */
export function splitTarget(target: string): { path: string; query: string | undefined } {
  const origin = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = origin.indexOf("?");
  return mark < 0 ? { path: origin, query: undefined } : { path: origin.slice(0, mark), query: origin.slice(mark + 1) };
}

/**
 * Decodes percent-encoding. Octets over 127 that are not encoded are accepted, because `curl` sends them as typed.
 *
 * @param text as received: one character for each octet
 * @throws URIError if the encoding is malformed or the octets are not UTF-8
 */
export function decodePercent(text: string): string {
  if (/[\u0100-\uffff]/.test(text)) throw new URIError("not octets");
  return decodeURIComponent(text.replace(/[\x80-\xff]/g, percentEncoded));
}

/** An octet as `%hh`. */
export function percentEncoded(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).padStart(2, "0").slice(-2)}`;
}
