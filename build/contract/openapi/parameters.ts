import type { EndpointId } from "../table/endpoints.ts";
import type { Parameter } from "../table/parameter.ts";
import { ENDPOINT_TEXTS, parameterText } from "../texts/endpoints.ts";
import type { JsonObject } from "./schemas.ts";

const JSON_TYPES = { integer: "integer", number: "number", choice: "string", text: "string" } as const;

/** The Parameter Object of a parameter, with its bounds, its default, and an example. */
export function parameterObject(id: EndpointId, parameter: Parameter): JsonObject {
  return {
    name: parameter.name,
    in: parameter.in,
    description: parameterText(id, parameter.name),
    required: parameter.required ?? false,
    schema: parameterSchema(parameter),
    example: ENDPOINT_TEXTS[id].examples[parameter.name],
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
