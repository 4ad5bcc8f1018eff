import { DAY_MS } from "../../../platform/time.ts";
import { listedEventHref, usgsHref } from "../../addresses.ts";
import { markupOf } from "../../client/base.ts";
import { headingsOf, showSort, sortByHeadings } from "../../client/lists/headings.ts";
import { columnOf, nextSort } from "../../client/lists/sorting.ts";
import { countryNames, localise } from "../../client/localise.ts";
import { copyAddress, dataOfPage, part, readPagesFrom } from "../../client/page-data.ts";
import { FORMATS_CHANGED } from "../../client/switches.ts";
import { day } from "../../format/dates.ts";
import { countedElement, localNumber, numberElement } from "../../format/numbers.ts";
import { titleText } from "../../format/place-text.ts";
import { type Html, html } from "../../html.ts";
import { languageOf } from "../../i18n/languages.ts";
import { type AreaTexts, type Texts, translateFrom } from "../../i18n/translations.ts";
import { readableLabel } from "../../places.ts";
import { countEras, type Era, type EraCount, eraBars, eraIn, eraText } from "../eras.ts";
import type { ScriptText } from "../form.ts";
import { earthquakeRow, type RowContext } from "../row.ts";
import {
  EVERYTHING,
  FIRST_SELECTION,
  orderOf,
  parametersOf,
  periodOf,
  type Selection,
  SORTS,
  type SortColumn,
  selectionOf,
} from "../selection.ts";
import type { ListedEarthquake } from "../table.ts";
import { covers, createCatalogueReader, type Found, finding } from "./catalogue.ts";
import { createSelectionForm } from "./form-view.ts";
import { createSurroundings } from "./surroundings.ts";

/** Number of rows that are written at first and added by each press of the button. Thousands of rows would take seconds. */
const ROWS = 100;

/** Selections that are not longer than this have days instead of decades, ms. */
const DAYS_WITHIN = 62 * DAY_MS;

/** A pause in typing of this length reads the selection and writes the address, ms. */
const PAUSE_MS = 250;

const FIRST_SORT = "-time";

const { lang } = document.documentElement;
const language = languageOf(lang).tag;
const t = translateFrom<keyof AreaTexts["selection"] | ScriptText | "search_near">(dataOfPage("texts") as Texts, language);
const parts = {
  page: part(".earthquakes-page", HTMLElement),
  found: part("#found", HTMLElement),
  covers: part("#covers", HTMLElement),
  bars: part("#bars", HTMLElement),
  body: part("#rows tbody", HTMLElement),
  more: part("#more", HTMLButtonElement),
  take: part("#take", HTMLElement),
  message: part("#message", HTMLElement),
};
const around = createSurroundings(part("#around", HTMLElement), part("h1", HTMLElement), (label) =>
  t("search_near", { place: readableLabel(label, countries) }),
);
const headings = headingsOf(document);
const { compare } = new Intl.Collator(lang, { numeric: true });
const countries = countryNames(lang);
const archivedFrom = parts.page.dataset["archivedFrom"];
const reader = createCatalogueReader(archivedFrom === undefined ? undefined : Number(archivedFrom));

let selection: Selection;
let sort = FIRST_SORT;
/** What the page shows, and the selection that it was read for; undefined before the first and after a failed one. */
let found: Found | undefined;
let foundFor: Selection | undefined;
let shown: ListedEarthquake[] = [];
let most = ROWS;

const pagesFrom = readPagesFrom();
const context: RowContext = {
  t,
  href: (one) => (found?.archived.has(one.id) ? usgsHref(one.id) : listedEventHref(language, one, pagesFrom)),
  number: localNumber(lang),
  country: countries,
  english: countryNames("en"),
  deaths: headings.at(-1)?.textContent ?? "",
};

/** The words of a row that the reader sees. */
const wordsIn = (one: ListedEarthquake) => `${titleText(one, context)} ${one.place} ${one.country ? (countries(one.country) ?? "") : ""}`;

const form = createSelectionForm(part("#selection", HTMLFormElement), (chosen) => choose(chosen, sort));

function addressOf(chosen: Selection, order: string): string {
  const parameters = [...around.parametersOf(chosen), ...parametersOf(chosen), ...(order === FIRST_SORT ? [] : [["sort", order]])];
  return parameters.length === 0 ? "" : `#${new URLSearchParams(parameters).toString()}`;
}

let waiting: ReturnType<typeof setTimeout> | undefined;

function choose(chosen: Selection, order: string): void {
  [selection, sort, most] = [chosen, order, ROWS];
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    history.replaceState(null, "", location.pathname + location.search + addressOf(selection, sort));
    void read();
  }, PAUSE_MS);
}

function readAddress(): void {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const order = parameters.get("sort") ?? "";
  selection = selectionOf(parameters);
  around.read(parameters, selection);
  sort = SORTS.includes(columnOf(order) as SortColumn) ? order : FIRST_SORT;
  most = ROWS;
  form.show(selection);
  void read();
}

/** The page has the rows of the first selection. They are read when the reader does something with them. */
function showFirst(): void {
  selection = FIRST_SELECTION;
  form.show(selection);
  for (const bar of parts.bars.querySelectorAll("a")) {
    const [start = "", end = ""] = bar.pathname.split("/").at(-2)?.split("_") ?? [];
    bar.href = addressOf({ ...EVERYTHING, start, end }, sort);
  }
  showNewestBars();
}

/**
 * Reads the selection and shows it. After a failure the page says so, and the next change tries again.
 *
 * @returns what was read, also if the reader has chosen something else meanwhile
 */
async function read(): Promise<Found | undefined> {
  const asked = selection;
  parts.page.setAttribute("aria-busy", "true");
  const next = await reader.find(asked, wordsIn).catch(() => undefined);
  if (asked !== selection) return next;
  [found, foundFor] = next ? [next, asked] : [undefined, undefined];
  if (next) show();
  else showFailure();
  parts.page.removeAttribute("aria-busy");
  return next;
}

/** On a phone the bars are wider than the window, so that a finger meets one. */
function showNewestBars(): void {
  parts.bars.scrollLeft = parts.bars.scrollWidth;
}

function showFailure(): void {
  shown = [];
  parts.found.textContent = t("unread");
  for (const element of [parts.covers, parts.body, parts.bars]) element.replaceChildren();
  parts.more.hidden = true;
}

function show(): void {
  if (!found) return;
  shown = found.rows.toSorted(orderOf(sort, compare));
  const eras = countEras(found.rows, eraIn(isOfDays(found)));
  write(parts.found, html`${finding(found, t)} ${allTimes(found)}`);
  around.show(selection, found.rows);
  write(parts.covers, covers(found, t));
  write(parts.bars, eraBars([...eras.values()], { href: (era) => addressOf(narrowed(era), sort), t }));
  showNewestBars();
  showSort(headings, sort);
  for (const link of document.querySelectorAll<HTMLAnchorElement>("#on-map, .languages a")) link.hash = addressOf(selection, sort);
  showRows(eras);
}

/** Where nothing was found in some time, a link to all times. */
function allTimes({ rows }: Found): Html | null {
  const href = addressOf(narrowed({ start: "", end: "" }), sort);
  return rows.length > 0 || href === addressOf(selection, sort) ? null : html`<a href="${href}">${t("all_times")}</a>`;
}

function isOfDays({ asOf }: Found): boolean {
  const { from, to } = periodOf(selection, asOf);
  return Math.min(to, asOf) - from <= DAYS_WITHIN;
}

const narrowed = ({ start, end }: Pick<Era, "start" | "end">): Selection => ({ ...selection, hours: "", start, end });

/** Only the first rows are written. Rows in the order of time are grouped by decade, or by day. */
function showRows(eras = countEras(found?.rows ?? [], eraIn(found ? isOfDays(found) : false))): void {
  if (!found) return;
  const isGrouped = sort.endsWith("time") && eras.size > 1;
  const of = eraIn(isOfDays(found));
  let last = "";
  const rows = shown.slice(0, most).flatMap((one) => {
    const count = eras.get(of(one).start);
    const isFirst = isGrouped && count !== undefined && count.era.start !== last;
    last = count?.era.start ?? "";
    return isFirst ? [groupRow(count), earthquakeRow(one, context)] : [earthquakeRow(one, context)];
  });
  write(parts.body, html`${rows}`);
  parts.more.hidden = shown.length <= most;
  parts.more.textContent = t("show_more", { count: new Intl.NumberFormat(lang).format(Math.max(0, shown.length - most)) });
}

function groupRow({ era, earthquakes, deaths }: EraCount): Html {
  const tolls = deaths > 0 ? html` · ${t.html("found_deaths", { count: countedElement(deaths) })}` : null;
  const name = era.day === undefined ? eraText(era, t) : day(Date.parse(era.day));
  return html`<tr role="row" class="group"><th role="rowheader" scope="rowgroup" colspan="5">${name}
<span>${numberElement(earthquakes)}${tolls}</span></th></tr>
`;
}

function write(element: HTMLElement, content: Html): void {
  element.innerHTML = markupOf(content);
  localise(element, Date.now());
}

sortByHeadings(headings, (column) => choose(selection, nextSort(sort, column, column !== "place")));
parts.more.addEventListener("click", () => {
  const before = parts.body.querySelectorAll("tr:not(.group)").length;
  most += 5 * ROWS;
  showRows();
  parts.body.querySelectorAll<HTMLElement>("tr:not(.group)")[before]?.querySelector("a")?.focus();
});
for (const button of parts.take.querySelectorAll("button")) {
  button.addEventListener("click", () => void take(button.name));
}

async function take(name: string): Promise<void> {
  if (name === "copy") {
    const address = location.origin + location.pathname + location.search + addressOf(selection, sort);
    return copyAddress(address, parts.message, t("link_copied"));
  }
  parts.message.textContent = "";
  const [asked, order] = [selection, sort];
  try {
    const whole = foundFor === asked ? found : await read();
    if (!whole) throw new Error("the earthquakes cannot be read");
    const { earthquakesCsv, earthquakesGeojson } = await import("../export.ts");
    const { save } = await import("../../client/lists/download.ts");
    const rows = whole.rows.toSorted(orderOf(order, compare));
    const [text, type] = name === "CSV" ? [earthquakesCsv(rows), "text/csv"] : [earthquakesGeojson(rows), "application/geo+json"];
    save(new Blob([text], { type }), `earthquakes.${name.toLowerCase()}`);
  } catch {
    parts.message.textContent = t("unread");
  }
}

document.addEventListener(FORMATS_CHANGED, show);
// A link to a part of the page, such as the one that skips the navigation, is not a selection.
window.addEventListener("hashchange", () => {
  if (location.hash === "" || location.hash.includes("=")) readAddress();
});
parts.take.hidden = false;
if (location.hash.includes("=")) readAddress();
else showFirst();
