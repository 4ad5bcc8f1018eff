import type { FieldChange } from "../../contract/resources/resources.ts";

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
  return {
    ...record,
    [key]: rest.length === 0 ? value : withField(isObject(inner) ? inner : {}, rest.join("."), value),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
