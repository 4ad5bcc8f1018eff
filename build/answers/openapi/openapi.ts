import { ENDPOINTS, type Endpoint, type EndpointId } from "../../contract/table/endpoints.ts";
import type { Parameter } from "../../contract/table/parameter.ts";
import { once } from "../../platform/once.ts";
import { documentedParameters, ENDPOINT_TEXTS, INTRODUCTION, parameterText, TAGS } from "./descriptions.ts";
import { HEADERS, RESPONSES, responsesOf } from "./responses.ts";
import { componentSchemas, type JsonObject } from "./schemas.ts";

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
    servers: [{ url: "/", description: "The host that serves this document." }],
    security: [],
    tags: TAGS,
    externalDocs: { description: "The documentation page.", url: "/docs/" },
    paths: Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.path, { get: operation(endpoint) }])),
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
