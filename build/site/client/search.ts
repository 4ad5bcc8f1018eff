import type { CombinedSearch, PlateList } from "../../contract/resources/resources.ts";
import { fold, words } from "../../contract/wire/fold.ts";
import { dataHref, listedEventHref } from "../addresses.ts";
import { placeText } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";
import { type LanguageTag, languageOf } from "../i18n/languages.ts";
import { type AreaTexts, type Names, type Texts, type Translate, translateFrom } from "../i18n/translations.ts";
import { combobox, note } from "./combobox.ts";
import { readJson, readPagesFrom, tryToReadJson } from "./page-data.ts";

type TranslateShell = Translate<keyof AreaTexts["shell"]>;

/** Minimum and maximum length of a query in the API, characters. */
const [LEAST, MOST] = [2, 200];

/** Number of results of each kind below the search box. The page of results shows all of them. */
const SUGGESTED = { countries: 3, plates: 2, earthquakes: 5, terms: 3 } as const;

/** A search result. */
export interface Found {
  kind: keyof typeof SUGGESTED;
  href: string;
  content: Html;
  /** Only for earthquakes. */
  date?: Html | string;
}

/**
 * The results of the API, and plates. Countries, plates and terms have their names in the language of the page.
 *
 * @throws Error if the request fails
 */
export async function find(query: string): Promise<Found[]> {
  const language = document.documentElement.lang as LanguageTag;
  const [found, plates, countries, terms] = await Promise.all([
    readJson<CombinedSearch>(`/api/v1/search/?q=${encodeURIComponent(query)}`),
    findPlates(query, language),
    namesIn(language, "countries"),
    namesIn(language, "terms"),
  ]);
  const pagesFrom = readPagesFrom();
  return [
    ...found.countries.map(({ iso2, name, slug }): Found => {
      return {
        kind: "countries",
        href: dataHref(language, `countries/${slug}/`),
        content: html`${countries[iso2] ?? name}`,
      };
    }),
    ...plates,
    ...found.earthquakes.map((event): Found => {
      const { magnitude, place_description: place, occurred_at: at } = event;
      const content = html`<b dir="ltr">M <data value="${magnitude}" data-digits="1">${magnitude}</data></b> <span
lang="en">${placeText(place)}</span>`;
      return { kind: "earthquakes", href: listedEventHref(language, event, pagesFrom), content, date: dayOf(at) };
    }),
    ...found.glossary.map(({ slug, term }): Found => {
      return {
        kind: "terms",
        href: dataHref(language, `glossary/${slug}/`),
        content: html`${terms[slug] ?? term}`,
      };
    }),
  ];
}

/** The search of the API has no plates. There are about fifty, so that a search among their names needs no index. */
async function findPlates(query: string, language: LanguageTag): Promise<Found[]> {
  const [list, names] = await Promise.all([tryToReadJson<PlateList>("/api/v1/plates/"), namesIn(language, "plates")]);
  const terms = words(fold(query)).filter((word) => word !== "plate");
  if (!list || terms.length === 0) return [];
  return list.plates
    .filter(({ name }) => {
      const text = fold(`${name} ${names[name] ?? ""}`);
      return terms.every((word) => text.includes(word));
    })
    .map(({ slug, name }) => {
      const href = dataHref(language, `plates/${slug}/`);
      return { kind: "plates", href, content: html`${names[name] ?? name}` };
    });
}

/** Without the file, names are English. */
async function namesIn(language: LanguageTag, kind: "countries" | "plates" | "terms"): Promise<Names> {
  return (language === "en" ? undefined : await tryToReadJson<Names>(`/assets/names/${kind}/${language}.json`)) ?? {};
}

/** Before 1800 only the year is shown, because browsers do not support the calendars that the sources use. */
function dayOf(at: string): Html | string {
  const year = Number(/^[+-]?\d+/.exec(at)?.[0]);
  return year < 1800 ? String(year) : html`<time data-day datetime="${at.slice(0, 10)}">${at.slice(0, 10)}</time>`;
}

/** The texts of the page header, in the language of the page. */
async function readWords(): Promise<TranslateShell> {
  const { lang } = document.documentElement;
  return translateFrom(await readJson<Texts>(`/assets/texts/shell/${lang}.json`), languageOf(lang).tag);
}

/** The text key for the name of each kind of result. The navigation uses the same keys. */
export const KIND_KEYS = {
  countries: "countries",
  plates: "plates",
  earthquakes: "earthquakes",
  terms: "glossary",
} as const;

/** Whether the API accepts the length of a query. @param query trimmed */
export function isLongEnough(query: string): boolean {
  return query.length >= LEAST && query.length <= MOST;
}

/** Shows results below a search box while the reader types. */
export function suggest(input: HTMLInputElement): void {
  combobox(input, {
    id: "suggestions",
    async look(query) {
      if (!isLongEnough(query)) return undefined;
      const [found, t] = await Promise.all([find(query).catch(() => undefined), readWords()]);
      return listHtml(query, found, t, input.form?.action ?? "");
    },
    open({ dataset: { href } }) {
      if (href !== undefined) location.assign(href);
    },
  });
}

function listHtml(query: string, found: readonly Found[] | undefined, t: TranslateShell, page: string): Html {
  if (!found) return note(t("search_failed"));
  if (found.length === 0) return note(t("search_none", { query }));
  const shown = (Object.keys(SUGGESTED) as Found["kind"][]).flatMap((kind) =>
    found.filter((one) => one.kind === kind).slice(0, SUGGESTED[kind]),
  );
  const all = `${page}?q=${encodeURIComponent(query)}`;
  return html`${shown.map(({ kind, href, content, date }) =>
    option(href, html`<span>${content}</span><small>${date ?? t(KIND_KEYS[kind])}</small>`),
  )}
${option(all, html`<span>${t("search_all")}</span><small><data value="${found.length}"></data></small>`)}`;
}

function option(href: string, content: Html): Html {
  return html`<div role="option" data-href="${href}">${content}</div>
`;
}
