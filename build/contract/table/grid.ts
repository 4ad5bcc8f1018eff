import type { Endpoint, EndpointId } from "./endpoints.ts";
import type { Parameter, ParameterValue } from "./parameter.ts";
import { token, wholeAnswerFile } from "./paths.ts";

/**
 * The grid: combinations of filters that are prebuilt in addition to those of every tree, for hosts that can only rewrite URLs. It
 * has the values of each parameter other than the default; every combination has a file.
 *
 * The values are the windows and thresholds of the USGS feeds, because these are the most requested: hour, day, week, month; all,
 * 2.5, 4.5, and 6 in place of "significant"; and common limits. It is small, because a minute with three new events changes
 * a quarter of its 105 files, or more. Hosts with the rewrite do not need it, so it is optional.
 *
 * It is separate from the endpoint table because the rewrite does not depend on it: answers are the same with and without the grid.
 */
const GRID: Partial<Record<EndpointId, Readonly<Record<string, readonly number[]>>>> = {
  "live-feed": { hours: [1, 6, 168] },
  recent: { limit: [1, 5, 10, 20, 100], min_magnitude: [0, 4.5, 6] },
  earthquakes: { hours: [1, 168, 720], min_mag: [2.5, 4.5, 6], limit: [1, 5, 10, 20] },
};

/** A query without path parameters that one file answers. */
export interface WholeAnswer {
  /** The values that differ from their defaults, in the order of the table. */
  given: Record<string, ParameterValue>;
  /** The file of the tree. */
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
 * Every query of an endpoint without path parameters that a tree with the grid answers from a file. The default comes first. Empty
 * if a parameter is required.
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

/** All combinations in which each parameter is absent or has one of its values. */
function combinations(endpoint: Endpoint, valuesOf: (parameter: Parameter) => readonly ParameterValue[]): Record<string, ParameterValue>[] {
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
