import { z } from "zod";
import given from "../../../data/openapi/fields.json" with { type: "json" };

/** A description and examples, as OpenAPI has them. */
type Text = { description?: string; examples?: unknown[] };

/** The texts of schemas by name, and of their fields. They are separate from the schemas, because only the documentation needs them. */
const TEXTS: Readonly<Record<string, Text & { fields?: Readonly<Record<string, Text>> }>> = given;

/** A schema with its text. */
export function described<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  const { fields: _, ...text } = TEXTS[name] ?? {};
  return Object.keys(text).length > 0 ? schema.meta(text) : schema;
}

/** Fields with their texts. Fields without one keep what the text of their own schema says. */
export function fields<Shape extends Readonly<Record<string, z.ZodType>>>(name: string, shape: Shape): Shape {
  const texts = TEXTS[name]?.fields ?? {};
  const entries = Object.entries(shape).map(([key, schema]) => [key, texts[key] ? schema.meta(texts[key]) : schema]);
  return Object.fromEntries(entries) as Shape;
}

/** An object of these fields and no others, with the texts of both. */
export function object<Shape extends Readonly<Record<string, z.ZodType>>>(name: string, shape: Shape) {
  return described(name, z.strictObject(fields(name, shape)));
}
