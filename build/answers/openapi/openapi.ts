import { ENDPOINTS, type Endpoint, type EndpointId } from "../../contract/table/endpoints.ts";
import type { Parameter } from "../../contract/table/parameter.ts";
import { PROBLEM_MEDIA_TYPE } from "../../contract/wire/problem.ts";
import { PROBLEM_TYPES, type ProblemKind } from "../../contract/wire/problem-types.ts";
import { once } from "../../platform/lists.ts";
import { documentedParameters, ENDPOINT_TEXTS, EXAMPLES, INTRODUCTION, parameterText, TAGS } from "./descriptions.ts";
import { otherPaths } from "./other-paths.ts";
import { componentSchemas, type JsonObject, PROBLEM_EXAMPLES, ref } from "./schemas.ts";

/** `info.version`: the version of the API, not of the package. */
export const API_VERSION = "1.0.0";

/** The OpenAPI 3.1.0 document of the API, derived from the endpoint table and the schemas. It is deterministic and made once. */
export const openApiDocument = once(makeDocument);

function makeDocument(): JsonObject {
  return {
    openapi: "3.1.0",
    info: {
      title: "Earthquake Data API",
      version: API_VERSION,
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "../../", description: "The host that serves this document, which is at `api/v1/` there." }],
    security: [],
    tags: TAGS,
    externalDocs: { description: "The documentation page.", url: "/docs/" },
    paths: { ...Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.path, { get: operation(endpoint) }])), ...otherPaths() },
    components: { schemas: componentSchemas(), responses: RESPONSES, headers: HEADERS },
  };
}

function operation(endpoint: Endpoint): JsonObject {
  const text = ENDPOINT_TEXTS[endpoint.id];
  return {
    operationId: operationId(endpoint),
    tags: [text.tag],
    summary: text.summary,
    description: text.description,
    parameters: documentedParameters(endpoint).map((parameter) => parameterObject(endpoint.id, parameter)),
    responses: responsesOf(endpoint),
  };
}

/** `plate-boundaries` is `getPlateBoundaries`. */
function operationId({ id }: Endpoint): string {
  const words = id.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `get${words.join("")}`;
}

const JSON_TYPES = { integer: "integer", number: "number", choice: "string", text: "string" } as const;

/** The Parameter Object of a parameter, with its bounds, its default, and an example. */
function parameterObject(id: EndpointId, parameter: Parameter): JsonObject {
  const { description, example } = parameterText(id, parameter.name);
  return {
    name: parameter.name,
    in: parameter.in,
    description,
    required: parameter.required ?? false,
    schema: parameterSchema(parameter),
    example,
  };
}

function parameterSchema(parameter: Parameter): JsonObject {
  const bounds = {
    minimum: parameter.minimum,
    maximum: parameter.maximum,
    minLength: parameter.minLength,
    maxLength: parameter.maxLength,
    pattern: parameter.pattern,
    enum: parameter.choices,
    default: parameter.default,
  };
  const known = Object.entries(bounds).filter(([, value]) => value !== undefined);
  return { type: JSON_TYPES[parameter.type], ...Object.fromEntries(known) };
}

function header(description: string, example: string | number, schema: JsonObject = { type: "string" }): JsonObject {
  return { description, schema, example };
}

/** `components.headers`: the response headers. */
export const HEADERS: Record<string, JsonObject> = {
  ETag: header("Strong validator that follows from the bytes alone. Send it back as `If-None-Match`.", '"0b5b7ba2ef3f78"'),
  "Last-Modified": header("The snapshot's `as_of`.", "Wed, 07 Feb 2018 01:49:14 GMT"),
  "Cache-Control": header(
    "How long the answer may be kept, and how much longer while a newer one is fetched or the service is down.",
    "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400",
  ),
  "X-Snapshot": header("Id of the snapshot that answers.", "5f0c1d2e3a4b5c6d", { type: "string", pattern: "^[0-9a-f]{16}$" }),
  "X-As-Of": header("The instant that every window ends at, UTC.", "2018-02-07T01:49:14.000Z", { type: "string", format: "date-time" }),
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
const RESPONSES: Record<string, JsonObject> = {
  NotModified: { description: "The answer is still the one that `If-None-Match` names.", headers: headers(ANSWER_HEADERS) },
  CanonicalSlug: {
    description:
      "The address is one of the earthquake's others: an earlier slug, its bare id, or an id it was once known by. A " +
      "host of plain files answers 200 with a copy instead.",
    headers: headers(["Location", "X-Snapshot", "X-As-Of"]),
  },
  CanonicalCountry: {
    description:
      "The country is given by a name, a code of three letters or a former code. A host of plain files answers 404 or 400 instead.",
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

function problemResponse(description: string, kinds: readonly ProblemKind[], headerNames: readonly string[] = []): JsonObject {
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

/** Whether a request says which country, so that another name of it redirects. */
function namesCountry({ id, parameters }: Endpoint): boolean {
  return id === "country" || parameters.some(({ name }) => name === "iso2" || name === "country");
}

/** The `responses` of an endpoint: its resource with an example, and the applicable shared ones. */
function responsesOf(endpoint: Endpoint): JsonObject {
  const hasPath = endpoint.parameters.some((parameter) => parameter.in === "path");
  const isPaged = endpoint.parameters.some((parameter) => parameter.name === "offset");
  const isEvent = endpoint.id === "earthquake";
  return {
    200: {
      description: ENDPOINT_TEXTS[endpoint.id].description,
      headers: headers(isPaged ? [...ANSWER_HEADERS, "Link"] : ANSWER_HEADERS),
      content: {
        "application/json": { schema: ref("schemas", ENDPOINT_TEXTS[endpoint.id].resource), example: EXAMPLES[endpoint.id].body },
      },
    },
    304: ref("responses", "NotModified"),
    ...(isEvent && { 308: ref("responses", "CanonicalSlug") }),
    ...(namesCountry(endpoint) && { 308: ref("responses", "CanonicalCountry") }),
    400: ref("responses", "InvalidParameter"),
    ...(hasPath && { 404: ref("responses", "NotFound") }),
    405: ref("responses", "MethodNotAllowed"),
    ...(isEvent && { 410: ref("responses", "Withdrawn") }),
    500: ref("responses", "InternalError"),
    503: ref("responses", "NoTree"),
  };
}
