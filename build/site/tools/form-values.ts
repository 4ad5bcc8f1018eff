import type { AnyValues, Field, NumberField } from "./tool.ts";

/** The values that a form shows at first. */
export function firstValues(fields: readonly Field[]): AnyValues {
  return Object.fromEntries(fields.map(({ name, first }) => [name, first]));
}

/**
 * The values that an address asks for. What it does not say, or says wrongly, is as at first: an address from elsewhere
 * must not leave a page without a result.
 *
 * @param search with or without `?`
 */
export function valuesOfQuery(fields: readonly Field[], search: string): AnyValues {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    fields.map((field) => {
      const given = query.get(field.name);
      return [field.name, (given === null ? undefined : valueOfText(field, given)) ?? field.first];
    }),
  );
}

/** The shortest query that `valuesOfQuery` reads as these values: empty, or with its `?`. */
export function queryOfValues(fields: readonly Field[], values: AnyValues): string {
  const query = new URLSearchParams();
  for (const { name, first } of fields) {
    const value = values[name];
    if (value !== undefined && value !== first) query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** The value that a reader's text means to a field; undefined where it means none. */
export function valueOfText(field: Field, text: string): number | string | undefined {
  if (field.kind === "choice") return field.options.includes(text) ? text : undefined;
  const value = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && isInside(field, value) ? value : undefined;
}

function isInside({ least, most }: NumberField, value: number): boolean {
  return Number.isFinite(value) && value >= least && value <= most;
}
