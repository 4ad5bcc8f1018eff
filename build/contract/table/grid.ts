import { ENDPOINTS, type Endpoint, type EndpointId } from "./endpoints.ts";
import type { Parameter, ParameterValue } from "./parameter.ts";
import { token, wholeAnswerFile } from "./paths.ts";

/**
 * The grid: combinations of filters that hosts which can only rewrite URLs answer from whole files, besides those that
 * every tree has. Parameter by parameter the values other than the default; every combination of them has a file.
 *
 * The values are the windows and thresholds of the feeds that USGS publishes (hour, day, week, month; all, 2.5, 4.5,
 * significant, for which 6 stands here), since these are what people ask for. It stays this small because a file of the
 * grid changes with nearly every rebuild: 35 of them cost more writes a minute than all shards together. A host that runs
 * the rewrite has no use for it, so a tree has it only on demand.
 *
 * Apart from the table of endpoints because the rewrite never reads it: what a request is answered with does not depend
 * on whether a tree has the grid.
 */
const GRID: Partial<Record<EndpointId, Readonly<Record<string, readonly number[]>>>> = {
  recent: { min_magnitude: [0, 4.5, 6] },
  earthquakes: { hours: [1, 168, 720], min_mag: [2.5, 4.5, 6] },
};

/** A query without path parameters that one file answers whole. */
export interface WholeAnswer {
  /** The values that differ from their defaults, in the order of the table. */
  given: Record<string, ParameterValue>;
  /** File of the tree. */
  file: string;
}

/** The combinations of an endpoint that are in the grid. */
export function gridAnswers(endpoint: Endpoint): WholeAnswer[] {
  const values = GRID[endpoint.id];
  if (!values) return [];
  return combinations(endpoint, (parameter) => values[parameter.name] ?? [])
    .filter((given) => Object.keys(given).length > 0)
    .map((given) => ({ given, file: gridFile(endpoint, given) }));
}

/**
 * Every query of an endpoint without path parameters that a tree with the grid answers from a file, the default first.
 * Without any where a parameter is required: then the default itself is none.
 */
export function wholeAnswers(endpoint: Endpoint): WholeAnswer[] {
  if (endpoint.parameters.some((parameter) => parameter.in === "path" || parameter.required)) return [];
  const listed = endpoint.wholeAnswersBy ?? [];
  const always = combinations(endpoint, (parameter) =>
    listed.includes(parameter.name) ? (parameter.choices ?? []).filter((value) => value !== parameter.default) : [],
  );
  const files = always.map((given) => ({ given, file: wholeAnswerFile(endpoint, given) as string }));
  return [...files, ...gridAnswers(endpoint)];
}

/** Each parameter absent or with one of its values. */
function combinations(
  endpoint: Endpoint,
  valuesOf: (parameter: Parameter) => readonly ParameterValue[],
): Record<string, ParameterValue>[] {
  let found: Record<string, ParameterValue>[] = [{}];
  for (const parameter of endpoint.parameters) {
    const values = valuesOf(parameter);
    found = found.flatMap((given) => [given, ...values.map((value) => ({ ...given, [parameter.name]: value }))]);
  }
  return found;
}

function gridFile({ id }: Endpoint, given: Record<string, ParameterValue>): string {
  const parts = Object.entries(given).map(([name, value]) => `${name}-${token(value)}`);
  return `q/${id}/${parts.join(".")}.json`;
}

/** How many files a tree has for the grid alone. */
export const GRID_FILES = ENDPOINTS.reduce((sum, endpoint) => sum + gridAnswers(endpoint).length, 0);
