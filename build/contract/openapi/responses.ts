import type { Endpoint } from "../table/endpoints.ts";
import { ENDPOINT_TEXTS } from "../texts/endpoints.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEM_TYPES, type ProblemKind } from "../wire/problem.ts";
import { EXAMPLES, PROBLEM_EXAMPLES } from "./examples.ts";
import { ANSWER_HEADERS } from "./headers.ts";
import { type JsonObject, ref } from "./schemas.ts";

/** `components.responses`: the responses of every endpoint besides its resource. */
export const RESPONSES: Record<string, JsonObject> = {
  NotModified: {
    description: "The answer is still the one that `If-None-Match` names.",
    headers: headers(ANSWER_HEADERS),
  },
  CanonicalSlug: {
    description:
      "The address is one of the earthquake's others: an earlier slug, its bare id, or an id it was once known by. A host of plain files answers 200 with a copy instead.",
    headers: headers(["Location", "X-Snapshot", "X-As-Of"]),
  },
  InvalidParameter: problemResponse(
    "A parameter is unknown, repeated, empty, of the wrong type or out of bounds; or this host of plain files has no answer for the combination.",
    ["invalid-parameter", "not-prebuilt"],
  ),
  NotFound: problemResponse("There is nothing at this address.", ["not-found"]),
  MethodNotAllowed: problemResponse("The method is none of GET, HEAD and OPTIONS.", ["method-not-allowed"], ["Allow"]),
  Withdrawn: problemResponse("The agency has withdrawn the earthquake in the last 90 days.", ["withdrawn"]),
  InternalError: problemResponse("The service made a mistake.", ["internal-error"]),
  NoTree: problemResponse("The host has no data yet.", ["no-tree"], ["Retry-After"]),
};

function problemResponse(
  description: string,
  kinds: readonly ProblemKind[],
  headerNames: readonly string[] = [],
): JsonObject {
  const examples = kinds.map((kind) => [kind, { summary: PROBLEM_TYPES[kind].title, value: PROBLEM_EXAMPLES[kind] }]);
  return {
    description,
    ...(headerNames.length > 0 && { headers: headers(headerNames) }),
    content: { [PROBLEM_MEDIA_TYPE]: { schema: ref("schemas", "Problem"), examples: Object.fromEntries(examples) } },
  };
}

function headers(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, ref("headers", name)]));
}

/** The `responses` of an endpoint: its resource with an example, and the applicable shared ones. */
export function responsesOf(endpoint: Endpoint): JsonObject {
  const hasPath = endpoint.parameters.some((parameter) => parameter.in === "path");
  const isPaged = endpoint.parameters.some((parameter) => parameter.name === "offset");
  const isEvent = endpoint.id === "earthquake";
  return {
    200: {
      description: ENDPOINT_TEXTS[endpoint.id].description,
      headers: headers(isPaged ? [...ANSWER_HEADERS, "Link"] : ANSWER_HEADERS),
      content: {
        "application/json": {
          schema: ref("schemas", ENDPOINT_TEXTS[endpoint.id].resource),
          example: EXAMPLES[endpoint.id],
        },
      },
    },
    304: ref("responses", "NotModified"),
    ...(isEvent && { 308: ref("responses", "CanonicalSlug") }),
    400: ref("responses", "InvalidParameter"),
    ...(hasPath && { 404: ref("responses", "NotFound") }),
    405: ref("responses", "MethodNotAllowed"),
    ...(isEvent && { 410: ref("responses", "Withdrawn") }),
    500: ref("responses", "InternalError"),
    503: ref("responses", "NoTree"),
  };
}
