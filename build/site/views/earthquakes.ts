import type { Catalogue, CatalogueEvent } from "../../catalogue/catalogue.ts";
import { coveredFrom } from "../../contract/wire/window.ts";
import { hashOfValues } from "../../platform/hash.ts";
import { HOUR_MS } from "../../platform/time.ts";
import { listedEventHref, pageHref } from "../addresses.ts";
import { countEras, type EraCount, eraBars, eraIn, eraPath, eraText } from "../earthquakes/eras.ts";
import { scriptTexts, selectionForm } from "../earthquakes/form.ts";
import { earthquakeRow, type RowContext } from "../earthquakes/row.ts";
import { FIRST_SELECTION, matcherOf } from "../earthquakes/selection.ts";
import { earthquakeTable, type ListedEarthquake, readTable } from "../earthquakes/table.ts";
import type { PageFile } from "../files.ts";
import { coveredText } from "../format/dates.ts";
import { countedElement, neutralNumber, numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import { dataElement, type Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { completeFrom } from "./map.ts";

/** What the page shows before its script has read anything. */
export interface FirstEarthquakes {
  /** Identifies the values. */
  key: string;
  /** Those of the first selection, newest first. */
  week: readonly ListedEarthquake[];
  /** Since when the data cover the week; null if they cover all of it. */
  weekFrom: string | null;
  /** The decades and centuries of the historical catalogue, oldest first. */
  eras: readonly EraCount[];
  /** The magnitude from which the archive of the tree has every earthquake of many years; null without such an archive. */
  archivedFrom: number | null;
}

/** @param history the historical catalogue, oldest first */
export function firstEarthquakes(
  { events, asOf, recentSince, complete }: Catalogue,
  history: readonly ListedEarthquake[],
): FirstEarthquakes {
  const { hours, min_mag: least } = FIRST_SELECTION;
  // Rows are made of these alone: of all it takes twenty times as long.
  const isCandidate = ({ time, magnitude }: CatalogueEvent) => time >= asOf - Number(hours) * HOUR_MS && (magnitude ?? 0) >= Number(least);
  const values = {
    week: readTable(earthquakeTable(events.filter(isCandidate)))
      .filter(matcherOf(FIRST_SELECTION, asOf))
      .toReversed(),
    weekFrom: coveredFrom(asOf, Number(hours), recentSince),
    eras: [...countEras(history, eraIn(false)).values()],
    archivedFrom: complete?.magnitude ?? null,
  };
  return { ...values, key: hashOfValues(Object.values(values)) };
}

/**
 * `/earthquakes/`: history, archive and today in one list. Without a script it has the week, and links to the decades.
 *
 * @param cells of the base map that are not empty
 */
export function earthquakesPage(
  first: FirstEarthquakes,
  translations: Translations,
  countries: Pick<RowContext, "country" | "english">,
  cells: ReadonlySet<string>,
): string {
  const t = translations.area("selection");
  const data = translations.area("data");
  const map = translations.area("map");
  const { tag } = translations.language;
  const texts = { ...translations.texts("selection"), ...scriptTexts(translations), search_near: translations.texts("shell").search_near };
  const note = data.html("week_note", { magnitude: numberElement(Number(FIRST_SELECTION.min_mag), { digits: 1 }) });
  const bars = eraBars(first.eras, { href: (era) => `/${eraPath(era)}`, t: data });
  return layout(
    {
      path: "earthquakes/",
      languages: "prebuilt",
      title: `${t("title")} · Quaketree`,
      description: t("description"),
      head: html`<link rel="stylesheet" href="/assets/earthquakes.css"><link rel="stylesheet" href="/assets/data.css">
<link rel="alternate" type="application/atom+xml" href="/earthquakes/significant.atom">
`,
      end: html`${dataElement("texts", texts)}${dataElement("cells", [...cells])}
<script type="module" src="/assets/pages/earthquakes.js"></script>
`,
      main: html`<div class="earthquakes-page"${first.archivedFrom === null ? null : html` data-archived-from="${first.archivedFrom}"`}>
<h1>${t("title")}</h1>
${selectionForm(translations, map("filters"))}
<div class="finding"><div><p id="found" class="found"
role="status"><b>${t.html("found", { count: countedElement(first.week.length) })}</b>. ${note}</p>
<p id="covers" class="note">${first.weekFrom && coveredText(first.weekFrom, data)} ${completeFrom(map)}</p></div>
<div><p id="bars-title" class="note">${t("by_time")}</p>
<nav id="bars" class="bars" aria-labelledby="bars-title">${bars}</nav></div></div>
<p class="take"><a id="on-map" href="${pageHref(tag, "map/")}">${translations.area("shell")("map")}</a> <a
href="#hours=&amp;min_mag=&amp;sort=-magnitude">${data("strongest_known")}</a> <a
href="#hours=&amp;min_mag=&amp;sort=-deaths">${data("deadliest_known")}</a> <span id="take" hidden>${data("list_download")} <button
type="button" name="CSV">CSV</button> <button type="button" name="GeoJSON">GeoJSON</button> <button type="button"
name="copy">${map("copy_link")}</button> <output id="message" role="status"></output></span></p>
<div id="around" class="figure"></div>
${earthquakesTable(first.week, countries, translations)}
<p><button type="button" id="more" hidden></button></p>
<p class="note">${data("history_note")} ${data("not_a_warning")}</p></div>`,
    },
    translations,
  );
}

/** The table of the list, whose headings a script makes buttons. */
function earthquakesTable(
  rows: readonly ListedEarthquake[],
  countries: Pick<RowContext, "country" | "english">,
  translations: Translations,
): Html {
  const { language, site } = translations;
  const data = translations.area("data");
  const context: RowContext = {
    t: data,
    href: (one) => listedEventHref(language.tag, one, site.pagesFrom),
    number: neutralNumber,
    ...countries,
    deaths: data("figure_deaths"),
  };
  const columns = [
    ["magnitude", data("magnitude")],
    ["place", data("place")],
    ["time", data("date")],
    ["depth", data("depth")],
    ["deaths", data("figure_deaths")],
  ];
  return html`<table id="rows" class="quakes n5 earthquakes" role="table"><thead role="rowgroup"><tr role="row">${columns.map(
    ([name, text]) => html`<th scope="col" role="columnheader" data-column="${name}">${text}</th>`,
  )}</tr></thead><tbody role="rowgroup">
${rows.map((one) => earthquakeRow(one, context))}</tbody></table>`;
}

/**
 * A page for each decade, and before 1900 for each century, of the historical catalogue: all earthquakes for readers without a script,
 * and for search engines. They are in English; the list has the same earthquakes in every language.
 *
 * @param history the historical catalogue, oldest first
 * @param key identifies the texts
 */
export function* eraPages(
  history: readonly ListedEarthquake[],
  { countries }: Pick<Catalogue, "countries">,
  translations: Translations,
  key: string,
): Iterable<PageFile> {
  const of = eraIn(false);
  const eras = [...countEras(history, of).values()];
  const names = new Map(countries.map(({ iso2, name }) => [iso2, name]));
  for (const [at, count] of eras.entries()) {
    const rows = history.filter((one) => of(one).start === count.era.start).toReversed();
    yield {
      path: `${eraPath(count.era)}index.html`,
      key: hashOfValues([key, rows, rows.map(({ country }) => names.get(country ?? "")), eras[at - 1]?.era, eras[at + 1]?.era]),
      text: () => eraPage(rows, { count, before: eras[at - 1], after: eras[at + 1] }, names, translations),
    };
  }
}

interface Place {
  count: EraCount;
  before: EraCount | undefined;
  after: EraCount | undefined;
}

function eraPage(
  rows: readonly ListedEarthquake[],
  { count, before, after }: Place,
  names: ReadonlyMap<string, string>,
  translations: Translations,
): string {
  const data = translations.area("data");
  const t = translations.area("selection");
  const title = `${t("title")} ${eraText(count.era, data)}`;
  const { start, end } = count.era;
  return layout(
    {
      path: eraPath(count.era),
      languages: "english",
      title: `${title} · Quaketree`,
      description: `${title}: ${t("description")}`,
      head: html`<link rel="stylesheet" href="/assets/earthquakes.css">
`,
      main: html`<p class="above"><a href="/earthquakes/#start=${start}&amp;end=${end}&amp;min_mag=">${data("all_earthquakes")}</a></p>
<h1>${title}</h1>
<p class="found"><b>${t.html("found", { count: countedElement(count.earthquakes) })}</b> · ${t.html("found_deaths", {
        count: countedElement(count.deaths),
      })}</p>
${earthquakesTable(rows, { country: (iso2) => names.get(iso2) }, translations)}
<p class="take">${link(before, "prev", data)} ${link(after, "next", data)}</p>
<p class="note">${data("history_note")}</p>`,
    },
    translations,
  );
}

function link(count: EraCount | undefined, to: "prev" | "next", t: Parameters<typeof eraText>[1]): Html | null {
  if (!count) return null;
  const [arrow, text] = [html`<span aria-hidden="true">${to === "prev" ? "←" : "→"}</span>`, eraText(count.era, t)];
  return html`<a rel="${to}" href="/${eraPath(count.era)}">${to === "prev" ? html`${arrow} ${text}` : html`${text} ${arrow}`}</a>`;
}
