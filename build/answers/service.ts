import type { Catalogue, CatalogueEvent, DataSource } from "../catalogue/catalogue.ts";
import { isInWindow } from "../catalogue/classify.ts";
import type { ApiIndex, GlobalStats } from "../contract/resources/resources.ts";
import { ENDPOINTS, type Endpoint } from "../contract/table/endpoints.ts";
import { RECENT_HOURS } from "../contract/texts/vocabulary.ts";
import type { SnapshotSource } from "../contract/wire/snapshot.ts";
import { coveredFrom } from "../contract/wire/window.ts";
import { type Completeness, listCompleteness } from "../seismology/completeness.ts";
import { magnitudeCounts } from "../seismology/frequency-magnitude.ts";
import { isoTime } from "../store/civil-time.ts";
import { documentedParameters, ENDPOINT_TEXTS, parameterText } from "./openapi/descriptions.ts";
import { API_VERSION, openApiDocument } from "./openapi/openapi.ts";
import { type Answer, completenessRecord, queryAnswer, recentEvents, withLazyBody } from "./records.ts";

/** Global statistics, the OpenAPI description, and the index at `/api/`. */
export function* serviceAnswers(catalogue: Catalogue): Iterable<Answer> {
  yield queryAnswer("stats", {}, stats(catalogue));
  yield withLazyBody(queryAnswer("openapi", {}, undefined), openApiDocument);
  yield queryAnswer("index", {}, apiIndex(catalogue));
}

function stats(catalogue: Catalogue): GlobalStats {
  const recent = recentEvents(catalogue.events);
  return {
    last_24h: counts(recent, catalogue, 24),
    last_7d: counts(recent, catalogue, 7 * 24),
    countries_count: catalogue.countries.length,
    historical_count: catalogue.events.filter((event) => event.historical).length,
    completeness: completenessRecord(worldCompleteness(recent)),
  };
}

/** Completeness of the recent events of the world, which all networks list together. */
function worldCompleteness(recent: readonly CatalogueEvent[]): Completeness {
  const magnitudes = recent.flatMap(({ magnitude }) => magnitude ?? []);
  return listCompleteness([magnitudeCounts(magnitudes)], RECENT_HOURS / HOURS_A_YEAR, true);
}

const HOURS_A_YEAR = 24 * 365.25;

function counts(recent: readonly CatalogueEvent[], { asOf, recentSince }: Catalogue, hours: number): GlobalStats["last_24h"] {
  const window = recent.filter(({ time }) => isInWindow(time, asOf, hours));
  return {
    total: window.length,
    significant: window.filter((event) => event.significant).length,
    major: window.filter((event) => event.major).length,
    covered_from: coveredFrom(asOf, hours, recentSince),
  };
}

function apiIndex(catalogue: Catalogue): ApiIndex {
  return {
    name: "Quaketree",
    version: API_VERSION,
    documentation: "/docs/",
    openapi: "/api/v1/openapi.json",
    snapshot: {
      as_of: isoTime(catalogue.asOf),
      covered_from: coveredFrom(catalogue.asOf, RECENT_HOURS, catalogue.recentSince),
      record: "/snapshot.json",
    },
    endpoints: ENDPOINTS.map(listedEndpoint),
    data_sets: catalogue.sources.map(sourceRecord),
  };
}

function listedEndpoint(endpoint: Endpoint): ApiIndex["endpoints"][number] {
  const { id, path } = endpoint;
  return {
    path,
    summary: ENDPOINT_TEXTS[id].summary,
    parameters: documentedParameters(endpoint).map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      type: parameter.type,
      required: parameter.required ?? false,
      ...(parameter.default !== undefined && { default: parameter.default }),
      ...(parameter.minimum !== undefined && { minimum: parameter.minimum }),
      ...(parameter.maximum !== undefined && { maximum: parameter.maximum }),
      ...(parameter.minLength !== undefined && { minLength: parameter.minLength }),
      ...(parameter.maxLength !== undefined && { maxLength: parameter.maxLength }),
      ...(parameter.choices && { choices: [...parameter.choices] }),
      description: parameterText(id, parameter.name).description,
    })),
  };
}

/** A source, in the form of the snapshot record and of the index of the API. */
export function sourceRecord(source: DataSource): SnapshotSource {
  return {
    id: source.id,
    name: source.name,
    provides: source.provides,
    as_of: source.asOf === null ? null : isoTime(source.asOf),
    covers: source.covers && { from: isoTime(source.covers.from), to: isoTime(source.covers.to) },
    records: source.records,
    licence: source.licence,
    attribution: source.attribution,
    url: source.url,
  };
}
