import { z } from "zod";

/** Replacements for the examples that a schema gives. A list has as many items as are given here. */
export type Overrides<Value> = Value extends readonly (infer Item)[]
  ? readonly Overrides<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: Overrides<Value[Name]> }
    : Value;

/**
 * An example of a resource: each field has the first of the `examples` of its schema. Optional fields are left out unless they
 * are overridden.
 *
 * @throws Error if the schema refuses the example
 */
export function exampleOf<Schema extends z.ZodType>(
  schema: Schema,
  overrides?: Overrides<z.output<Schema>>,
): z.output<Schema> {
  return schema.parse(valueOf(schema, overrides));
}

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
  const fields = Object.entries<z.core.$ZodType>(shape).filter(
    ([name, field]) => name in own || !(field instanceof z.ZodOptional),
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, own[name])]));
}
