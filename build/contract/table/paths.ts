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
