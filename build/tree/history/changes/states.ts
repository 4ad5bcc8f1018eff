import * as z from "zod";
import { ChangedEarthquake } from "../../../contract/resources/changes.ts";
import type { FieldChange } from "../../../contract/resources/resources.ts";
import { isObject } from "../../../platform/json-fault.ts";

/** A record of a tree: an EarthquakeDetail of any version of the program. */
export type EventBody = Readonly<Record<string, unknown>> & { event_id: string; slug: string; occurred_at: string };

/** @throws Error if it is not the record of an event */
export function eventBody(value: unknown): EventBody {
  const { event_id, slug, occurred_at } = (value ?? {}) as Partial<EventBody>;
  if ([event_id, slug, occurred_at].every((field) => typeof field === "string")) return value as EventBody;
  throw new Error("a record is not that of an event");
}

/** The event's own part of its record. */
export function stateOf(body: EventBody): ChangedEarthquake {
  return picked(body, OWN) as unknown as ChangedEarthquake;
}

/** Whether changes state the values of a differing field. */
export function isOwn(field: string): boolean {
  let fields: Fields | undefined = OWN;
  for (const key of field.split(".")) {
    if (!fields?.has(key)) return false;
    fields = fields.get(key);
  }
  return true;
}

/** Names of fields; objects with the names of their fields. */
type Fields = ReadonlyMap<string, Fields | undefined>;

const OWN = fieldsOf(ChangedEarthquake.shape);

function fieldsOf(shape: object): Fields {
  return new Map(
    Object.entries(shape).map(([key, schema]) => {
      const inner = shapeOf(schema);
      return [key, inner && fieldsOf(inner)];
    }),
  );
}

/** The shape of an object, perhaps nullable. */
function shapeOf(schema: unknown): object | undefined {
  if (schema instanceof z.ZodNullable) return shapeOf(schema.unwrap());
  return schema instanceof z.ZodObject ? schema.shape : undefined;
}

function picked(body: Readonly<Record<string, unknown>>, fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    [...fields].map(([key, inner]) => {
      const value = body[key] ?? null;
      return [key, inner && value !== null ? picked(value as Record<string, unknown>, inner) : value];
    }),
  );
}

type Json = Record<string, unknown>;

/**
 * The differences between two records, field by field, in the order of the newer one. If both have an object, its fields are compared
 * and named after a dot; lists count as one value. Absent fields count as null.
 */
export function fieldChanges(before: object, after: object, prefix = ""): [field: string, change: FieldChange][] {
  const [old, young] = [before as Json, after as Json];
  return [...new Set([...Object.keys(young), ...Object.keys(old)])].flatMap((key) => {
    const [was, is] = [old[key] ?? null, young[key] ?? null];
    if (isObject(was) && isObject(is)) return fieldChanges(was, is, `${prefix}${key}.`);
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [[prefix + key, { before: was, after: is }] satisfies [string, FieldChange]];
  });
}

/** A copy of the record with a changed field. */
export function withField(record: object, field: string, value: unknown): object {
  const [key = "", ...rest] = field.split(".");
  const inner = (record as Json)[key];
  return { ...record, [key]: rest.length === 0 ? value : withField(isObject(inner) ? inner : {}, rest.join("."), value) };
}
