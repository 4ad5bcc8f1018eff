import { z } from "zod";
import { RESOURCES } from "../resources/resources.ts";

/** A JSON object whose shape the OpenAPI specification sets, not we. */
export type JsonObject = Record<string, unknown>;

/** A reference to a component, for example `ref("schemas", "Earthquake")`. */
export function ref(section: string, name: string): JsonObject {
  return { $ref: `#/components/${section}/${name}` };
}

/** `components.schemas`: every resource and part by its name, JSON Schema 2020-12, each other part by reference. */
export function componentSchemas(): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(RESOURCES)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` });
  return tidy(schemas) as JsonObject;
}

/** Leaves out what zod adds and readers stumble over, in a schema and all that it holds. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, inner]) => !isNoise(key, inner, value));
  return nullable(Object.fromEntries(entries.map(([key, inner]) => [key, tidy(inner)])));
}

function isNoise(key: string, value: unknown, schema: object): boolean {
  // Inside an OpenAPI document a schema is known by its place; `$id` would make its references relative to itself.
  if (key === "$id" || key === "$schema") return true;
  if (key === "maximum") return value === Number.MAX_SAFE_INTEGER;
  if (key === "minimum") return value === Number.MIN_SAFE_INTEGER;
  return key === "pattern" && "format" in schema && schema.format === "date-time";
}

/** `anyOf` of a plain type and null is shown as one type with null, which every reader of OpenAPI renders well. */
function nullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [plain, none] = anyOf as JsonObject[];
  const isPlain = plain && typeof plain.type === "string" && plain.type !== "object" && plain.type !== "array";
  if (!plain || !isPlain || none?.type !== "null") return schema;
  const values = Array.isArray(plain.enum) ? { enum: [...plain.enum, null] } : {};
  return { ...plain, type: [plain.type, "null"], ...values, ...rest };
}
