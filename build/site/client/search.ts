import type { CombinedSearch } from "../../contract/resources/resources.ts";
import { fold, words } from "../../contract/wire/fold.ts";
import { memoize } from "../../contract/wire/memoize.ts";
import { dataHref, listedEventHref, pageHref } from "../addresses.ts";
import { EVERYTHING, parametersOf, type Selection } from "../earthquakes/selection.ts";
import { countedElement, localNumber } from "../format/numbers.ts";
import { type PlaceText, placeIn } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";
import { type LanguageTag, languageOf } from "../i18n/languages.ts";
import { type AreaTexts, type Names, type Texts, type Translate, translateFrom } from "../i18n/translations.ts";
import { type FoundTown, readableLabel, townFile, townLabel, townsNamed } from "../places.ts";
import { combobox, note } from "./combobox.ts";
import { answersQueries } from "./copy.ts";
import { countryNames } from "./localise.ts";
import { readJson, readPagesFrom, tryToReadJson } from "./page-data.ts";

type TranslateShell = Translate<keyof AreaTexts["shell"] | PlaceText>;

/** Minimum and maximum length of a query in the API, characters. */
const [LEAST, MOST] = [2, 200];

/** Maximum of earthquakes in an answer of the API. */
export const MOST_EARTHQUAKES = 50;

/** Number of results of each kind below the search box. The page of results shows all of them. */
const SUGGESTED = { lists: 3, countries: 3, plates: 2, earthquakes: 5, terms: 3 } as const;

/** A search result. */
export interface Found {
  kind: keyof typeof SUGGESTED;
  href: string;
  content: Html;
  /** Only for earthquakes. */
  date?: Html | string;
  /** Deaths, if any are known. */
  deaths?: number | null | undefined;
}

type Answered = Pick<CombinedSearch, "best" | "understood" | "earthquakes" | "names" | "deaths"> & {
  countries: Pick<CombinedSearch["countries"][number], "name" | "iso2" | "slug">[];
  glossary: Pick<CombinedSearch["glossary"][number], "term" | "slug">[];
};

let answers: Promise<boolean> | undefined;
let searchFiles: Promise<(q: string) => Promise<Answered>> | undefined;

/** Where nothing answers queries, the browser searches in files of the host. */
async function ask(query: string): Promise<Answered> {
  if (await (answers ??= answersQueries())) return readJson<CombinedSearch>(`/api/v1/search/?q=${encodeURIComponent(query)}`);
  searchFiles ??= import("../../rewrite/search/search-files.ts").then(({ createFileSearch }) =>
    createFileSearch((path) => readJson(`/${path}`)),
  );
  return (await searchFiles)(query);
}

/**
 * The results of the search, and plates; first the kind that was most likely meant. Countries, plates and terms have their names in
 * the language of the page.
 *
 * @throws Error if the request fails
 */
export async function find(query: string): Promise<Found[]> {
  const language = document.documentElement.lang as LanguageTag;
  const [found, plates, countries, terms, t] = await Promise.all([
    ask(query),
    findPlates(query, language),
    namesIn(language, "countries"),
    namesIn(language, "terms"),
    readWords(),
  ]);
  const lists = (await listsFor(query, found, language)).map(({ href, near, conditions }): Found => {
    const { country } = found.understood;
    const where = near ? "" : (countries[country ?? ""] ?? found.countries.find(({ iso2 }) => iso2 === country)?.name ?? "");
    const town = near && readableLabel(townLabel(near), countryNames(language));
    const what = town === undefined ? t("earthquakes") : t("search_near", { place: town });
    return { kind: "lists", href, content: html`${[what, where, ...conditions].filter((text) => text !== "").join(" · ")}` };
  });
  const [pagesFrom, number] = [readPagesFrom(), localNumber(language)];
  const all = [
    ...found.countries.map(({ iso2, name, slug }): Found => {
      return {
        kind: "countries",
        href: dataHref(language, `countries/${slug}/`),
        content: html`${countries[iso2] ?? name}`,
      };
    }),
    ...plates,
    ...found.earthquakes.map((event, at): Found => {
      const { magnitude, place_description: place, occurred_at: time } = event;
      const name = found.names[at];
      const content = html`<b dir="ltr">M <data value="${magnitude}" data-digits="1">${magnitude}</data></b> ${
        name ? html`<span lang="en">${name}</span> · ` : null
      }${placeIn(place, { t, number })}`;
      return {
        kind: "earthquakes",
        href: listedEventHref(language, event, pagesFrom),
        content,
        date: dayOf(time),
        deaths: found.deaths[at],
      };
    }),
    ...found.glossary.map(({ slug, term }): Found => {
      return {
        kind: "terms",
        href: dataHref(language, `glossary/${slug}/`),
        content: html`${terms[slug] ?? term}`,
      };
    }),
  ];
  const isPlate = plates.length > 0 && found.best !== "countries";
  const best = isPlate ? "plates" : found.best === "glossary" ? "terms" : found.best;
  const ordered = [...all.filter(({ kind }) => kind === best), ...all.filter(({ kind }) => kind !== best)];
  const isPlace = found.understood.from === null && (best === "earthquakes" || best === null);
  return wishesForList(found.understood) || isPlace ? [...lists, ...ordered] : [...ordered, ...lists];
}

/** The lists that answer a query: around the towns that it names, or else of what it asks for. */
async function listsFor(query: string, { best, understood, earthquakes }: Answered, language: LanguageTag): Promise<ListLink[]> {
  const mayBeTown = best !== "countries" && best !== "glossary" && understood.country === null && !/\d/.test(query);
  const name = understood.place ?? (mayBeTown ? query : undefined);
  const towns = name === undefined ? [] : await townsCalled(name);
  if (towns.length > 0) return towns.map((town) => listLink(language, understood, town));
  if (wishesForList(understood) || understood.from !== null) return [listLink(language, understood)];
  if (earthquakes.length < MOST_EARTHQUAKES) return [];
  return [listLink(language, understood, undefined, understood.country === null ? query : "")];
}

/** What a list says of a result: for an earthquake its date and deaths. */
export function detailsOf({ kind, date, deaths }: Found, t: Translate<keyof AreaTexts["shell"]>): Html {
  if (date === undefined) return html`${t(KIND_KEYS[kind])}`;
  return deaths ? html`${date} · ${t.html("search_deaths", { count: countedElement(deaths) })}` : html`${date}`;
}

/** Words of a query that need not be in the name of a plate. */
const PLATE = /^(?:the|tectonic|plates?|de[ls]?|della|plac[ac]+|plaque|platte|плита)$/;
const JOINED_PLATE = /プレート|板[块塊]/;

/** So many letters of a word must be in a name: Arabian, Caraïbes. */
const STEM = 5;

/** The search of the API has no plates. There are about fifty, so that a search among their names in all languages needs no index. */
async function findPlates(query: string, language: LanguageTag): Promise<Found[]> {
  const [list, own] = await Promise.all([
    (plates ??= tryToReadJson<Record<string, string[]>>("/assets/names/plates.json")),
    namesIn(language, "plates"),
  ]);
  const terms = words(fold(query).replace(JOINED_PLATE, "")).flatMap((word) =>
    PLATE.test(word) ? [] : word.slice(0, Math.max(STEM, word.length - 2)),
  );
  if (!list || terms.length === 0) return [];
  return Object.entries(list)
    .filter(([, names]) => names.some((name) => terms.every((word) => fold(name).includes(word))))
    .map(([slug, [name = ""]]) => {
      const href = dataHref(language, `plates/${slug}/`);
      return { kind: "plates", href, content: html`${own[name] ?? name}` };
    });
}

/** Names in the language of the page. Without the file, names are English. */
const namesIn = memoize(
  (language: LanguageTag, kind: "countries" | "plates" | "terms") => `${kind}/${language}`,
  async (language: LanguageTag, kind): Promise<Names> =>
    (language === "en" ? undefined : await tryToReadJson<Names>(`/assets/names/${kind}/${language}.json`)) ?? {},
);

let plates: Promise<Record<string, string[]> | undefined> | undefined;

/** Before 1800 only the year is shown, because browsers do not support the calendars that the sources use. */
function dayOf(at: string): Html | string {
  const year = Number(/^[+-]?\d+/.exec(at)?.[0]);
  return year < 1800 ? String(year) : html`<time data-day datetime="${at.slice(0, 10)}">${at.slice(0, 10)}</time>`;
}

/** The texts of the page header, in the language of the page. */
function readWords(): Promise<TranslateShell> {
  const { lang } = document.documentElement;
  shell ??= readJson<Texts>(`/assets/texts/shell/${lang}.json`).then((texts) => translateFrom(texts, languageOf(lang).tag));
  shell.catch(() => (shell = undefined));
  return shell;
}

let shell: Promise<TranslateShell> | undefined;

/** The text key for the name of each kind of result. The navigation uses the same keys. */
export const KIND_KEYS = {
  lists: "earthquakes",
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
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  const shown = kinds.flatMap((kind) => found.filter((one) => one.kind === kind).slice(0, SUGGESTED[kind]));
  const all = `${page}?q=${encodeURIComponent(query)}`;
  return html`${shown.map((one) => option(one.href, html`<span>${one.content}</span><small>${detailsOf(one, t)}</small>`))}
${option(all, html`<span>${t("search_all")}</span><small><data value="${found.length}"></data></small>`)}`;
}

function option(href: string, content: Html): Html {
  return html`<div role="option" data-href="${href}">${content}</div>
`;
}

type Meaning = CombinedSearch["understood"];

/** Radius of "near", km: in this distance a strong earthquake is felt. */
const NEAR_KM = 300;

/** The latest earthquakes are those of so many days. */
const RECENT_DAYS = 7;

/** Towns of the same name that are offered. */
const MOST_TOWNS = 2;

/** A list of earthquakes that answers a query. */
interface ListLink {
  href: string;
  /** The town that it is around. */
  near: FoundTown | undefined;
  /** What else it selects, in a form of all languages: days, years and magnitude. */
  conditions: string[];
}

/** Whether a query wishes for a list, and not for one earthquake or country. */
function wishesForList({ from, to, least_magnitude: least, order }: Meaning): boolean {
  return least !== null || order !== null || (from !== null && to === null);
}

/** The list of what a query means. @param near the town that it names @param text to look for in all earthquakes */
function listLink(
  language: LanguageTag,
  { country, from, to, least_magnitude: least, order }: Meaning,
  near?: FoundTown,
  text = "",
): ListLink {
  const [, , latitude, longitude] = near ?? [];
  const circle = near ? { latitude: String(latitude), longitude: String(longitude), max_radius_km: String(NEAR_KM) } : {};
  const isRecent = order === "time" && from === null;
  const selection: Selection = {
    ...EVERYTHING,
    ...circle,
    country: near ? "" : (country ?? ""),
    hours: isRecent ? String(24 * RECENT_DAYS) : "",
    start: from === null ? "" : String(from),
    end: to === null ? "" : String(to),
    min_mag: least === null ? "" : String(least),
    min_deaths: order === "deaths" ? "1" : "",
    q: text,
  };
  const parameters = new URLSearchParams([
    ...(near ? [["near", townLabel(near)]] : []),
    ...parametersOf(selection),
    ...(order === "time" ? [] : [["sort", `-${order ?? "magnitude"}`]]),
  ]);
  const days = new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" });
  const recent = isRecent ? [days.format(RECENT_DAYS)] : [];
  const years = from === null ? recent : [to === from ? String(from) : `${from}–${to ?? ""}`];
  return {
    href: `${pageHref(language, "earthquakes/")}#${parameters.toString()}`,
    near,
    conditions: [...(text === "" ? [] : [text]), ...years, ...(least === null ? [] : [`M ≥ ${least}`])],
  };
}

/** The towns that are called so, the largest first. Without the file of their initial letter there are none. */
async function townsCalled(name: string): Promise<FoundTown[]> {
  const folded = fold(name);
  if (!/^[a-z]/.test(folded)) return [];
  const towns = await readJson<FoundTown[]>(townFile(folded)).catch(() => []);
  return townsNamed(towns, folded, Number.POSITIVE_INFINITY)
    .filter(([own]) => fold(own) === folded)
    .slice(0, MOST_TOWNS);
}
