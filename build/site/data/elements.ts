import type { CountryProfile, Earthquake } from "../../contract/resources/resources.ts";
import { eventSlug } from "../../contract/wire/slug.ts";
import { MIN_EVENTS } from "../../seismology/frequency-magnitude.ts";
import { magnitudeRing, markIcon } from "../charts/scale.ts";
import { dateElement, dayAtMost, time } from "../format/dates.ts";
import { magnitudeAmount, magnitudeKind, numberElement } from "../format/numbers.ts";
import { placeIn, placeText, titleIn } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";
import { BOUNDARY_KM } from "../map/drawn/cells.ts";
import { eventHref, figureText, type RenderContext, type TranslateData } from "./render-context.ts";

/** A column of a table that the reader can sort. */
interface Heading {
  text: string;
  /** The name of the column in the address of the page and in downloads. */
  column: string;
}

/**
 * A table of a list. It scrolls horizontally if the window is narrow.
 *
 * @param look classes of style.css: `listed`, `quakes`, and `n2` to `n5` for numeric columns. The rows of `quakes` are not
 * laid out as a table on a phone, so the parts of such a table state their roles.
 */
export function table(headings: readonly (string | Heading)[], rows: readonly Html[], look = "listed"): Html {
  const role = (name: string) => (look.startsWith("quakes") ? html` role="${name}"` : null);
  const heading = (of: string | Heading) =>
    typeof of === "string"
      ? html`<th scope="col"${role("columnheader")}>${of}</th>`
      : html`<th scope="col"${role("columnheader")} data-column="${of.column}">${of.text}</th>`;
  const head = headings.map(heading);
  return html`<div class="scroll"><table class="${look}"${role("table")}><thead${role("rowgroup")}><tr${role("row")}>${head}</tr>
</thead><tbody${role("rowgroup")}>
${rows}</tbody></table></div>`;
}

/** What a figure shows, as its heading. */
export function finding(sentence: Html | string | null): Html | null {
  return sentence === null ? null : html`<h2 class="shows">${sentence}</h2>`;
}

/** What the shapes and colours of the marks of a map say, and which earthquakes are marked; null on one without marks. */
export function marksNote({ markup }: Html, t: TranslateData): Html | null {
  const shown = (["shallow", "intermediate", "deep", "unknown"] as const).filter((shape) => markup.includes(`class="mark ${shape}"`));
  if (shown.length === 0) return null;
  return html`<span class="legend"><span>${figureText(t, "depth")}:</span> ${shown.map((shape) => {
    const key = shape === "unknown" ? "depth_unknown" : shape;
    return html`<span class="${shape}" data-text="${key}">${t(key)}</span> `;
  })}</span>${figureText(t, "map_of_country_note")} `;
}

/** What is violet on a map; null on one that shows no plate boundary. */
export function boundariesNote(map: Html, t: TranslateData): Html | null {
  return map.markup.includes(" data-lines")
    ? figureText(t, "map_boundaries_note", { exactness: numberElement(BOUNDARY_KM, { unit: "kilometer" }) })
    : null;
}

/** A row of a list of facts; null if the value is unknown. */
export function fact(label: string, value: Html | string | null | undefined): Html | null {
  return value === null || value === undefined ? null : html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

/**
 * The local time of an earthquake. It is hidden until a script writes it, because only browsers have the rules of time zones.
 *
 * @param instant ms since 1970 UTC
 * @param zone name in the IANA database; at sea it is a nautical zone, which has no legal time and is labelled as such
 */
export function localTime(instant: number, zone: string, t: TranslateData): Html {
  const label = t(zone.startsWith("Etc/") ? "nautical_time" : "local_time");
  return html`<p class="local" hidden>${label}: <time data-zone="${zone}" datetime="${new Date(instant).toISOString()}"></time></p>`;
}

/** Recent earthquakes, whose origin times are precise. */
export function quakeTable(quakes: readonly Earthquake[], context: RenderContext): Html {
  const { t } = context;
  return table(
    [
      { text: t("magnitude"), column: "magnitude" },
      { text: t("place"), column: "place_description" },
      { text: t("date"), column: "occurred_at" },
      { text: t("depth"), column: "depth_km" },
    ],
    quakes.map((quake) => quakeRow(quake, context)),
    "quakes",
  );
}

/** The slug of an earthquake of an API list, which contains the parts of it. */
export function slugOf({ magnitude, place_description: place, event_id: id }: Earthquake): string {
  return eventSlug({ magnitude, place, id });
}

/** A row of a table of recent earthquakes. */
function quakeRow(quake: Earthquake, context: RenderContext): Html {
  const { magnitude, place_description: place, occurred_at: at, depth_km: depthKm } = quake;
  return html`<tr role="row"><td role="cell" class="magnitude">${magnitudeCell(magnitude)}</td>
<td role="cell"><a href="${eventHref(context, slugOf(quake))}">${placeIn(place, context)}</a></td>
<td role="cell">${time(Date.parse(at))}</td>
<td role="cell" class="nowrap">${markIcon({ depthKm })} ${numberElement(Math.round(depthKm), { unit: "kilometer" })}</td></tr>
`;
}

export type Notable = CountryProfile["notable_events"][number];

/** Historical earthquakes, with the number of deaths if it is known. */
export function notableTable(events: readonly Notable[], context: RenderContext): Html {
  const { t } = context;
  const rows = events.map((event) => {
    const { magnitude, slug, name, place_description: place, occurred_at: at, occurred_at_precision: precision } = event;
    const kind = magnitude === null ? null : magnitudeKind(event.magnitude_type, t);
    return html`<tr role="row"><td role="cell" class="magnitude">${magnitudeCell(magnitude)}${kind}</td>
<td role="cell">${placeCell({ name, place }, eventHref(context, slug), context)}</td>
<td role="cell" class="nowrap">${dateElement(at, dayAtMost(precision), t)}</td>
${labelled(t("figure_deaths"), deaths(event, context))}</tr>
`;
  });
  return table([t("magnitude"), t("place"), t("date"), t("figure_deaths")], rows, "quakes n4");
}

/** The last cell of a row, which a phone shows with its heading, and not at all if the value is unknown. */
export function labelled(heading: string, value: Html | string | null): Html {
  return value === null
    ? html`<td role="cell"><span class="none">–</span></td>`
    : html`<td role="cell" data-label="${heading}">${value}</td>`;
}

/** The name of an earthquake over its place; the place alone if it already contains the name. */
export function placeCell({ name, place }: { name: string | null; place: string }, href: string, context: RenderContext): Html {
  if (name === null || placeText(place).includes(name)) return html`<a href="${href}">${placeIn(place, context)}</a>`;
  return html`<a href="${href}">${titleIn({ name, place }, context)}</a><small>${placeIn(place, context)}</small>`;
}

/** A magnitude with a ring that grows with it. */
export function magnitudeCell(magnitude: number | null): Html | string {
  if (magnitude === null) return "–";
  return html`${magnitudeRing(magnitude)}${magnitudeAmount(magnitude)}`;
}

function deaths({ deaths: number, deaths_class: order }: Notable, { t }: RenderContext): Html | string | null {
  if (number !== null) return numberElement(number);
  return order === null ? null : t(`amount_${order as 0 | 1 | 2 | 3 | 4}`);
}

/** How often earthquakes of each size occur: the Gutenberg-Richter law, or the reason why it cannot be given; null without an archive. */
export function sizesText(
  { completeness, frequency_magnitude: law }: Pick<CountryProfile, "completeness" | "frequency_magnitude">,
  context: RenderContext,
): Html | null {
  if (!completeness) return null;
  const { magnitude, error, no_law_because: because } = completeness;
  const complete =
    magnitude === null || error === null
      ? null
      : html`<p>${context.t.html("completeness", {
          magnitude: numberElement(magnitude, { digits: 1 }),
          error: numberElement(error, { digits: 2 }),
        })}</p>`;
  const values = { count: numberElement(completeness.earthquakes), least: numberElement(MIN_EVENTS) };
  const why = because && html`<p>${context.t.html(`no_law_${because}`, values)}</p>`;
  return html`${law ? lawText(law, context) : why}${complete}`;
}

type Law = NonNullable<CountryProfile["frequency_magnitude"]>;

/** The Gutenberg-Richter law in words. */
function lawText(law: Law, { t, href, term }: RenderContext): Html {
  return html`<p>${t.html("law", {
    factor: numberElement(10 ** law.b, { digits: 1 }),
    b: numberElement(law.b, { digits: 2 }),
    error: numberElement(law.b_error, { digits: 2 }),
    count: numberElement(law.earthquakes),
    magnitude: numberElement(law.completeness_magnitude),
    years: numberElement(Math.round(law.years)),
  })} <a href="${href("glossary/gutenberg-richter-law/")}">${term("gutenberg-richter-law", "Gutenberg–Richter law")}</a></p>`;
}

/** Which earthquakes the totals certainly include. */
export function totalsText(basis: CountryProfile["totals_basis"], { t }: RenderContext): Html | string {
  if (!basis) return t("not_complete");
  return t.html("complete_from", {
    magnitude: numberElement(basis.magnitude),
    from: time(Date.parse(basis.from)),
    to: time(Date.parse(basis.to)),
  });
}

/** English names that have the article in a sentence. */
const ARTICLE = new RegExp(
  "^(?:Bahamas|British |Caribbean |Comoros|Dominican |French Southern|Gambia|Isle |Maldives|Netherlands|Philippines|Republic|Seychelles" +
    "|United )|^(?!Heard).*(?:Islands|African Republic)$",
);

/** A country in a sentence. Sentences in other languages are built so that the name needs no form of its own. */
export function inSentence(name: string, { translations }: Pick<RenderContext, "translations">): string {
  return translations.language.tag === "en" && ARTICLE.test(name) ? `the ${name}` : name;
}
