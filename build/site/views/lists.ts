import type { CountryList, GlossaryList, PlateList } from "../../contract/resources/resources.ts";
import { CONTINENTS, GLOSSARY_CATEGORIES } from "../../contract/texts/vocabulary.ts";
import { pageHref } from "../addresses.ts";
import { type ListedQuake, type Notable, notableTable, quakeTable, table } from "../data/elements.ts";
import type { RenderContext } from "../data/render-context.ts";
import { magnitudeAmount, numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";

/** The content of the page of earthquakes. */
export interface ListedEarthquakes {
  /** The last seven days, newest first. */
  week: readonly ListedQuake[];
  strongest: readonly Notable[];
  deadliest: readonly Notable[];
}

/** Least magnitude in the list of the week. Smaller earthquakes are recorded completely only in some regions. */
export const MIN_LISTED = 4.5;

/** The main element of `/earthquakes/`. */
export function earthquakesMain({ week, strongest, deadliest }: ListedEarthquakes, context: RenderContext): Html {
  const { t, translations } = context;
  const { tag } = translations.language;
  const note = t.html("week_note", { magnitude: magnitudeAmount(MIN_LISTED), count: numberElement(week.length) });
  return html`<h1>${t("earthquakes_title")}</h1>
<section><h2>${t("week")}</h2><p>${note} <a href="${pageHref(tag, "map/")}#hours=168">${translations.area("shell")("map")}</a></p>
${week.length === 0 ? html`<p>${t("week_none")}</p>` : quakeTable(week, context)}</section>
<section><h2>${t("strongest_known")}</h2>${notableTable(strongest, context)}</section>
<section><h2>${t("deadliest_known")}</h2>${notableTable(deadliest, context)}<p class="note">${t("history_note")}</p></section>
<p class="note">${t("not_a_warning")}</p>`;
}

/** The main element of `/countries/`: sorted by continent, then by name. */
export function countriesMain({ countries }: CountryList, context: RenderContext): Html {
  const { t } = context;
  const named = countries.map((country) => ({ ...country, called: context.country(country.iso2, country.name) }));
  const headings = [t("country"), t("zone"), t("listed"), t("significant"), t("largest")];
  return html`<h1>${t("countries_title")}</h1>
<p class="jump">${CONTINENTS.map((continent) => html`<a href="#${anchor(continent)}">${t(`continent_${continent}`)}</a> `)}</p>
${CONTINENTS.map(
  (continent) => html`<section id="${anchor(continent)}"><h2>${t(`continent_${continent}`)}</h2>${table(
    headings,
    named
      .filter((country) => country.continent === continent)
      .toSorted((a, b) => inOrder(a.called, b.called))
      .map(
        (country) =>
          html`<tr><td><a href="${context.href(`countries/${country.slug}/`)}">${country.called}</a></td>
<td class="zone ${country.seismic_zone}">${t(`zone_${country.seismic_zone}`)}</td><td>${numberElement(country.total_earthquakes)}</td>
<td>${numberElement(country.total_significant)}</td>
<td>${country.largest_magnitude === null ? "–" : magnitudeAmount(country.largest_magnitude)}</td></tr>
`,
      ),
    "listed n3 n4 n5",
  )}</section>
`,
)}`;
}

function anchor(continent: string): string {
  return continent.toLowerCase().replaceAll(" ", "-");
}

/** The main element of `/plates/`: largest plate first. */
export function platesMain({ plates }: PlateList, context: RenderContext): Html {
  const { t } = context;
  return html`<h1>${t("plates_title")}</h1>
<p class="lead">${t("plates_description")}</p>
${table(
  [t("plate"), t("kind"), t("area"), t("listed")],
  plates
    .toSorted((a, b) => b.area_km2 - a.area_km2)
    .map(
      (plate) =>
        html`<tr><td><a lang="en" href="${context.href(`plates/${plate.slug}/`)}">${plate.name}</a></td><td>${t(`kind_${plate.type}`)}</td>
<td>${t.html("square_kilometres", { area: numberElement(plate.area_km2) })}</td><td>${numberElement(plate.earthquake_count)}</td>
</tr>
`,
    ),
  "listed n3 n4",
)}`;
}

/** The main element of `/glossary/`: sorted by category. */
export function glossaryMain({ terms }: GlossaryList, context: RenderContext): Html {
  const { t } = context;
  return html`<h1>${t("glossary_title")}</h1>
<p class="jump">${GLOSSARY_CATEGORIES.map((category) => html`<a href="#${category}">${t(`category_${category}`)}</a> `)}</p>
${GLOSSARY_CATEGORIES.map(
  (category) => html`<section id="${category}"><h2>${t(`category_${category}`)}</h2><dl class="glossary">${terms
    .filter((term) => term.category === category)
    .map(
      ({ slug, term, summary }) =>
        html`<div><dt><a href="${context.href(`glossary/${slug}/`)}">${context.term(slug, term)}</a></dt><dd lang="en">${summary}</dd></div>
`,
    )}</dl></section>
`,
)}`;
}

/** An order that is the same on every machine: first by letters without accents and case, then by code units. */
function inOrder(a: string, b: string): number {
  const [x, y] = [a, b].map((name) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()) as [string, string];
  return x < y ? -1 : x > y ? 1 : a < b ? -1 : 1;
}
