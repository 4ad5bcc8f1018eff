import { type Html, html } from "../html.ts";

/** A table of text; the first column says what a row is. Where it is too wide it can be moved by keys too. */
export function table(heads: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
  return html`<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>
${rows.map(
  ([first = "", ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody></table></div>
`;
}
