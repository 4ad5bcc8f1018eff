import type { Catalogue, CatalogueEvent, DataSource, RecentEvent } from "../../catalogue/catalogue.ts";
import { isInWindow } from "../../catalogue/classify.ts";
import { memoizeByKey } from "../../contract/wire/memoize.ts";
import { coveredFrom } from "../../contract/wire/window.ts";
import { newestFirst } from "../../platform/lists.ts";
import { HOUR_MS } from "../../platform/time.ts";
import { dataHref, eventHref, folderFrom, pageHref, withAddressesIn } from "../addresses.ts";
import { markIcon, SMALLEST_ON_WORLD } from "../charts/scale.ts";
import { fact, labelled, localTime, magnitudeCell, table } from "../data/elements.ts";
import { structuredData, treeFacts } from "../data/page.ts";
import type { TranslateData } from "../data/render-context.ts";
import { timeZoneAt } from "../data/towns.ts";
import { FIRST_SELECTION } from "../earthquakes/selection.ts";
import { type EventPageRule, hasPage, type PageFile } from "../files.ts";
import { coveredText, day as dayElement, time } from "../format/dates.ts";
import { degreeText, magnitudeAmount, neutralNumber, numberElement } from "../format/numbers.ts";
import { placeIn } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";
import { Counted, type Translations, textsElement } from "../i18n/translations.ts";
import { layout, type Page } from "../layout.ts";
import { drawnOnWorld, WORLD_MARKS, worldMap, worldMarks } from "../map/world-map.ts";
import { readPageData } from "../read-page.ts";
import { largestOf, picturePath, WEEK_HOURS, weekOf } from "../share/picture.ts";
import { completeFrom } from "./map.ts";
import { largeFigures } from "./opening.ts";

/** A program for readers to copy. */
interface StartCall {
  name: string;
  language: "sh" | "js" | "python";
  code: string;
}

/** The same query in three languages for the start page; a test runs each one against a tree. */
export function startCalls(): readonly StartCall[] {
  return readPageData("start-calls") as StartCall[];
}

const MOST_SHOWN = 10;
const NEWEST_SHOWN = 5;
const MAJOR = 7;

/**
 * `/`: recent earthquakes, the age and completeness of the data, links to all parts, and example queries. Figures that change with
 * every snapshot would change this page in all languages each minute. So it has the day of the data in place of the minute, and
 * the first digit of a count; its script writes the rest (`writeFigures`).
 */
export function startPage(catalogue: Catalogue, translations: Translations, rule: EventPageRule, pictures: ReadonlySet<string>): string {
  const t = translations.area("start");
  const week = weekOf(catalogue);
  const headline = largestOf(week);
  const href = (event: CatalogueEvent) => eventHref(translations.language.tag, event.slug, hasPage(rule, event));
  return layout(
    {
      path: "",
      languages: "prebuilt",
      picture: headline && pictures.has(headline.slug) ? pictureOf(headline, translations) : undefined,
      title: t("title"),
      description: t("description"),
      head: html`<link rel="stylesheet" href="/assets/start.css">
${structuredData(treeFacts(t("title"), t("description"), catalogue))}`,
      end: html`${textsElement(translations, "start")}<script type="module" src="/assets/pages/start.js"></script>
`,
      main: html`<div class="front">
<section class="latest" aria-labelledby="latest">${latest(headline, translations, href)}
${asOf(catalogue, translations)}</section>
${mapFigure(week, catalogue, translations)}
</div>
${day(
  week.filter(({ time: at }) => isInWindow(at, catalogue.asOf, 24)),
  coveredFrom(catalogue.asOf, 24, catalogue.recentSince),
  translations,
)}
${newest(week, translations, href)}
<section><h2>${t("matters")}</h2>${matters(week, translations, href)}</section>
<section><h2>${t("state")}</h2><p>${t("state_lead")} ${completeFrom(translations.area("map"))}</p>
${ages(catalogue.sources, translations)}</section>
<section class="api"><h2>${t("call")}</h2><p><strong>${t("headline")}.</strong> ${t("lead")}</p><p>${t("call_lead")}</p>
<div class="calls">${startCalls().map(
        ({ name, code }) => html`<figure><figcaption>${name}</figcaption><pre tabindex="0" dir="ltr"><code>${code}</code></pre></figure>
`,
      )}</div></section>
<section><h2>${t("where")}</h2>
<dl class="places">${places(translations)}</dl>
<p id="offline" hidden><button type="button">${t("keep")}</button> <span role="status"></span></p></section>`,
    },
    translations,
  );
}

type Href = (event: CatalogueEvent) => string;

function pictureOf({ slug, magnitude, place }: RecentEvent, translations: Translations): Page["picture"] {
  return { path: picturePath(slug), alt: translations.area("data")("event_title", { magnitude, place }) };
}

/** The headline. */
function latest(largest: RecentEvent | undefined, translations: Translations, href: Href): Html {
  const t = translations.area("start");
  if (!largest) return html`<p class="kicker">${t("latest")}</p><h1 id="latest">${t("none")}</h1>`;
  const { magnitude, place, latitude, longitude } = largest;
  const data = translations.area("data");
  return html`<p class="kicker">${t("latest")}</p>
<h1 id="latest"><a href="${href(largest)}"><span class="big">${magnitudeAmount(magnitude)}</span> ${placeOf(place, translations)}</a></h1>
<p class="when">${time(largest.time)}</p>
${localTime(largest.time, timeZoneAt(latitude, longitude), data)}
<dl class="effects">${effects(largest, data)}</dl>`;
}

function placeOf(place: string, translations: Translations): Html {
  return placeIn(place, { t: translations.area("data"), number: neutralNumber });
}

/** The known effects of the earthquake. */
function effects(event: RecentEvent, t: TranslateData): (Html | null)[] {
  const { deaths, injuries } = event.losses;
  const intensity = event.maxIntensityReported ?? event.maxIntensityEstimated;
  const of = event.maxIntensityReported === null ? "max_intensity_estimated" : "max_intensity_reported";
  const observed = event.tsunami.observed ? t("tsunami_observed") : null;
  return [
    fact(t("figure_deaths"), deaths.value === null ? null : numberElement(deaths.value)),
    fact(t("figure_injuries"), injuries.value === null ? null : numberElement(injuries.value)),
    fact(t("figure_felt_reports"), event.feltReports === null ? null : numberElement(event.feltReports)),
    fact(t(`figure_${of}`), intensity === null ? null : degreeText(intensity)),
    // The estimate of losses serves until losses are known.
    fact(t("figure_alert_level"), deaths.value === null && event.alert ? t(`alert_${event.alert}`) : null),
    fact(t("depth"), numberElement(Math.round(event.depthKm), { unit: "kilometer" })),
    fact(t("tsunami"), observed),
  ];
}

/** The marks of the map on the start page, in a file that the pages in all languages refer to. */
export function startMarks(catalogue: Catalogue, rule: EventPageRule): PageFile {
  const href = (event: CatalogueEvent) => eventHref("en", event.slug, hasPage(rule, event));
  return { path: WORLD_MARKS, text: () => withAddressesIn(folderFrom(WORLD_MARKS), worldMarks(drawnOnWorld(weekOf(catalogue)), href)) };
}

function mapFigure(week: readonly RecentEvent[], { asOf: to, recentSince }: Catalogue, translations: Translations): Html {
  const t = translations.area("start");
  const sayMap = translations.area("map");
  const { sign, least, shown } = roughly(drawnOnWorld(week).length);
  const caption = t.html("map_caption", {
    magnitude: numberElement(SMALLEST_ON_WORLD),
    count: new Counted(least, shown),
    from: dayElement(Math.max(recentSince ?? 0, to - WEEK_HOURS * HOUR_MS)),
    to: dayElement(to),
  });
  return html`<figure class="front-map" data-numbers="world">${worldMap(sign + least, translations)}
<figcaption><span class="legend"><span class="shallow">${sayMap("shallow")}</span> <span
class="intermediate">${sayMap("intermediate")}</span> <span class="deep">${sayMap("deep")}</span></span> ${caption} <a
class="go" href="${pageHref(translations.language.tag, "map/")}">${t("open_map")}</a></figcaption>
</figure>`;
}

function day(events: readonly RecentEvent[], from: string | null, translations: Translations): Html {
  const t = translations.area("start");
  const strongest = Math.max(...events.map(({ magnitude }) => magnitude));
  return html`<section class="day"><h2>${t("day")}</h2>
${largeFigures([
  [roughly(events.length).shown, t("earthquakes_day")],
  [numberElement(events.filter((event) => event.significant).length), t("significant_day")],
  [numberElement(events.filter(({ magnitude }) => magnitude >= MAJOR).length), t("major_day")],
  ...(events.length > 0 ? [[numberElement(strongest, { digits: 1 }), t("strongest_day")] as const] : []),
])}${from && html`<p class="note">${coveredText(from, t)}</p>`}</section>`;
}

/** A count of ten or more by its first digit: `≥ 300`. */
function roughly(count: number): { sign: string; least: number; shown: Html } {
  if (count < 10) return { sign: "", least: count, shown: numberElement(count) };
  const power = 10 ** (String(count).length - 1);
  const least = Math.floor(count / power) * power;
  return { sign: "≥ ", least, shown: html`<bdi>≥ ${numberElement(least)}</bdi>` };
}

/** The day of the data, and the text in which the script writes their time and age. It warns if they are outdated. */
function asOf({ asOf: instant }: Catalogue, translations: Translations): Html {
  const t = translations.area("map");
  const live = { time: html`<strong><time></time></strong>`, age: html`<time data-age></time>` };
  // The age of the sample says nothing to a reader.
  const { sample, staleAfterS } = translations.site;
  const text = sample ? t.html("as_of_sample", live) : t.html("as_of", live);
  const after = sample || staleAfterS === undefined ? null : html` data-after="${staleAfterS}"`;
  return html`<p class="asof">${t.html("as_of_sample", { time: html`<strong>${dayElement(instant)}</strong>` })}</p>
<p class="asof" hidden>${text}</p>
<p class="stale" role="status" hidden${after} data-stale="${translations.area("start")("stale")}"></p>`;
}

const mostSignificant = memoizeByKey((week: readonly RecentEvent[]) =>
  week
    .toSorted((a, b) => (b.significance ?? 0) - (a.significance ?? 0) || b.magnitude - a.magnitude || newestFirst(a, b))
    .slice(0, MOST_SHOWN),
);

/** The least magnitude of the newest earthquakes. */
const MIN_LISTED = Number(FIRST_SELECTION.min_mag);

const newestOf = memoizeByKey((week: readonly RecentEvent[]) =>
  week
    .filter(({ magnitude }) => magnitude >= MIN_LISTED)
    .toSorted(newestFirst)
    .slice(0, NEWEST_SHOWN),
);

/**
 * The newest earthquakes of a size that is recorded in all regions. The other list goes by significance, which is not yet known of an
 * earthquake that has just happened.
 */
function newest(week: readonly RecentEvent[], translations: Translations, href: Href): Html | null {
  const t = translations.area("map");
  const data = translations.area("data");
  const found = newestOf(week);
  if (found.length === 0) return null;
  const instantText = translations.site.sample ? time : agedTime;
  const rows = found.map((event) => quakeRow(event, href, instantText(event.time), translations));
  const headings = [t("magnitude"), t("place"), t("time"), t("depth")];
  const all = pageHref(translations.language.tag, "earthquakes/");
  return html`<section><h2>${data("newest")} <bdi>(M ≥ ${numberElement(MIN_LISTED)})</bdi></h2>${table(headings, rows, "quakes")}
<p class="note"><a href="${all}">${data("all_earthquakes")}</a></p></section>`;
}

/** @param more further cells */
function quakeRow(event: RecentEvent, href: Href, instant: Html, translations: Translations, more?: Html): Html {
  const { magnitude, place, depthKm } = event;
  return html`<tr role="row"><td role="cell" class="magnitude">${magnitudeCell(magnitude)}</td>
<td role="cell"><a href="${href(event)}">${placeOf(place, translations)}</a></td><td role="cell">${instant}</td>
<td role="cell" class="nowrap">${markIcon(event)} ${numberElement(Math.round(depthKm), { unit: "kilometer" })}</td>${more}</tr>
`;
}

/** The most significant earthquakes of the week: one that a city felt comes before a larger one in the deep sea. */
function matters(week: readonly RecentEvent[], translations: Translations, href: Href): Html {
  const t = translations.area("map");
  const start = translations.area("start");
  const data = translations.area("data");
  if (week.length === 0) return html`<p>${start("none")}</p>`;
  const top = mostSignificant(week);
  const headings = [t("magnitude"), t("place"), t("time"), t("depth"), data("figure_felt_reports")];
  const rows = top.map((event) => {
    const felt = html`
${labelled(data("figure_felt_reports"), event.feltReports === null ? null : numberElement(event.feltReports))}`;
    return quakeRow(event, href, time(event.time), translations, felt);
  });
  return html`<p class="note">${start("matters_note")}</p>${table(headings, rows, "quakes n5")}`;
}

function ages(sources: readonly DataSource[], translations: Translations): Html {
  const t = translations.area("start");
  const rows = sources.map(({ id, name, url, records, asOf: instant }) => {
    const [count, age] = instant === null ? [numberElement(records), t("ageless")] : [roughly(records).shown, dayElement(instant)];
    return html`<tr data-source="${id}"><td><a lang="en" href="${url}" rel="noreferrer">${name}</a></td><td>${count}</td>
<td>${age}</td>
</tr>
`;
  });
  return html`<div class="scroll"><table class="ages listed"><thead><tr><th scope="col">${t("source")}</th>
<th scope="col">${t("gives")}</th><th scope="col">${t("age")}</th></tr></thead><tbody>
${rows}</tbody></table></div>`;
}

function places(translations: Translations): Html[] {
  const shell = translations.area("shell");
  const t = translations.area("start");
  const { tag } = translations.language;
  const rows = [
    [pageHref(tag, "map/"), shell("map"), t("where_map")],
    [pageHref(tag, "earthquakes/"), shell("earthquakes"), t("where_earthquakes")],
    [dataHref(tag, "countries/"), shell("countries"), t("where_countries")],
    [dataHref(tag, "plates/"), shell("plates"), t("where_plates")],
    [dataHref(tag, "glossary/"), shell("glossary"), t("where_glossary")],
    [pageHref(tag, "tools/"), shell("tools"), t("where_tools")],
    [dataHref(tag, "docs/"), shell("documentation"), t("where_docs")],
    [dataHref(tag, "methods/"), shell("methods"), t("where_methods")],
    ["/api/v1/openapi.json", "OpenAPI 3.1", t("where_openapi")],
    ["/assets/client.js", "client.js", t("where_client")],
  ] as const;
  return rows.map(
    ([href, name, what]) => html`<div><dt><a href="${href}">${name}</a></dt><dd>${what}</dd></div>
`,
  );
}

function agedTime(instant: number): Html {
  return html`${time(instant)} · <time data-age datetime="${new Date(instant).toISOString()}"></time>`;
}
