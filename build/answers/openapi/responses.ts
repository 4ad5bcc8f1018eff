import type { Endpoint } from "../../contract/table/endpoints.ts";
import { PROBLEM_MEDIA_TYPE } from "../../contract/wire/problem.ts";
import { PROBLEM_TYPES, type ProblemKind } from "../../contract/wire/problem-types.ts";
import { ENDPOINT_TEXTS } from "./descriptions.ts";
import { EXAMPLES, PROBLEM_EXAMPLES } from "./examples.ts";
import { type JsonObject, ref } from "./schemas.ts";

function header(description: string, example: string | number, schema: JsonObject = { type: "string" }): JsonObject {
  return { description, schema, example };
}

/** `components.headers`: the response headers. */
export const HEADERS: Record<string, JsonObject> = {
  ETag: header(
    "Strong validator that follows from the bytes alone. Send it back as `If-None-Match`.",
    '"0b5b7ba2ef3f78"',
  ),
  "Last-Modified": header("The snapshot's `as_of`.", "Wed, 07 Feb 2018 01:49:14 GMT"),
  "Cache-Control": header(
    "How long the answer may be kept, and how much longer while a newer one is fetched or the service is down.",
    "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400",
  ),
  "X-Snapshot": header("Id of the snapshot that answers.", "5f0c1d2e3a4b5c6d", {
    type: "string",
    pattern: "^[0-9a-f]{16}$",
  }),
  "X-As-Of": header("The instant that every window ends at, UTC.", "2018-02-07T01:49:14.000Z", {
    type: "string",
    format: "date-time",
  }),
  Link: header(
    "The neighbouring pages as relative addresses (RFC 8288): `rel` is `first`, `prev`, `next` or `last`.",
    '<?limit=100&offset=0>; rel="first", <?limit=100&offset=100>; rel="next", <?limit=100&offset=200>; rel="last"',
  ),
  Location: header("Where the answer is.", "/api/v1/earthquakes/m6-4-22km-nne-of-hualian-taiwan-us1000chhc/"),
  Allow: header("The methods that are answered.", "GET, HEAD, OPTIONS"),
  "Retry-After": header("Seconds after which it is worth asking again.", 30, { type: "integer", minimum: 0 }),
};

/** Headers of a successful answer, and of 304. */
const ANSWER_HEADERS = ["ETag", "Last-Modified", "Cache-Control", "X-Snapshot", "X-As-Of"] as const;

/** `components.responses`: the responses of every endpoint besides its resource. */
export const RESPONSES: Record<string, JsonObject> = {
  NotModified: {
    description: "The answer is still the one that `If-None-Match` names.",
    headers: headers(ANSWER_HEADERS),
  },
  CanonicalSlug: {
    description:
      "The address is one of the earthquake's others: an earlier slug, its bare id, or an id it was once known by. A " +
      "host of plain files answers 200 with a copy instead.",
    headers: headers(["Location", "X-Snapshot", "X-As-Of"]),
  },
  InvalidParameter: problemResponse(
    "A parameter is unknown, repeated, empty, of the wrong type or out of bounds; or this host of plain files has no " +
      "answer for the combination.",
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
