import { ENDPOINT_TEXTS } from "../../build/answers/openapi/descriptions.ts";
import { ENDPOINTS, type Endpoint } from "../../build/contract/table/endpoints.ts";
import type { Parameter } from "../../build/contract/table/parameter.ts";
import { pathOf } from "../../build/contract/table/paths.ts";
import type { Case } from "./cases.ts";

/** The cases that follow from the table of endpoints: every parameter at its bounds, beyond, and misused. */
export function contractCases(): Case[] {
  return ENDPOINTS.flatMap((endpoint) => {
    const queries = [...new Set(queriesOf(endpoint))];
    return queries.map((query) => ({
      name: `query ${endpoint.id}: ${query === "" ? "nothing" : query.slice(1)}`,
      target: ({ event }) => `${exemplaryPath(endpoint, event.slug)}${query}`,
    }));
  });
}

function exemplaryPath(endpoint: Endpoint, slug: string): string {
  if (endpoint.id === "earthquake") return `/api/v1/earthquakes/${slug}/`;
  const values = parametersOf(endpoint).flatMap((parameter) =>
    parameter.in === "path" ? [[parameter.name, String(parameter.example)]] : [],
  );
  return pathOf(endpoint, Object.fromEntries(values));
}

function queriesOf(endpoint: Endpoint): string[] {
  const parameters = parametersOf(endpoint).filter((parameter) => parameter.in === "query");
  const required = parameters.filter((parameter) => parameter.required).map(pair);
  const ask = (...pairs: string[]) => `?${[...pairs, ...required].join("&")}`;
  const others = parameters.filter((parameter) => !parameter.required && !parameter.aliasOf);
  return [
    "",
    "?",
    ask(...others.map(pair)),
    ask(...others.map(pair).toReversed()),
    ask("nonsense=1"),
    ask("nonsense"),
    ...parameters.flatMap((parameter) => [
      ...valuesOf(parameter).map((value) => (parameter.required ? `?${parameter.name}=${value}` : ask(`${parameter.name}=${value}`))),
      ask(pair(parameter), pair(parameter)),
      ask(pair({ ...parameter, name: parameter.name.toUpperCase() })),
      ask(pair({ ...parameter, name: `${parameter.name}s` })),
      ...(parameter.aliasOf ? [ask(pair(parameter), `${parameter.aliasOf}=1`)] : []),
    ]),
    ...(endpoint.together ? [ask(...others.filter(({ name }) => endpoint.together?.includes(name)).map(pair))] : []),
    ...(endpoint.ordered ?? []).map(([least, most]) => ask(`${least}=5`, `${most}=4`)),
  ];
}

type ExemplaryParameter = Parameter & { example: number | string };

function parametersOf({ id, parameters }: Endpoint): ExemplaryParameter[] {
  return parameters.map((parameter) => ({ ...parameter, example: ENDPOINT_TEXTS[id].parameters[parameter.name]?.example ?? "" }));
}

function pair({ name, example }: ExemplaryParameter): string {
  return `${name}=${encodeURIComponent(example)}`;
}

/** Values at the bounds and just beyond, and such as are none. */
function valuesOf({ type, minimum = 0, maximum = 0, choices, minLength = 0, maxLength = 0, default: usual }: Parameter) {
  const wrong = ["", "nonsense", "-1", "%20", "null"];
  if (usual !== undefined) wrong.push(String(usual));
  if (choices) return [...choices.slice(0, 12).map((choice) => encodeURIComponent(choice)), ...wrong];
  if (type === "text") return ["", "a".repeat(minLength - 1), "qu", "x".repeat(maxLength), "x".repeat(maxLength + 1)];
  const step = type === "integer" ? 1 : 0.1;
  const numbers = [minimum, maximum, minimum - step, maximum + step].map(String);
  return [...numbers, ...wrong, "1e1", "0x10", "1.0", "%2B1", "+1", "01", "NaN", "Infinity", "99999999999999999999"];
}
