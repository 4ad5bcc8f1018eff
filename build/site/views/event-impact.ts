import { classWords, type ImpactFigure } from "../../contract/wire/impact.ts";
import type { RenderContext } from "../data/render-context.ts";
import type { EarthquakeDetail } from "../data/resources.ts";
import { numberElement } from "../format/amounts.ts";
import { type Html, html } from "../html.ts";

type Source = EarthquakeDetail["impact"]["sources"][number];

/** Where a figure is explained. */
const TERMS: Partial<Record<ImpactFigure, string>> = {
  alert_level: "alert-level",
  felt_reports: "felt-report",
  max_intensity_reported: "modified-mercalli-intensity",
  max_intensity_estimated: "instrumental-intensity",
  significance: "significance",
};

/** What the earthquake did, with who says each figure; nothing where nothing is known. */
export function impactSection({ impact: { sources } }: EarthquakeDetail, kit: RenderContext): Html | null {
  const { say } = kit;
  // How significant it is says nothing of what it did, unless something else does.
  if (sources.every(({ figure }) => figure === "significance")) return null;
  const differ = new Set(sources.map(({ figure }) => figure)).size < sources.length;
  return html`<section><h2>${say("what_it_did")}</h2><div class="scroll"><table><thead><tr><th scope="col">${say("figure")}</th>
<th scope="col">${say("value")}</th><th scope="col">${say("who_says_so")}</th></tr></thead>
<tbody>${sources.map((source) => row(source, kit))}</tbody></table></div>${
    differ ? html`<p class="note">${say("figures_differ")}</p>` : null
  }</section>
`;
}

function row(source: Source, kit: RenderContext): Html {
  const { figure } = source;
  const label = kit.say(`figure_${figure}`);
  const term = TERMS[figure];
  const heading = term === undefined ? label : html`<a href="${kit.href(`glossary/${term}/`)}">${label}</a>`;
  return html`<tr><th scope="row">${heading}</th><td>${valueOf(source, kit)}</td><td>${provider(source, kit)}</td></tr>`;
}

function valueOf({ figure, value, class_words: words }: Source, { say }: RenderContext): Html | string {
  if (typeof value === "number") return numberElement(figure.startsWith("max_") ? Math.round(value * 10) / 10 : value);
  if (value !== null) return say(`alert_${value}`);
  const order = [0, 1, 2, 3, 4].find((one) => classWords(figure, one) === words);
  if (order === undefined) return words ?? "";
  return say(`${figure === "damage_million_usd" ? "damage" : "amount"}_${order as 0 | 1 | 2 | 3 | 4}`);
}

function provider({ agency, product, contributor }: Source, kit: RenderContext): string {
  const { say } = kit;
  const by = contributor === null ? null : say("by_contributor", { contributor });
  return [agencyName(agency, kit), product && say(`product_${product}`), by].filter((part) => part !== null).join(", ");
}

/** An agency as it calls itself in short. */
export function agencyName(agency: string, { say }: RenderContext): string {
  if (agency === "notable") return say("notable_table");
  return agency === "noaa" ? "NOAA NCEI" : agency.toUpperCase();
}
