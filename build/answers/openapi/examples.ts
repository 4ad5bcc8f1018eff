import { z } from "zod";
import { RESOURCES } from "../../contract/resources/resources.ts";
import { ENDPOINTS, type EndpointId } from "../../contract/table/endpoints.ts";
import { type Problem } from "../../contract/wire/problem.ts";
import { PROBLEM_TYPES, type ProblemKind, problem } from "../../contract/wire/problem-types.ts";
import { once } from "../../platform/once.ts";
import { ENDPOINT_TEXTS, PROBLEM_TEXTS } from "./descriptions.ts";

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
  if (unknown !== undefined)
    throw new Error(`data/openapi/endpoints.json: ${unknown} is no field of the example's schema`);
  const fields = Object.entries<z.core.$ZodType>(shape).filter(
    ([name, field]) => name in own || !(field instanceof z.ZodOptional),
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, own[name])]));
}
