import type { Endpoint } from "../contract/table/endpoints.ts";
import { parseQuery, type Query, shorten } from "../contract/table/parameters.ts";
import {
  decodePercent,
  fileOf,
  matchPath,
  type PathMatch,
  pathOf,
  percentEncoded,
  splitQuery,
  splitTarget,
} from "../contract/table/paths.ts";
import { fold, words } from "../contract/wire/fold.ts";
import { countryNamed } from "./country-names.ts";
import { eventReply } from "./event-reply.ts";
import { earthquakesBody, earthquakesPage, liveFeedBody, recentBody } from "./lists.ts";
import { type BodyPart, bodyOf, loadParts } from "./record-shards.ts";
import {
  type ApiRequest,
  answerHeaders,
  type BodyReply,
  type FileReply,
  fileReply,
  invalid,
  methodNotAllowed,
  noTree,
  notFound,
  preflight,
  type Reply,
  redirect,
} from "./reply.ts";
import { find, understand } from "./search/find.ts";
import { searchEvents } from "./search/match.ts";
import { deathsOf } from "./shards/places.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Answers a request from one snapshot. The result depends only on the arguments. There is no clock, and the only state is the
 * records that the snapshot has loaded.
 *
 * @param snapshot undefined while the host has no tree
 * @returns a promise only if records must be read first; it rejects with a SnapshotError if they are missing or malformed
 */
export function respond(snapshot: Snapshot | undefined, request: ApiRequest): Reply | Promise<Reply> {
  const target = readTarget(request.target);
  if (!target) return { kind: "pass" };
  if (request.method === "OPTIONS") return preflight(snapshot);
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed(snapshot, request.method);
  if (!snapshot) return noTree();
  const match = matchTarget(target.segments);
  if (!match) return elsewhere(snapshot, target);
  const query = parseQuery(match.endpoint, target.query ?? "");
  if (!query.ok) return underItsCode(snapshot, match.endpoint, target) ?? invalid(snapshot, query.errors);
  return answer(snapshot, match, query);
}

/** Only ids of earthquakes may contain percent-encoded slashes and backslashes. */
function matchTarget(segments: readonly string[] | undefined): PathMatch | undefined {
  const match = segments && matchPath(segments);
  return match?.endpoint.id !== "earthquake" && segments?.some(hasSlash) ? undefined : match;
}

function hasSlash(segment: string): boolean {
  return /[/\\]/.test(segment);
}

/** The reply for a path without an endpoint: a redirect if only its closing slash is missing, otherwise 404. */
function elsewhere(snapshot: Snapshot, { segments, query }: ApiTarget): BodyReply {
  const closed = segments && [...segments, ""];
  if (matchTarget(closed)) return redirect(snapshot, writeTarget(closed as string[], query), "day");
  if (!segments || segments.some(hasSlash)) {
    return notFound(snapshot, "The path is malformed: dot segments, NUL, encoded slashes, or not percent-encoded UTF-8.");
  }
  return notFound(snapshot, `There is no endpoint ${shorten(segments.join("/"))}; the index of all is at /api/.`);
}

/** The redirect for a query whose country is given by another code, or by a name; undefined if there is no such country. */
function underItsCode(snapshot: Snapshot, { parameters }: Endpoint, { segments, query }: ApiTarget): BodyReply | undefined {
  const given = splitQuery(query ?? "");
  const [own, ...others] = given.filter(({ name }) => name === "country");
  // A country that is given twice is a mistake, whatever it is called.
  const isOne = own !== undefined && others.length === 0 && parameters.some(({ name }) => name === "country");
  const country = isOne ? countryNamed(snapshot, own.value) : undefined;
  if (!country || country.iso2 === own?.value.toUpperCase()) return undefined;
  const pairs = given.map(({ name, value }) => {
    return `${encodeURIComponent(name)}=${encodeURIComponent(name === "country" ? country.iso2 : value)}`;
  });
  return redirect(snapshot, writeTarget(segments as string[], pairs.join("&")), "day");
}

function answer(snapshot: Snapshot, { endpoint, path }: PathMatch, query: Query): Reply | Promise<Reply> {
  if (endpoint.id === "earthquake") return eventReply(snapshot, path.slug as string);
  if (Object.keys(path).length > 0) return pathFileReply(snapshot, endpoint, path);
  const { file } = query;
  if (file === undefined) return selectedReply(snapshot, endpoint, query);
  const reply = fileReply(snapshot, file, endpoint.cache, `This tree has no file ${file}.`);
  if (endpoint.id !== "earthquakes") return reply;
  return { ...reply, headers: { ...reply.headers, link: earthquakesPage(snapshot, endpoint, query).link } };
}

/**
 * The answer of an endpoint with a path parameter: the file of that path. A value that the parameter's pattern refuses
 * is not found and never becomes part of a file name.
 */
function pathFileReply(snapshot: Snapshot, endpoint: Endpoint, path: Record<string, string>): FileReply | BodyReply {
  const parameter = endpoint.parameters.find((candidate) => candidate.in === "path");
  const value = path[parameter?.name ?? ""] ?? "";
  const canonical = countryInPath(snapshot, endpoint, value);
  if (canonical !== undefined && canonical !== value) {
    return redirect(snapshot, pathOf(endpoint, { [parameter?.name ?? ""]: canonical }), "day");
  }
  const [what, list] = describe(endpoint);
  const missing = `There is no ${what} ${shorten(value)}; the list is at ${list}.`;
  if (!new RegExp(parameter?.pattern ?? "^$").test(value)) return notFound(snapshot, missing);
  return fileReply(snapshot, fileOf(pathOf(endpoint, path)), endpoint.cache, missing);
}

/** What stands for the country of a path; undefined for other paths, and if there is no such country. */
function countryInPath(snapshot: Snapshot, { id }: Endpoint, value: string): string | undefined {
  if (id === "country") return countryNamed(snapshot, value)?.slug;
  return id === "country-risk" ? countryNamed(snapshot, value)?.iso2 : undefined;
}

/** The kind of resource that an endpoint's path parameter identifies, and the address of the list. */
function describe(endpoint: Endpoint): [what: string, list: string] {
  switch (endpoint.id) {
    case "country-risk":
      return ["country with the code", "/api/v1/countries/"];
    case "country":
      return ["country", "/api/v1/countries/"];
    case "plate":
      return ["plate", "/api/v1/plates/"];
    case "changes-hour":
      return ["record of the changes of the hour", "/api/changes/"];
    default:
      return ["glossary term", "/api/v1/glossary/"];
  }
}

/** A request target of the API, split and decoded. */
interface ApiTarget {
  /**
   * Decoded segments, the first one empty. A slash within a segment was percent-encoded. Undefined if no path of the API can have
   * this form.
   */
  segments: readonly string[] | undefined;
  /** As received, without `?`; undefined if there is none. */
  query: string | undefined;
}

/**
 * Parses a request target. Undefined if it is not under `/api`.
 *
 * Paths are decoded and compared segment by segment, so `%61pi` is `api`. An encoded slash never separates segments. A path with
 * dot segments, NUL or invalid UTF-8 does not exist.
 */
function readTarget(target: string): ApiTarget | undefined {
  const { path: raw, query } = splitTarget(target);
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

/** The answer of an endpoint whose queries have no files: selected from the shards. */
function selectedReply(snapshot: Snapshot, endpoint: Endpoint, query: Query): BodyReply | Promise<BodyReply> {
  const { parts, link } = select(snapshot, endpoint, query);
  const finish = (): BodyReply => {
    const { body, etag } = bodyOf(parts);
    const headers = { ...answerHeaders(snapshot, endpoint.cache), etag, ...(link !== undefined && { link }) };
    return { kind: "body", status: 200, headers, body };
  };
  const loading = loadParts(parts);
  return loading ? loading.then(finish) : finish();
}

function select(snapshot: Snapshot, endpoint: Endpoint, query: Query): { parts: BodyPart[]; link?: string } {
  const q = query.values.q as string;
  switch (endpoint.id) {
    case "recent":
      return { parts: recentBody(snapshot, query) };
    case "live-feed":
      return { parts: liveFeedBody(snapshot, query) };
    case "search":
      return { parts: searchBody(snapshot, q) };
    case "combined-search":
      return { parts: combinedSearchBody(snapshot, q) };
    default: {
      const { selection, link } = earthquakesPage(snapshot, endpoint, query);
      return { parts: earthquakesBody(snapshot, selection, query), link };
    }
  }
}

/** Makes the body of `/api/search/`. */
function searchBody({ places, results }: Snapshot, q: string): BodyPart[] {
  return ['{"results":[', { shards: results, rows: searchEvents(places, words(fold(q))) }, "]}"];
}

/** Makes the body of `/api/v1/search/`. What has the words of the query comes first, then what the query means. @param q trimmed */
function combinedSearchBody({ names, nameRecords, places, results }: Snapshot, q: string): BodyPart[] {
  const search = (corrects: boolean) => find(names, places, understand(names, places.names, q, corrects));
  const found = search(false) ?? search(true);
  if (!found) throw new Error("a search with corrections always ends");
  const { best, understood, earthquakes, countries, glossary } = found;
  return [
    `{"query":${JSON.stringify(q)},"count":${earthquakes.length + countries.length + glossary.length},"best":${JSON.stringify(best)},` +
      `"understood":${JSON.stringify(understood)},"earthquakes":[`,
    { shards: results, rows: earthquakes },
    `],"names":${JSON.stringify(earthquakes.map((row) => places.titles.get(row) ?? null))}` +
      `,"deaths":${JSON.stringify(earthquakes.map((row) => deathsOf(places, row)))},"countries":[`,
    { shards: nameRecords, rows: countries },
    '],"glossary":[',
    { shards: nameRecords, rows: glossary },
    "]}",
  ];
}
