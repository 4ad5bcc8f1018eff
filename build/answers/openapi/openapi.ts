import document from "../../../data/openapi/document.json" with { type: "json" };
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
    components: { schemas: componentSchemas(), responses: sharedResponses(), headers: HEADERS },
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

/** `components.headers`: the response headers. */
export const HEADERS: Readonly<Record<string, JsonObject>> = document.headers;

/** Headers of a successful answer, and of 304. */
const ANSWER_HEADERS = document.responses.NotModified.headers;

/** A response of every endpoint besides its resource. */
interface SharedResponse {
  description: string;
  /** Names of headers. */
  headers?: readonly string[];
  /** The kinds of problems that its body may be. */
  problems?: readonly ProblemKind[];
}

/** `components.responses` */
function sharedResponses(): JsonObject {
  const all = Object.entries(document.responses) as [string, SharedResponse][];
  return Object.fromEntries(
    all.map(([name, { description, headers: names, problems }]) => [
      name,
      { description, ...(names && { headers: headers(names) }), ...(problems && { content: problemContent(problems) }) },
    ]),
  );
}

function problemContent(kinds: readonly ProblemKind[]): JsonObject {
  const examples = kinds.map((kind) => [kind, { summary: PROBLEM_TYPES[kind].title, value: PROBLEM_EXAMPLES[kind] }]);
  return { [PROBLEM_MEDIA_TYPE]: { schema: ref("schemas", "Problem"), examples: Object.fromEntries(examples) } };
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
