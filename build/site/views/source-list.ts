import type { DataSource } from "../../catalogue/catalogue.ts";
import { thousands } from "../../platform/amounts.ts";
import { dateWords } from "../format/amounts.ts";
import { type Html, html } from "../html.ts";

/** Every source with its age, its terms, and the attribution that it asks for. */
export function sourceList(sources: readonly DataSource[]): Html {
  return html`<table class="sources"><thead><tr><th scope="col">Source</th><th scope="col">Gives</th><th scope="col">Age and reach</th><th scope="col">Terms and attribution</th></tr></thead><tbody>
${sources.map(
  (
    source,
  ) => html`<tr><td><a href="${source.url}" rel="noreferrer">${source.name}</a></td><td>${thousands(source.records)} ${source.provides}</td><td>${age(source)}</td><td>${source.licence}. ${source.attribution}</td></tr>
`,
)}</tbody></table>`;
}

function age({ asOf, covers }: DataSource): string {
  if (asOf === null) return "does not age by the minute";
  const reach = covers ? `; covers ${dateWords(covers.from)} to ${dateWords(covers.to)}` : "";
  return `as of ${dateWords(asOf)}${reach}`;
}
