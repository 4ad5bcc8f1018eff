import { z } from "zod";
import { statusSchema } from "../../contract/wire/status.ts";
import { type Html, html } from "../html.ts";

/** What `/status.json` says, field by field, from its schema. */
export function statusFields(): Html {
  return html`<table><thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead><tbody>
${fieldsOf(statusSchema, "").map(
  ([path, meaning]) => html`<tr><td><code>${path}</code></td><td>${meaning}</td></tr>
`,
)}</tbody></table>`;
}

/** Every field that has a description, however deep, in the order of the schema. */
function fieldsOf(schema: z.core.$ZodType, path: string): [string, string][] {
  const own = schema instanceof z.ZodType ? schema.description : undefined;
  const row: [string, string][] = own === undefined || path === "" ? [] : [[path, own]];
  return [...row, ...childrenOf(schema, path)];
}

function childrenOf(schema: z.core.$ZodType, path: string): [string, string][] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return childrenOf(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return childrenOf(schema.element, `${path}[]`);
  if (!(schema instanceof z.ZodObject)) return [];
  const prefix = path === "" ? "" : `${path}.`;
  return Object.entries(schema.shape).flatMap(([name, part]) => fieldsOf(part as z.core.$ZodType, prefix + name));
}
