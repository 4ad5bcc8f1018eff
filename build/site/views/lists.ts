import { CONTINENTS, GLOSSARY_CATEGORIES, PLATE_TYPES, SEISMIC_ZONES } from "../../contract/texts/vocabulary.ts";
import { finding, table } from "../data/elements.ts";
import type { ContentOf, View } from "../data/page.ts";
import { figureText, type RenderContext } from "../data/render-context.ts";
import { countedElement, magnitudeAmount, numberElement, percent, plateArea } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import { plateLink, plateName } from "../i18n/plate-names.ts";

export const countriesView = listView("countries", countriesMain);
export const platesView = listView("plates", platesMain);
export const glossaryView = listView("glossary", glossaryMain);

function listView<Kind extends ListKind>(kind: Kind, main: (content: ContentOf<Kind>, context: RenderContext) => Html): View<Kind> {
  return {
    parts: (content, context) => ({
      path: `${kind}/`,
      title: context.t(`${kind}_title`),
      description: context.t(`${kind}_description`),
      main: main(content, context),
    }),
  };
}

/** A map in the colours of the zones, and the countries by name. */
function countriesMain({ body: { countries } }: ContentOf<"countries">, context: RenderContext): Html {
  const { t } = context;
  const named = countries.map((country) => {
    const called = context.country(country.iso2, country.name);
    return { ...country, called, order: [plainLetters(called), called] };
  });
  const rows = named
    .toSorted((a, b) => inOrder(a.order, b.order))
    .map(
      ({ slug, iso2, called, continent, seismic_zone: zone, ...country }) =>
        html`<tr data-slug="${slug}" data-iso2="${iso2}"><td><a href="${context.href(`countries/${slug}/`)}">${called}</a></td>
<td data-value="${continent}">${t(`continent_${continent}`)}</td>
<td class="zone ${zone}" data-value="${zone}" data-order="${SEISMIC_ZONES.length - SEISMIC_ZONES.indexOf(zone)}">${t(`zone_${zone}`)}</td>
<td>${numberElement(country.total_earthquakes)}</td><td>${numberElement(country.total_significant)}</td>
<td>${country.largest_magnitude === null ? "–" : magnitudeAmount(country.largest_magnitude)}</td></tr>
`,
    );
  const headings = [
    { text: t("country"), column: "name" },
    { text: t("continent"), column: "continent" },
    { text: t("zone"), column: "seismic_zone" },
    { text: t("listed"), column: "total_earthquakes" },
    { text: t("significant"), column: "total_significant" },
    { text: t("largest"), column: "largest_magnitude" },
  ];
  const frame = {
    kind: "countries",
    sort: "name",
    index: indexMap(
      "countries",
      figureText(t, "finding_zones", { count: countedElement(countries.filter(({ seismic_zone: zone }) => zone === "very_high").length) }),
      {
        caption: figureText(t, "map_of_zones_note"),
        legend: html`<ul
class="legend zones">${SEISMIC_ZONES.map((zone) => html`<li class="${zone}">${figureText(t, `zone_${zone}`)}</li>`)}</ul>`,
      },
      context,
    ),
    filters: [
      { name: "seismic_zone", label: t("zone"), options: SEISMIC_ZONES.map((zone) => [zone, t(`zone_${zone}`)] as const) },
      { name: "continent", label: t("continent"), options: CONTINENTS.map((one) => [one, t(`continent_${one}`)] as const) },
    ],
    formats: ["CSV", "GeoJSON"],
  } as const;
  return html`<h1>${figureText(t, "countries_title")}</h1>
<p class="lead">${t("countries_description")}</p>
${listFrame(frame, table(headings, rows, "listed n4 n5 n6"), context)}`;
}

function indexMap(
  kind: "countries" | "plates",
  shows: Html,
  { caption, legend }: { caption: Html; legend: Html | null },
  { map }: RenderContext,
): Html | null {
  return map ? html`<figure data-numbers="${kind}">${finding(shows)}${map}<figcaption>${legend}${caption}</figcaption></figure>` : null;
}

function areaOf(plates: ContentOf<"plates">["body"]["plates"]): number {
  return plates.reduce((sum, { area_km2: area }) => sum + area, 0);
}

/** A map, and the plates, the largest first. */
function platesMain({ body: { plates } }: ContentOf<"plates">, context: RenderContext): Html {
  const { t } = context;
  const rows = plates
    .toSorted((a, b) => b.area_km2 - a.area_km2)
    .map(({ slug, code, name, type, area_km2: area, earthquake_count: count }) => {
      const link = plateLink(context.href(`plates/${slug}/`), name, plateName(context.translations, name));
      return html`<tr data-slug="${slug}"><td>${link}</td><td>${code}</td>
<td class="nowrap" data-value="${type}" data-order="${PLATE_TYPES.length - PLATE_TYPES.indexOf(type)}">${t(`kind_${type}`)}</td>
<td class="nowrap">${t.html("square_kilometres", { area: plateArea(area) })}</td><td>${numberElement(count)}</td></tr>
`;
    });
  const headings = [
    { text: t("plate"), column: "name" },
    { text: t("code"), column: "code" },
    { text: t("kind"), column: "type" },
    { text: t("area"), column: "area_km2" },
    { text: t("listed"), column: "earthquake_count" },
  ];
  const frame = {
    kind: "plates",
    sort: "-area_km2",
    index: indexMap(
      "plates",
      figureText(t, "finding_plates", { share: percent(areaOf(plates.filter(({ type }) => type === "major")) / areaOf(plates)) }),
      { caption: figureText(t, "map_of_plates_note"), legend: null },
      context,
    ),
    filters: [{ name: "type", label: t("kind"), options: PLATE_TYPES.map((type) => [type, t(`kind_${type}`)] as const) }],
    formats: ["CSV", "GeoJSON"],
  } as const;
  return html`<h1>${figureText(t, "plates_title")}</h1>
<p class="lead">${t("plates_description")}</p>
${listFrame(frame, table(headings, rows, "listed n4 n5"), context)}`;
}

/** Sorted by category. */
function glossaryMain({ body: { terms } }: ContentOf<"glossary">, context: RenderContext): Html {
  const { t } = context;
  const categories = GLOSSARY_CATEGORIES.map((category) => [category, t(`category_${category}`)] as const);
  const linkOf = (slug: string, term: string) => html`<a href="${context.href(`glossary/${slug}/`)}">${context.term(slug, term)}</a>`;
  const rows = html`${categories.map(
    ([category, called]) => html`<section id="${category}"><h2>${called}</h2><dl class="glossary">${terms
      .filter((term) => term.category === category)
      .map(
        ({ slug, term, summary }) =>
          html`<div data-slug="${slug}" data-category="${category}"><dt data-column="term">${linkOf(slug, term)}</dt>
${defined(context.definition(slug), summary)}</div>
`,
      )}</dl></section>
`,
  )}`;
  const filters = [{ name: "category", label: t("list_category"), options: categories }];
  const jumps = categories.map(([category, called]) => html`<a href="#${category}">${called}</a> `);
  return html`<h1>${t("glossary_title")}</h1>
<p class="jump">${jumps}</p>
${listFrame({ kind: "glossary", filters, formats: ["CSV"] }, rows, context)}`;
}

/** @param own in the reader's language, if there is one */
function defined(own: string | undefined, english: string): Html {
  return own === undefined ? html`<dd lang="en" data-column="summary">${english}</dd>` : html`<dd data-column="summary">${own}</dd>`;
}

/** An order that is the same on every machine: first by letters without accents and case, then by code units. */
function inOrder([x = "", a = ""]: readonly string[], [y = "", b = ""]: readonly string[]): number {
  return x < y ? -1 : x > y ? 1 : a < b ? -1 : 1;
}

/** Letters without accents and case. */
function plainLetters(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A choice that narrows a list. */
interface Filter {
  /** A column of the list, and its name in the address of the page. */
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: Html | string])[];
}

export type ListKind = "countries" | "plates" | "glossary";

interface ListFrame {
  kind: ListKind;
  filters: readonly Filter[];
  /** The column by which the rows are sorted, with a minus sign if the order is descending; absent if they are not. */
  sort?: string;
  /** What stands above the filters, such as a map. */
  index?: Html | null;
  formats: readonly ("CSV" | "GeoJSON")[];
}

/**
 * A list with controls that filter, sort, page and download it (`client/lists/list.ts`). Without a script, the controls stay
 * hidden and the whole list is shown.
 *
 * @param rows the table or the definition list
 */
export function listFrame(frame: ListFrame, rows: Html, context: RenderContext): Html {
  const { kind, filters, sort, index, formats } = frame;
  const { t, translations } = context;
  const number = (name: string) => html`<data class="${name}" value="0"></data>`;
  const state = t.html("list_shown", { shown: number("shown"), total: number("total") });
  const page = t.html("list_page", { page: number("page"), pages: number("pages") });
  const search = html`<input type="search" name="q" maxlength="200" autocomplete="off">`;
  const downloads = formats.map((format) => html`<button type="button" name="${format}">${format}</button> `);
  return html`<div class="list-frame" data-list="${kind}"${sort === undefined ? null : html` data-sort="${sort}"`}>
<div class="list-index">${index}
<form class="list-filter" hidden><label><span>${t("list_search")}</span> ${search}</label>
${filters.map((filter) => select(filter, t("list_any")))}<button type="reset">${translations.area("tools")("reset")}</button></form></div>
<div class="list-rows"><p class="list-state" role="status" tabindex="-1" hidden><span class="list-count">${state}</span><span
class="list-failed" hidden>${translations.area("tools")("unread")}</span></p>
${rows}
<p class="list-none" hidden>${t("list_none")}</p>
<p class="list-pages" hidden><button type="button" name="previous"><span aria-hidden="true">‹</span> ${t("list_previous")}</button>
<span>${page}</span> <button type="button" name="next">${t("list_next")} <span aria-hidden="true">›</span></button></p>
<p class="list-download note" hidden>${t("list_download")} ${downloads}</p>
</div></div>`;
}

/** @param any the option that selects everything, whose value is empty */
function select({ name, label, options }: Filter, any: string): Html {
  return html`<label><span>${label}</span> <select name="${name}"><option value="">${any}</option>${options.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></label>
`;
}
