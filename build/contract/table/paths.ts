import { ENDPOINTS, type Endpoint } from "./endpoints.ts";
import type { ParameterValue } from "./parameter.ts";

/** An endpoint and its path parameters. */
export interface PathMatch {
  endpoint: Endpoint;
  path: Record<string, string>;
}

const TEMPLATES = ENDPOINTS.map((endpoint) => ({ endpoint, segments: endpoint.path.split("/") }));

/**
 * Finds the endpoint of a decoded, canonical path. The comparison is exact: it is case-sensitive, and the closing slash is
 * required.
 *
 * @param given the segments, for example of `/api/v1/countries/japan/`: `["", "api", "v1", "countries", "japan", ""]`; a slash
 *   within a segment is part of a value
 */
export function matchPath(given: readonly string[]): PathMatch | undefined {
  for (const { endpoint, segments } of TEMPLATES) {
    if (segments.length !== given.length) continue;
    const path: Record<string, string> = {};
    if (segments.every((segment, at) => matchSegment(segment, given[at] ?? "", path))) return { endpoint, path };
  }
  return undefined;
}

function matchSegment(template: string, given: string, path: Record<string, string>): boolean {
  if (!template.startsWith("{")) return template === given;
  if (given === "") return false;
  path[template.slice(1, -1)] = given;
  return true;
}

/**
 * The path of an endpoint with its path parameters filled in.
 *
 * @example pathOf(endpoint("plate"), { slug: "nazca" }) // "/api/v1/plates/nazca/"
 */
export function pathOf(endpoint: Endpoint, values: Record<string, string> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

/**
 * The file of the tree that answers a canonical path: `/api/recent/` is `api/recent.json`. Answers have no folders of their own: no
 * static host serves JSON as the index of a folder by default, and a folder costs as much as a file.
 *
 * @param pathname begins with `/`; ends in `/`, or names a file
 */
export function fileOf(pathname: string): string {
  return pathname.endsWith("/") ? `${pathname.slice(1, -1)}.json` : pathname.slice(1);
}

/**
 * The file with the whole answer for a query of an endpoint; undefined if the tree has none. Without parameters it is
 * the file of the path, otherwise `q/{endpoint}/{name}-{value}.….json`, names in the order of the table, values as
 * tokens.
 *
 * @param given the parameters that differ from their defaults, canonical values
 */
export function wholeAnswerFile(endpoint: Endpoint, given: Record<string, ParameterValue>): string | undefined {
  const names = Object.keys(given);
  if (names.length === 0) return fileOf(endpoint.path);
  const listed = endpoint.wholeAnswersBy ?? [];
  if (!names.every((name) => listed.includes(name))) return undefined;
  const parts = listed.filter((name) => name in given).map((name) => `${name}-${token(given[name] ?? "")}`);
  return `q/${endpoint.id}/${parts.join(".")}.json`;
}

/** A value in file names and canonical queries: lower case, `-` for a space. */
export function token(value: ParameterValue): string {
  return String(value).toLowerCase().replaceAll(" ", "-");
}

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
