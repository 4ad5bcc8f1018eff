import type { CatalogueEvent } from "../catalogue/catalogue.ts";
import { type Endpoint, type EndpointId, endpoint } from "../contract/table/endpoints.ts";
import type { ParameterValue } from "../contract/table/parameter.ts";
import { fileOf, pathOf, token, wholeAnswerFile } from "../contract/table/paths.ts";

/** A body that is written in advance, and the one request that it answers. */
export interface Answer {
  endpoint: Endpoint;
  /** File of the tree. */
  file: string;
  /** For messages: the request in words. */
  request: string;
  body: unknown;
  /** The event that the answer is about, and nothing else but what `detailContext` says. */
  event?: CatalogueEvent;
}

/** The answer at a path, with its path parameters. */
export function pathAnswer(id: EndpointId, values: Record<string, string>, body: unknown): Answer {
  const row = endpoint(id);
  const path = pathOf(row, values);
  return { endpoint: row, file: fileOf(path), request: path, body };
}

/**
 * The answer to a query whose parameters differ from their defaults as given.
 *
 * @throws Error if the contract keeps no whole answer for these parameters
 */
export function queryAnswer(id: EndpointId, given: Record<string, ParameterValue>, body: unknown): Answer {
  const row = endpoint(id);
  const file = wholeAnswerFile(row, given);
  if (file === undefined)
    throw new Error(`the contract keeps no whole answer of ${row.path} by ${Object.keys(given).join(", ")}`);
  return { endpoint: row, file, request: requestOf(row, given), body };
}

/** The answer to a combination of the grid, whose file `contract/grid.ts` names. */
export function gridAnswer(id: EndpointId, given: Record<string, ParameterValue>, file: string, body: unknown): Answer {
  const row = endpoint(id);
  return { endpoint: row, file, request: requestOf(row, given), body };
}

function requestOf({ path }: Endpoint, given: Record<string, ParameterValue>): string {
  const query = Object.entries(given).map(([name, value]) => `${name}=${token(value)}`);
  return [path, query.join("&")].filter(Boolean).join("?");
}
