import type { EarthquakeDetail } from "../../contract/resources/resources.ts";
import { classWords, type ImpactFigure, LOSS_KINDS } from "../../contract/wire/impact.ts";
import type { RenderContext } from "../data/render-context.ts";
import { time } from "../format/dates.ts";
import { degreeText, NO_BREAK, numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";

type Source = EarthquakeDetail["impact"]["sources"][number];

const ABOUT = `≈${NO_BREAK}`;

/** The glossary term that explains a figure. */
const TERMS: Partial<Record<ImpactFigure, string>> = {
  alert_level: "alert-level",
  felt_reports: "felt-report",
  max_intensity_reported: "modified-mercalli-intensity",
  max_intensity_estimated: "instrumental-intensity",
  significance: "significance",
};

/** The order in which readers ask: people, damage, how it was felt, and what was estimated. */
const SHOWN: readonly ImpactFigure[] = [
  ...LOSS_KINDS,
  "felt_reports",
  "max_intensity_reported",
  "max_intensity_estimated",
  "alert_level",
  "significance",
];

/** The effects of the earthquake, with the source of each figure; null if none are known. */
export function impactSection(
  { impact: { sources, deaths, deaths_said: said, intensity_other_scale: other } }: EarthquakeDetail,
  context: RenderContext,
): Html | null {
  const { t } = context;
  // The significance alone does not describe any effects.
  const hasFigures = sources.some(({ figure }) => figure !== "significance");
  if (!hasFigures && other === null && said === null) return null;
  const [estimated, counted] = (["alert_level", "deaths"] as const).map((one) => sources.some(({ figure }) => figure === one));
  const tolls = said?.figures ?? [];
  const listed = tolls.length === 0 ? sources : sources.filter((source) => !isAmong(source, tolls));
  const ordered = listed.toSorted((a, b) => SHOWN.indexOf(a.figure) - SHOWN.indexOf(b.figure));
  const first = tolls.toSorted((a, b) => Number(b.low === deaths) - Number(a.low === deaths));
  const differ = new Set(listed.map(({ figure }) => figure)).size < listed.length || tolls.length > 1;
  const notes = [
    differ ? t("figures_differ") : null,
    estimated && counted ? t("alert_note") : null,
    said && tolls.length === 0 ? html`${t("figure_deaths")}: <span lang="en">${said.by}</span>` : null,
    other && t("intensity_other_scale", { value: String(other.value), scale: other.scale }),
  ];
  const table = html`<div class="scroll"><table><thead><tr><th scope="col">${t("figure")}</th>
<th scope="col">${t("value")}</th><th scope="col">${t("who_says_so")}</th></tr></thead>
<tbody>${first.map((toll) => tollRow(toll, context))}${rowsOf(ordered, context)}</tbody></table></div>`;
  return html`<section><h2>${t("what_it_did")}</h2>${hasFigures ? table : null}${notes.map(
    (note) => note && html`<p class="note">${note}</p>`,
  )}</section>
`;
}

type Toll = NonNullable<EarthquakeDetail["impact"]["deaths_said"]>["figures"][number];

/** Whether the figures of a statement have that of a source as well. */
function isAmong({ figure, agency, value }: Source, tolls: readonly Toll[]): boolean {
  const isOf = ({ by, low, high }: Toll) => by?.includes("NOAA NCEI") && low === value && high === value;
  return figure === "deaths" && (agency === "notable" || (agency === "noaa" && tolls.some(isOf)));
}

function tollRow({ low, high, kind, by, url }: Toll, { t }: RenderContext): Html {
  const number = html`${kind === "estimated" ? ABOUT : null}${numberElement(low)}${low === high ? null : html`–${numberElement(high)}`}`;
  const who = by === null ? html`<em>${t("source_not_known")}</em>` : html`<span lang="en">${by}</span>`;
  const linked = url === null ? who : html`<a href="${url}" rel="noreferrer">${who}</a>`;
  return html`<tr><th scope="row">${t("figure_deaths")}</th><td>${number}</td><td>${linked}</td></tr>`;
}

/** Figures of one source, one below the other, name it once. */
function rowsOf(all: readonly Source[], context: RenderContext): Html[] {
  const by = all.map((source) => provider(source, context));
  const isSame = (at: number) => by[at]?.markup === by[at - 1]?.markup;
  return all.map((source, at) => {
    if (at > 0 && isSame(at)) return row(source, null, context);
    const span = by.findIndex((_, next) => next > at && !isSame(next)) - at;
    return row(source, html`<td rowspan="${span > 0 ? span : all.length - at}">${by[at]}</td>`, context);
  });
}

function row(source: Source, by: Html | null, context: RenderContext): Html {
  const { figure } = source;
  const label = context.t(`figure_${figure}`);
  const term = TERMS[figure];
  const heading = term === undefined ? label : html`<a href="${context.href(`glossary/${term}/`)}">${label}</a>`;
  return html`<tr><th scope="row">${heading}</th><td>${valueOf(source, context)}</td>${by}</tr>`;
}

function valueOf({ figure, value, kind, class_words: words }: Source, { t }: RenderContext): Html | string {
  if (typeof value === "number" && figure.startsWith("max_")) return intensity(value);
  const isRound = kind === "estimated" && LOSS_KINDS.some((loss) => loss === figure);
  // Millions of dollars are not known to a tenth where they are hundreds.
  if (typeof value === "number") return html`${isRound ? ABOUT : null}${numberElement(value < 100 ? value : Math.round(value))}`;
  if (value !== null) return t(`alert_${value}`);
  const order = [0, 1, 2, 3, 4].find((one) => classWords(figure, one) === words);
  if (order === undefined) return words ?? "";
  return t(`${figure === "damage_million_usd" ? "damage" : "amount"}_${order as 0 | 1 | 2 | 3 | 4}`);
}

/** `6.5 (VII)`. The degree is that of the value as the agency gives it. */
function intensity(value: number): Html {
  const degree = degreeText(value);
  return html`${numberElement(Math.round(value * 10) / 10)}${degree ? ` (${degree})` : null}`;
}

function provider({ agency, product, contributor, updated_at: updated, url }: Source, context: RenderContext): Html {
  const { t } = context;
  const by = contributor === null ? null : t("by_contributor", { contributor });
  const who = [agencyName(agency, context), product && t(`product_${product}`), by].filter((part) => part !== null);
  const named = who.map((part, at) => html`${at === 0 ? "" : ", "}<bdi>${part}</bdi>`);
  const linked = url === null ? html`${named}` : html`<a href="${url}" rel="noreferrer">${named}</a>`;
  return html`${linked}${updated === null ? null : html`, <span class="nowrap">${time(Date.parse(updated))}</span>`}`;
}

/** The short name of a source: of an agency, or of the embedded table. */
export function agencyName(agency: string, { t }: RenderContext): string {
  return agency === "notable" ? t("notable_table") : agencyShortName(agency);
}

export function agencyShortName(agency: string): string {
  return agency === "noaa" ? "NOAA NCEI" : agency.toUpperCase();
}
