import * as z from "zod";
import given from "../../../data/openapi/other-paths.json" with { type: "json" };
import { RESOURCES } from "../../contract/resources/resources.ts";
import { ENDPOINTS, type Endpoint, type EndpointId } from "../../contract/table/endpoints.ts";
import type { Parameter } from "../../contract/table/parameter.ts";
import { PROBLEM_MEDIA_TYPE, type Problem } from "../../contract/wire/problem.ts";
import { PROBLEM_TYPES, type ProblemKind, problem } from "../../contract/wire/problem-types.ts";
import { PARAMETERS } from "../../fdsn/parameter-table.ts";
import { once } from "../../platform/lists.ts";
import { documentedParameters, ENDPOINT_TEXTS, EXAMPLES, INTRODUCTION, PROBLEM_TEXTS, parameterText, TAGS } from "./descriptions.ts";

/** An address that is not in the endpoint table: a file, a method of the event service, or the stream of changes. */
interface Other {
  operationId: string;
  summary: string;
  description: string;
  /** The media types of an answer. */
  types: readonly string[];
  /** Those of the event service are in a table of their own. */
  parameters?: "fdsn" | readonly JsonObject[];
  /** The group of its responses. */
  responses: keyof typeof given.responses;
}

const OTHERS = given.paths as Readonly<Record<string, Other>>;

const XML_TYPES = {
  "xs:dateTime": "string",
  "xs:double": "number",
  "xs:int": "integer",
  "xs:string": "string",
  "xs:boolean": "boolean",
} as const;

/** The parameters of FDSN, from the table of which its own description is made. */
const FDSN_PARAMETERS = Object.entries(PARAMETERS).map(([name, parameter]): JsonObject => {
  const also = "alias" in parameter ? `; \`${parameter.alias}\` is the same` : "";
  return {
    name,
    in: "query",
    required: false,
    description: `As the event service of FDSN or of the USGS defines it${also}. /docs/guides/archive/ states the differences.`,
    schema: { type: XML_TYPES[parameter.type], ...("options" in parameter && { enum: parameter.options }) },
  };
});

/** Path Item Objects of what is answered besides the endpoint table. */
export function otherPaths(): JsonObject {
  return Object.fromEntries(Object.entries(OTHERS).map(([path, other]) => [path, { get: operationOf(other) }]));
}

function operationOf({ operationId, summary, description, types, parameters = [], responses }: Other): JsonObject {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  return {
    operationId,
    tags: ["Service"],
    summary,
    description,
    parameters: parameters === "fdsn" ? FDSN_PARAMETERS : parameters,
    responses: { 200: { description: summary, content }, ...given.responses[responses] },
  };
}

import document from "../../../data/openapi/document.json" with { type: "json" };

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

/** A JSON object whose shape the OpenAPI specification defines. */
export type JsonObject = Record<string, unknown>;

/** A reference to a component, for example `ref("schemas", "Earthquake")`. */
function ref(section: string, name: string): JsonObject {
  return { $ref: `#/components/${section}/${name}` };
}

/** `components.schemas`: every resource and part by its name, JSON Schema 2020-12, with references to other parts. */
export function componentSchemas(): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(RESOURCES)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` });
  return tidy(schemas) as JsonObject;
}

/** Recursively removes additions of zod that would confuse readers. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, inner]) => !isNoise(key, inner, value));
  return nullable(Object.fromEntries(entries.map(([key, inner]) => [key, tidy(inner)])));
}

function isNoise(key: string, value: unknown, schema: object): boolean {
  // The position of a schema in an OpenAPI document identifies it; `$id` would change the base of its references.
  if (key === "$id" || key === "$schema") return true;
  if (key === "maximum") return value === Number.MAX_SAFE_INTEGER;
  if (key === "minimum") return value === Number.MIN_SAFE_INTEGER;
  return key === "pattern" && "format" in schema && schema.format === "date-time";
}

/** `anyOf` of a plain type and null becomes one type with null, which every OpenAPI viewer displays well. */
function nullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [plain, none] = anyOf as JsonObject[];
  const isPlain = plain && typeof plain.type === "string" && plain.type !== "object" && plain.type !== "array";
  if (!plain || !isPlain || none?.type !== "null") return schema;
  const values = Array.isArray(plain.enum) ? { enum: [...plain.enum, null] } : {};
  return { ...plain, type: [plain.type, "null"], ...values, ...rest };
}

/** A problem document of each kind, as a host would send it. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  (Object.keys(PROBLEM_TYPES) as ProblemKind[]).map((kind) => {
    const { detail, errors } = PROBLEM_TEXTS[kind].example;
    return [kind, problem(kind, detail, errors)];
  }),
) as Record<ProblemKind, Problem>;
