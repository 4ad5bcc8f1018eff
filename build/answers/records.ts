import type { CatalogueEvent, RecentEvent } from "../catalogue/catalogue.ts";
import type { ArchivedSpan } from "../catalogue/tally/tally.ts";
import type { Completeness, Earthquake, EarthquakeSearchResult, FrequencyMagnitude, TotalsBasis } from "../contract/resources/resources.ts";
import { type Endpoint, type EndpointId, endpoint } from "../contract/table/endpoints.ts";
import type { ParameterValue } from "../contract/table/parameter.ts";
import { fileOf, pathOf, token, wholeAnswerFile } from "../contract/table/paths.ts";
import { once } from "../platform/lists.ts";
import type { Completeness as Estimate } from "../seismology/completeness.ts";
import { isoTime } from "../store/civil-time.ts";

/** An Earthquake of the API, its fields in the order of the contract. */
export function earthquake(event: RecentEvent): Earthquake {
  return {
    event_id: event.id,
    magnitude: event.magnitude,
    depth_km: event.depthKm,
    latitude: event.latitude,
    longitude: event.longitude,
    place_description: event.place,
    occurred_at: isoTime(event.time),
    alert_level: event.alert,
    tsunami_flag: event.tsunamiFlag,
  };
}

/** An EarthquakeSearchResult of the API. It guarantees a magnitude, so a search finds only events that have one. */
export function searchResult(event: CatalogueEvent & { magnitude: number }): EarthquakeSearchResult {
  return {
    event_id: event.id,
    magnitude: event.magnitude,
    place_description: event.place,
    occurred_at: isoTime(event.time),
    slug: event.slug,
  };
}

/** Rounds to tenths. 0.1 km is finer than the accuracy of any epicentre. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The events of lists, feeds and windows. */
export function recentEvents(events: readonly CatalogueEvent[]): RecentEvent[] {
  return events.filter((event): event is RecentEvent => event.recent);
}

/** The events that search can find. */
export function searchableEvents(events: readonly CatalogueEvent[]): (CatalogueEvent & { magnitude: number })[] {
  return events.filter((event): event is CatalogueEvent & { magnitude: number } => event.magnitude !== null);
}

/**
 * Whether the detail of an event is in a pack and not in a file of its own. That is so if its magnitude is below a limit, and it is
 * neither significant nor in the catalogue of historical earthquakes.
 *
 * @param below the limit; undefined if every event has its file
 */
export function isPacked(
  { magnitude, significant, historical }: Pick<CatalogueEvent, "magnitude" | "significant" | "historical">,
  below: number | undefined,
): boolean {
  return below !== undefined && magnitude !== null && magnitude < below && !significant && !historical;
}

/** A prebuilt body, and the only request that it answers. */
export interface Answer {
  endpoint: Endpoint;
  /** File of the tree. */
  file: string;
  /** The request in words, for messages. */
  request: string;
  body: unknown;
  /** The event of the answer. Besides it, the answer depends only on what `detailContext` covers. */
  event?: CatalogueEvent;
}

export function pathAnswer(id: EndpointId, values: Record<string, string>, body: unknown): Answer {
  const row = endpoint(id);
  const path = pathOf(row, values);
  return { endpoint: row, file: fileOf(path), request: path, body };
}

/**
 * The answer to a query with the given parameters that differ from their defaults.
 *
 * @throws Error if the contract has no whole answer for these parameters
 */
export function queryAnswer(id: EndpointId, given: Record<string, ParameterValue>, body: unknown): Answer {
  const row = endpoint(id);
  const file = wholeAnswerFile(row, given);
  if (file === undefined) throw new Error(`the contract keeps no whole answer of ${row.path} by ${Object.keys(given).join(", ")}`);
  return { endpoint: row, file, request: requestOf(row, given), body };
}

/** The same answer with a body that is made on first use. */
export function withLazyBody(answer: Answer, body: () => unknown): Answer {
  return Object.defineProperty(answer, "body", { get: once(body), enumerable: true });
}

/** The answer to a combination of the grid. `contract/grid.ts` determines its file. */
export function gridAnswer(id: EndpointId, given: Record<string, ParameterValue>, file: string, body: unknown): Answer {
  const row = endpoint(id);
  return { endpoint: row, file, request: requestOf(row, given), body };
}

function requestOf({ path }: Endpoint, given: Record<string, ParameterValue>): string {
  const query = Object.entries(given).map(([name, value]) => `${name}=${token(value)}`);
  return [path, query.join("&")].filter(Boolean).join("?");
}

/** The law of Gutenberg and Richter in the form of answers: rounded to hundredths, which is finer than its error. */
export function frequencyMagnitude(of: Estimate | null): FrequencyMagnitude | null {
  const law = of?.law;
  if (!law) return null;
  return {
    a: hundredth(law.a),
    b: hundredth(law.b),
    b_error: hundredth(law.bError),
    completeness_magnitude: law.completenessMagnitude,
    earthquakes: law.events,
    years: hundredth(law.years),
  };
}

const NO_LAW = { "too-few": "too-few-earthquakes", "poor-fit": "poor-fit" } as const;

/** The magnitude from which counts are complete: its error in hundredths, its fit in whole percent. */
export function completenessRecord({ magnitude, error, assumed, fit, events, absent }: Estimate): Completeness {
  return {
    magnitude,
    error: error === null ? null : hundredth(error),
    assumed,
    fit_percent: fit === null ? null : Math.floor(fit),
    earthquakes: events,
    no_law_because: absent && NO_LAW[absent],
  };
}

/** The events that totals count completely; null if totals count only the listed events. */
export function totalsBasis(complete: ArchivedSpan | null): TotalsBasis | null {
  return complete && { from: isoTime(complete.from), to: isoTime(complete.to), magnitude: complete.magnitude };
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
