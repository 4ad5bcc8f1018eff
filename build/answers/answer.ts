import type { CatalogueEvent } from "../catalogue/catalogue.ts";
import { type Endpoint, type EndpointId, endpoint } from "../contract/table/endpoints.ts";
import type { ParameterValue } from "../contract/table/parameter.ts";
import { fileOf, pathOf, token, wholeAnswerFile } from "../contract/table/paths.ts";
import { once } from "../platform/lists.ts";

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

/** The answer at a path, with its path parameters. */
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
