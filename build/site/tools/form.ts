import { type Html, html } from "../html.ts";
import type { ChoiceField, Field, NumberField, ToolContext } from "./tool.ts";

/** The form of a tool with its first values. Each field is `#field-{name}`, its message `#message-{name}`. */
export function toolForm(fields: readonly Field[], context: ToolContext, has: (key: string) => boolean): Html {
  return html`<form id="tool-form" class="tool-form" autocomplete="off">
${fields.map((field) => fieldHtml(field, context, has))}<button type="reset" hidden>${context.t("reset")}</button>
</form>`;
}

function fieldHtml(field: Field, context: ToolContext, has: (key: string) => boolean): Html {
  const { name } = field;
  const hint = has(`hint.${name}`)
    ? html`<span class="hint" id="hint-${name}">${context.t(`hint.${name}`)}</span>`
    : null;
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

function choice({ name, options, first, labels }: ChoiceField, context: ToolContext): Html {
  const label = (option: string) => labels?.[option] ?? context.t(`option.${name}.${option}`);
  return html`<select id="field-${name}" name="${name}" aria-describedby="message-${name}">${options.map(
    (option) => html`<option value="${option}"${option === first ? html` selected` : null}>${label(option)}</option>`,
  )}</select>`;
}
