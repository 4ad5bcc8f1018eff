import type {
  ApiIndex,
  ChangeList,
  ChangesOfHour,
  CombinedSearch,
  CountryList,
  CountryProfile,
  CountryRisk,
  EarthquakeDetail,
  EarthquakePage,
  GlobalStats,
  GlossaryList,
  GlossaryTerm,
  LiveFeed,
  PlateBoundaries,
  PlateDetail,
  PlateList,
  RecentEarthquakes,
  SearchResults,
  SnapshotPosition,
} from "../../contract/resources/resources.ts";
import { type EndpointId, endpoint } from "../../contract/table/endpoints.ts";
import { pathOf } from "../../contract/table/paths.ts";
import { answerProblem } from "../../contract/wire/problem.ts";
import { createSource, type SourceOptions } from "./create-source.ts";
import { type ChangesSince, type FollowOptions, followChanges, readChanges } from "./follow-changes.ts";
import {
  type CountriesParameters,
  type EarthquakesParameters,
  type GlossaryParameters,
  type LiveFeedParameters,
  queryString,
  type RecentParameters,
} from "./parameters.ts";
import { fetchBody, QuaketreeProblem, type ReadAnswer, type SnapshotInfo, type Source } from "./source.ts";

/**
 * A typed client of the Quaketree API. It runs in browsers, in Node and in Workers, and has no dependencies.
 *
 * @example
 * import { createClient } from "quaketree/client";
 * const quakes = createClient({ base: "https://quakes.example/" });
 * const { body, snapshot } = await quakes.recent({ min_magnitude: 5, limit: 3 });
 * console.log(snapshot.as_of, body.earthquakes.map(({ place_description }) => place_description));
 */

export type * from "../../contract/resources/resources.ts";
export type { Problem } from "../../contract/wire/problem.ts";
export type { SourceOptions as ClientOptions } from "./create-source.ts";
export type { ChangesSince, FollowOptions } from "./follow-changes.ts";
export type {
  CountriesParameters,
  EarthquakesParameters,
  GlossaryParameters,
  LiveFeedParameters,
  RecentParameters,
} from "./parameters.ts";
export type { SnapshotInfo } from "./source.ts";
export { QuaketreeError, type QuaketreeErrorCode, QuaketreeProblem } from "./source.ts";

/**
 * A body with the snapshot from which it was made.
 *
 * @example const { body, snapshot } = await client.stats();
 */
export interface Answer<Body> {
  body: Body;
  snapshot: SnapshotInfo;
}

/**
 * Options of a call, in addition to its parameters.
 *
 * @example await client.stats({ signal: AbortSignal.timeout(5_000) });
 */
export interface AskOptions {
  /** Cancels the call, which is then rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/**
 * One method for each endpoint. A call is rejected with a QuaketreeProblem if the answer is a problem document, and with a
 * QuaketreeError if there is no answer.
 *
 * @example
 * const japan = await client.countryRisk("JP");
 * for await (const { body } of client.earthquakePages({ days: 30, min_mag: 6 })) console.log(body.earthquakes.length);
 */
export interface Client {
  /** `/api/` */
  index: (options?: AskOptions) => Promise<Answer<ApiIndex>>;
  /** `/api/recent/` */
  recent: (parameters?: RecentParameters, options?: AskOptions) => Promise<Answer<RecentEarthquakes>>;
  /** `/api/search/`: earthquakes whose place name contains every word of a text of at least two characters. */
  search: (q: string, options?: AskOptions) => Promise<Answer<SearchResults>>;
  /** `/api/live-feed/`, GeoJSON. */
  liveFeed: (parameters?: LiveFeedParameters, options?: AskOptions) => Promise<Answer<LiveFeed>>;
  /** `/api/plate-boundaries/`, GeoJSON. */
  plateBoundaries: (options?: AskOptions) => Promise<Answer<PlateBoundaries>>;
  /** `/api/v1/earthquakes/`, one page. */
  earthquakes: (parameters?: EarthquakesParameters, options?: AskOptions) => Promise<Answer<EarthquakePage>>;
  /**
   * `/api/v1/earthquakes/`: this page and all following pages. If a newer snapshot appears during the iteration, its new events
   * move the others to later positions. Events of an earlier page are not repeated.
   */
  earthquakePages: (parameters?: EarthquakesParameters, options?: AskOptions) => AsyncIterable<Answer<EarthquakePage>>;
  /** `/api/v1/earthquakes/{slug}/`, by slug, by id, or by any former id. */
  earthquake: (slug: string, options?: AskOptions) => Promise<Answer<EarthquakeDetail>>;
  /** `/api/v1/countries/` */
  countries: (parameters?: CountriesParameters, options?: AskOptions) => Promise<Answer<CountryList>>;
  /** `/api/v1/countries/{slug}/` */
  country: (slug: string, options?: AskOptions) => Promise<Answer<CountryProfile>>;
  /** `/api/v1/countries/{iso2}/risk/`, by the code in upper case. */
  countryRisk: (iso2: string, options?: AskOptions) => Promise<Answer<CountryRisk>>;
  /** `/api/v1/plates/` */
  plates: (options?: AskOptions) => Promise<Answer<PlateList>>;
  /** `/api/v1/plates/{slug}/` */
  plate: (slug: string, options?: AskOptions) => Promise<Answer<PlateDetail>>;
  /** `/api/v1/search/`: earthquakes, countries and glossary terms. */
  combinedSearch: (q: string, options?: AskOptions) => Promise<Answer<CombinedSearch>>;
  /** `/api/v1/glossary/` */
  glossary: (parameters?: GlossaryParameters, options?: AskOptions) => Promise<Answer<GlossaryList>>;
  /** `/api/v1/glossary/{slug}/` */
  term: (slug: string, options?: AskOptions) => Promise<Answer<GlossaryTerm>>;
  /** `/api/v1/stats/` */
  stats: (options?: AskOptions) => Promise<Answer<GlobalStats>>;
  /** `/api/changes/`: the recent changes. */
  changes: (options?: AskOptions) => Promise<Answer<ChangeList>>;
  /** `/api/changes/{hour}/`, for an hour in the list. */
  changesHour: (hour: string, options?: AskOptions) => Promise<Answer<ChangesOfHour>>;
  /**
   * The changes since a snapshot, from all necessary files, and whether some are missing. Without a snapshot: the starting
   * position.
   */
  changesSince: (since?: SnapshotPosition, options?: AskOptions) => Promise<ChangesSince>;
  /**
   * Like `changesSince`, but repeated: yields whenever something has changed.
   *
   * @example
   * const { position } = await client.changesSince();
   * // … read what you want to keep, and then keep it up to date:
   * for await (const { gap, entries } of client.followChanges({ since: position })) if (gap) readAgain(); else apply(entries);
   */
  followChanges: (options?: FollowOptions) => AsyncIterable<ChangesSince>;
  /** `/api/v1/openapi.json` */
  openApi: (options?: AskOptions) => Promise<Answer<Record<string, unknown>>>;
}

/**
 * Creates a client of the host, mirror or folder at an address.
 *
 * @example
 * const api = createClient({ base: "https://quakes.example/" });
 * const stick = createClient({ base: "http://localhost:8000/", mode: "tree" });
 * @throws QuaketreeError `not-quaketree` for a base that is not an address
 */
export function createClient(options: SourceOptions): Client {
  const source = createSource(options);

  async function ask<Body>(
    id: EndpointId,
    path: Record<string, string>,
    query: object,
    { signal }: AskOptions = {},
  ): Promise<Answer<Body>> {
    const target = targetOf(id, path, query);
    const { body, snapshot } = await fetchBody<Body>(source, target, signal);
    return { body, snapshot };
  }

  return {
    index: (how) => ask("index", {}, {}, how),
    recent: (query = {}, how) => ask("recent", {}, query, how),
    search: (q, how) => ask("search", {}, { q }, how),
    liveFeed: (query = {}, how) => ask("live-feed", {}, query, how),
    plateBoundaries: (how) => ask("plate-boundaries", {}, {}, how),
    earthquakes: (query = {}, how) => ask("earthquakes", {}, query, how),
    earthquakePages: (query = {}, { signal } = {}) => earthquakePages(source, pathOf(endpoint("earthquakes")) + queryString(query), signal),
    earthquake: (slug, how) => ask("earthquake", { slug }, {}, how),
    countries: (query = {}, how) => ask("countries", {}, query, how),
    country: (slug, how) => ask("country", { slug }, {}, how),
    countryRisk: (iso2, how) => ask("country-risk", { iso2 }, {}, how),
    plates: (how) => ask("plates", {}, {}, how),
    plate: (slug, how) => ask("plate", { slug }, {}, how),
    combinedSearch: (q, how) => ask("combined-search", {}, { q }, how),
    glossary: (query = {}, how) => ask("glossary", {}, query, how),
    term: (slug, how) => ask("term", { slug }, {}, how),
    stats: (how) => ask("stats", {}, {}, how),
    changes: (how) => ask("changes", {}, {}, how),
    changesHour: (hour, how) => ask("changes-hour", { hour }, {}, how),
    changesSince: (since, { signal } = {}) => readChanges(source, since, signal),
    followChanges: (follow = {}) => followChanges(source, follow),
    openApi: (how) => ask("openapi", {}, {}, how),
  };
}

/** A URL parser would remove a dot segment in any encoding, which would change the address. */
function targetOf(id: EndpointId, path: Record<string, string>, query: object): string {
  const dots = Object.values(path).find((value) => value === "." || value === "..");
  if (dots === undefined) return pathOf(endpoint(id), path) + queryString(query);
  const detail = `Nothing is called ${JSON.stringify(dots)}.`;
  throw new QuaketreeProblem(answerProblem("not-found", detail), { id: undefined, as_of: undefined });
}

const NEXT = /<(\?[^<>]*)>; rel="next"/;

/**
 * Reads a page of earthquakes and all following pages, by the `Link` header.
 *
 * @param target path and query of the first page
 */
export async function* earthquakePages(
  source: Source,
  target: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ body: EarthquakePage; snapshot: SnapshotInfo }> {
  const seen = new Set<string>();
  let next: string | undefined = target;
  while (next !== undefined) {
    const page: ReadAnswer<EarthquakePage> = await fetchBody<EarthquakePage>(source, next, signal);
    const { body, snapshot } = page;
    const earthquakes = body.earthquakes.filter(({ event_id: id }) => !seen.has(id));
    for (const { event_id: id } of earthquakes) seen.add(id);
    yield { body: { ...body, earthquakes }, snapshot };
    next = nextTarget(page.link ?? "");
  }
}

function nextTarget(link: string): string | undefined {
  const query = NEXT.exec(link)?.[1];
  return query === undefined ? undefined : pathOf(endpoint("earthquakes")) + query;
}
