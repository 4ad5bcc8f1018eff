import { z } from "zod";
import { RESOURCES } from "../../contract/resources/resources.ts";
import type { Problem } from "../../contract/wire/problem.ts";
import { PROBLEM_TYPES, type ProblemKind, problem } from "../../contract/wire/problem-types.ts";
import { PROBLEM_TEXTS } from "./descriptions.ts";

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

/** A problem document of each kind, as a host would send it. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  (Object.keys(PROBLEM_TYPES) as ProblemKind[]).map((kind) => {
    const { detail, errors } = PROBLEM_TEXTS[kind].example;
    return [kind, problem(kind, detail, errors)];
  }),
) as Record<ProblemKind, Problem>;
