import { z } from "zod";
import { RESOURCES } from "../../contract/resources/resources.ts";
import { ENDPOINTS, type EndpointId } from "../../contract/table/endpoints.ts";
import type { Problem } from "../../contract/wire/problem.ts";
import { PROBLEM_TYPES, type ProblemKind, problem } from "../../contract/wire/problem-types.ts";
import { once } from "../../platform/memoize.ts";
import { ENDPOINT_TEXTS, PROBLEM_TEXTS } from "./descriptions.ts";

/** A JSON object whose shape the OpenAPI specification defines. */
export type JsonObject = Record<string, unknown>;

/** A reference to a component, for example `ref("schemas", "Earthquake")`. */
export function ref(section: string, name: string): JsonObject {
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

/**
 * A body of each endpoint for the documentation: records of the embedded data of the week to 7 February 2018. Lists are shortened,
 * and the steps between snapshots are invented. The bodies are made on first use, because most commands do not need them.
 */
export const EXAMPLES = Object.defineProperties(
  {},
  Object.fromEntries(ENDPOINTS.map(({ id }) => [id, { get: once(() => exampleOf(id)), enumerable: true }])),
) as Readonly<Record<EndpointId, unknown>>;

/** A problem document of each kind, as a host would send it. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  (Object.keys(PROBLEM_TYPES) as ProblemKind[]).map((kind) => {
    const { detail, errors } = PROBLEM_TEXTS[kind].example;
    return [kind, problem(kind, detail, errors)];
  }),
) as Record<ProblemKind, Problem>;

/** @throws Error if the schema refuses the example */
function exampleOf(id: EndpointId): unknown {
  const { resource, example } = ENDPOINT_TEXTS[id];
  const schema = RESOURCES[resource];
  if (!schema) throw new Error(`there is no resource ${resource}`);
  return schema.parse(valueOf(schema, example));
}

/**
 * The value of a schema. Each field has the first of the `examples` of its schema, unless it is overridden. A list has the given
 * number of items. Optional fields are included only if they are given.
 */
function valueOf(schema: z.core.$ZodType, override: unknown): unknown {
  if (override === null) return null;
  if (schema instanceof z.ZodObject) return objectOf(schema, override);
  if (schema instanceof z.ZodArray && Array.isArray(override)) {
    return override.map((item) => valueOf(schema.element, item));
  }
  const example = (z.globalRegistry.get(schema)?.examples as unknown[] | undefined)?.[0];
  const isWrapper = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;
  if (isWrapper && (override !== undefined || example === undefined)) return valueOf(schema.unwrap(), override);
  if (override !== undefined || example !== undefined) return override ?? example;
  return schema instanceof z.ZodLiteral ? schema.value : [];
}

function objectOf({ shape }: z.ZodObject, override: unknown): unknown {
  const own = (override ?? {}) as Record<string, unknown>;
  const unknown = Object.keys(own).find((name) => !(name in shape));
  if (unknown !== undefined) throw new Error(`data/openapi/endpoints.json: ${unknown} is no field of the example's schema`);
  const fields = Object.entries<z.core.$ZodType>(shape).filter(([name, field]) => name in own || !(field instanceof z.ZodOptional));
  return Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, own[name])]));
}
