import { type Html, html } from "../html.ts";
import type { AnyValues, ChoiceField, Field, NumberField, ToolContext } from "./tool.ts";

/** The form of a tool with its initial values. Each field has the id `field-{name}`, and its message `message-{name}`. */
export function toolForm(fields: readonly Field[], context: ToolContext, has: (key: string) => boolean): Html {
  return html`<form id="tool-form" class="tool-form" autocomplete="off">
${fields.map((field) => fieldHtml(field, context, has))}<button type="reset" hidden>${context.t("reset")}</button>
</form>`;
}

function fieldHtml(field: Field, context: ToolContext, has: (key: string) => boolean): Html {
  const { name } = field;
  const hint = has(`hint.${name}`) ? html`<span class="hint" id="hint-${name}">${context.t(`hint.${name}`)}</span>` : null;
  return html`<div class="field"><label for="field-${name}">${context.t(`field.${name}`)}</label>
<span class="control">${field.kind === "number" ? numberInput(field, hint !== null) : choice(field, context)}</span>
${hint}<span class="message" id="message-${name}" role="alert"></span></div>
`;
}

function numberInput({ name, least, most, step, first, unit }: NumberField, hinted: boolean): Html {
  const described = `${hinted ? `hint-${name} ` : ""}message-${name}`;
  return html`<input id="field-${name}" name="${name}" type="number" inputmode="${least < 0 ? "text" : "decimal"}" min="${least}"
max="${most}" step="${step}" value="${first}" required aria-describedby="${described}">${unit && html`<span class="unit">${unit}</span>`}`;
}

function choice({ name, options, first, countries, plates, filled }: ChoiceField, context: ToolContext): Html {
  const inPage = filled ? [first] : options.filter((option) => option === first || countries?.[option] === undefined);
  const label = (option: string) => {
    const country = countries?.[option];
    if (country !== undefined) return context.country(option, country);
    const plate = plates?.[option];
    return plate === undefined ? context.t(`option.${name}.${option}`) : context.plate(option, plate);
  };
  return html`<select id="field-${name}" name="${name}" aria-describedby="message-${name}">${inPage.map(
    (option) => html`<option value="${option}"${option === first ? html` selected` : null}>${label(option)}</option>`,
  )}</select>`;
}

export function firstValues(fields: readonly Field[]): AnyValues {
  return Object.fromEntries(fields.map(({ name, first }) => [name, first]));
}

/**
 * Reads the values from an address. Missing and invalid values are replaced by the initial values, so that a link from
 * elsewhere always leads to a result.
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

/** The shortest query that `valuesOfQuery` parses to these values, with the leading `?`; empty for the initial values. */
export function queryOfValues(fields: readonly Field[], values: AnyValues): string {
  const query = new URLSearchParams();
  for (const { name, first } of fields) {
    const value = values[name];
    if (value !== undefined && value !== first) query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Parses the text that a reader entered; undefined if it is invalid for the field. */
export function valueOfText(field: Field, text: string): number | string | undefined {
  if (field.kind === "choice") return field.options.includes(text) ? text : undefined;
  const value = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && isInside(field, value) ? value : undefined;
}

function isInside({ least, most }: NumberField, value: number): boolean {
  return Number.isFinite(value) && value >= least && value <= most;
}

/** The fields of a country that a list of options needs. */
export interface CountryName {
  iso2: string;
  /** English name. */
  name: string;
}

/** The preferred option, or the first option if the preferred one does not exist. */
export function optionOr(options: readonly [string, ...string[]], preferred: string): string {
  return options.includes(preferred) ? preferred : options[0];
}

/** A choice of a country. @param others options that are not countries */
export function countryField<const Name extends string>(
  name: Name,
  countries: readonly CountryName[],
  preferred: string,
  others: readonly string[] = [],
) {
  const options = [...others, ...countries.map(({ iso2 }) => iso2)] as [string, ...string[]];
  const names = Object.fromEntries(countries.map(({ iso2, name: english }) => [iso2, english]));
  return { kind: "choice", name, options, first: optionOr(options, preferred), countries: names } as const;
}
