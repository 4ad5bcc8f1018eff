import type { CombinedSearch } from "../../contract/resources/resources.ts";
import { dataHref, listedEventHref } from "../addresses.ts";
import { type Html, html } from "../html.ts";
import { type LanguageTag, languageOf } from "../i18n/languages.ts";
import { type AreaTexts, type Texts, type Translate, translateFrom } from "../i18n/translations.ts";
import { localise } from "./localise.ts";
import { readJson, readPagesFrom, tryToReadJson } from "./page-data.ts";

type TranslateShell = Translate<keyof AreaTexts["shell"]>;

/** Minimum and maximum length of a query in the API, characters. */
const [LEAST, MOST] = [2, 200];

/** The query is sent after a pause in typing of this length, ms. */
const PAUSE_MS = 150;

/** Number of results of each kind below the search box. The page of results shows all of them. */
const SUGGESTED = { countries: 3, earthquakes: 5, terms: 3 } as const;

/** A search result. */
export interface Found {
  kind: "countries" | "earthquakes" | "terms";
  href: string;
  content: Html;
  /** Only for earthquakes. */
  date?: Html | string;
}

interface Names {
  countries: Readonly<Record<string, string>>;
  terms: Readonly<Record<string, string>>;
}

const NO_NAMES: Names = { countries: {}, terms: {} };

/** The results of the API. Countries and terms have their names in the language of the page. @throws Error if the request fails */
export async function find(query: string): Promise<Found[]> {
  const language = document.documentElement.lang as LanguageTag;
  const [found, names = NO_NAMES] = await Promise.all([
    readJson<CombinedSearch>(`/api/v1/search/?q=${encodeURIComponent(query)}`),
    language === "en" ? undefined : tryToReadJson<Names>(`/assets/names/${language}.json`),
  ]);
  const pagesFrom = readPagesFrom();
  return [
    ...found.countries.map(({ iso2, name, slug }): Found => {
      return {
        kind: "countries",
        href: dataHref(language, `countries/${slug}/`),
        content: html`${names.countries[iso2] ?? name}`,
      };
    }),
    ...found.earthquakes.map((event): Found => {
      const { magnitude, place_description: place, occurred_at: at } = event;
      const content = html`<b>M <data value="${magnitude}" data-digits="1">${magnitude}</data></b> <span lang="en">${place}</span>`;
      return { kind: "earthquakes", href: listedEventHref(language, event, pagesFrom), content, date: dayOf(at) };
    }),
    ...found.glossary.map(({ slug, term }): Found => {
      return {
        kind: "terms",
        href: dataHref(language, `glossary/${slug}/`),
        content: html`${names.terms[slug] ?? term}`,
      };
    }),
  ];
}

/** Before 1800 only the year is shown, because browsers do not support the calendars that the sources use. */
function dayOf(at: string): Html | string {
  const year = Number(/^[+-]?\d+/.exec(at)?.[0]);
  return year < 1800 ? String(year) : html`<time data-day datetime="${at.slice(0, 10)}">${at.slice(0, 10)}</time>`;
}

/** The texts of the page header, in the language of the page. */
async function readWords(): Promise<TranslateShell> {
  const { lang } = document.documentElement;
  const { shell } = await readJson<{ shell: Texts }>(`/assets/texts/${lang}.json`);
  return translateFrom(shell, languageOf(document.documentElement.lang).tag);
}

/** The text key for the name of each kind of result. The navigation uses the same keys. */
export const KIND_KEYS = { countries: "countries", earthquakes: "earthquakes", terms: "glossary" } as const;

/** Whether the API accepts the length of a query. @param query trimmed */
export function isLongEnough(query: string): boolean {
  return query.length >= LEAST && query.length <= MOST;
}

const ready = new WeakSet<HTMLInputElement>();

/**
 * Shows results below a search box while the reader types. It is a combobox with a list, as in the ARIA Authoring Practices
 * ("Editable Combobox With List Autocomplete").
 */
export function suggest(input: HTMLInputElement): void {
  if (ready.has(input)) return;
  ready.add(input);
  const list = listBeside(input);
  let asked = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let active = -1;

  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const activate = (at: number) => {
    const all = options();
    active = at < -1 ? all.length - 1 : at >= all.length ? -1 : at;
    all.forEach((option, index) => option.setAttribute("aria-selected", String(index === active)));
    const option = all[active];
    if (!option) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const look = async () => {
    const query = input.value.trim();
    if (query === asked && !list.hidden) return;
    asked = query;
    if (!isLongEnough(query)) return close();
    const [found, t] = await Promise.all([find(query).catch(() => undefined), readWords()]);
    // The reader typed more or left the box while the request ran.
    if (asked !== query || document.activeElement !== input) return;
    list.innerHTML = listHtml(query, found, t, input.form?.action ?? "").markup;
    localise(list, Date.now());
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    activate(-1);
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void look().catch(close), PAUSE_MS);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "ArrowDown" && list.hidden) void look().catch(close);
    else if (event.key === "ArrowDown") activate(active + 1);
    else if (event.key === "ArrowUp" && !list.hidden) activate(active - 1);
    else if (event.key === "Enter" && active >= 0) open(options()[active]);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", close);
  // The reader may have typed before this script was loaded.
  if (input.value !== "") void look().catch(close);
  // Prevents the search box from losing the focus, which would close the list before the click.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => open((target as Element).closest<HTMLElement>("[role=option]")));
}

function open(option: HTMLElement | null | undefined): void {
  const href = option?.dataset["href"];
  if (href !== undefined) location.assign(href);
}

function listBeside(input: HTMLInputElement): HTMLElement {
  const list = document.createElement("div");
  list.id = "suggestions";
  list.className = "suggestions";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.getAttribute("aria-label") ?? "");
  input.after(list);
  const combobox = {
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
  };
  for (const [name, value] of Object.entries(combobox)) input.setAttribute(name, value);
  return list;
}

function listHtml(query: string, found: readonly Found[] | undefined, t: TranslateShell, page: string): Html {
  if (!found) return note(t("search_failed"));
  if (found.length === 0) return note(t("search_none", { query }));
  const shown = (Object.keys(SUGGESTED) as Found["kind"][]).flatMap((kind) =>
    found.filter((one) => one.kind === kind).slice(0, SUGGESTED[kind]),
  );
  const all = `${page}?q=${encodeURIComponent(query)}`;
  return html`${shown.map(({ kind, href, content, date }, at) =>
    option(at, href, html`<span>${content}</span><small>${date ?? t(KIND_KEYS[kind])}</small>`),
  )}
${option(shown.length, all, html`<span>${t("search_all")}</span><small><data value="${found.length}"></data></small>`)}`;
}

function option(at: number, href: string, content: Html): Html {
  return html`<div role="option" id="suggestion-${at}" aria-selected="false" data-href="${href}">${content}</div>
`;
}

/** A message in the list of results. It is an option, because a listbox may contain only options. */
function note(text: string): Html {
  return html`<div role="option" aria-disabled="true" aria-selected="false">${text}</div>`;
}
