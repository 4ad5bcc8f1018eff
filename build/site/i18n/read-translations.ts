import { readdirSync, readFileSync } from "node:fs";
import { memoize, memoizeByKey } from "../../contract/wire/memoize.ts";
import { sha256 } from "../../platform/hash.ts";
import { once } from "../../platform/lists.ts";
import { FIGURE_TEXTS } from "../data/render-context.ts";
import type { ReadyFile } from "../files.ts";
import { placeTexts } from "../format/place-text.ts";
import { LANGUAGES, type LanguageTag } from "./languages.ts";
import type { AllTexts, Names, Site, Texts, TranslatedNames } from "./translations.ts";

const FOLDER = new URL("../../../data/languages/", import.meta.url);

/** Reads all texts of the interface (`data/languages/{area}/{language}.json`), once. */
export const readTexts = once(fromFiles);

function fromFiles(): AllTexts {
  const areas = readdirSync(FOLDER);
  const languages = LANGUAGES.map(({ tag }) => {
    const present = areas.filter((area) => readdirSync(new URL(`${area}/`, FOLDER)).includes(`${tag}.json`));
    return [tag, Object.fromEntries(present.map((area) => [area, textsIn(`${area}/${tag}.json`)]))] as const;
  });
  return Object.fromEntries(languages) as AllTexts;
}

function textsIn(path: string): Texts {
  return JSON.parse(readFileSync(new URL(path, FOLDER), "utf8")) as Texts;
}

const OF_FIGURES: ReadonlySet<string> = new Set(FIGURE_TEXTS);

/** The terms that pages name which are not about terms. Their names are among the texts. */
const NAMED_TERMS = ["gutenberg-richter-law", "seismic-zone"];

/**
 * `assets/texts/{language}.json`: the texts for rendering a data page in the reader's language.
 * `assets/texts/shell/{language}.json`: those of the header and the notes above the page, for the scripts of every page;
 * `assets/texts/figure/{language}.json`: those for taking a figure away;
 * `assets/texts/frame/{language}.json`: those of a figure of a data page in the frame of another site.
 */
export function textFiles(translated: ReadonlyMap<LanguageTag, TranslatedNames>): ReadyFile[] {
  const texts = readTexts();
  return LANGUAGES.flatMap(({ tag }) => {
    const { shell, data, plates, seas, tools, figure } = texts[tag];
    const names = translated.get(tag)?.terms ?? {};
    const said = {
      shell,
      data,
      plates,
      seas,
      // Lists use texts of the tools.
      tools: textsOf(tools, (key) => key === "reset" || key === "unread"),
      terms: Object.fromEntries(NAMED_TERMS.flatMap((slug) => (names[slug] ? [[slug, names[slug]]] : []))),
    };
    return [
      jsonFile(`assets/texts/${tag}.json`, said),
      jsonFile(`assets/texts/shell/${tag}.json`, { ...shell, ...placeTexts(data) }),
      jsonFile(`assets/texts/figure/${tag}.json`, figure),
      jsonFile(`assets/texts/frame/${tag}.json`, { data: textsOf(data, (key) => OF_FIGURES.has(key)), plates, seas }),
    ];
  });
}

function jsonFile(path: string, content: unknown): ReadyFile {
  return { path, bytes: new TextEncoder().encode(JSON.stringify(content)) };
}

function textsOf(texts: Texts = {}, isMeant: (key: string) => boolean): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isMeant(key)));
}

const DATA = new URL("../../../data/", import.meta.url);

/**
 * `assets/names/countries/{language}.json`, and likewise of terms and plates, for each language except English, for pages that are
 * rendered in the browser and for the search; `assets/names/definitions/{language}.json`, definitions of terms; and
 * `assets/names/plates.json`, all names of each plate by its slug.
 */
export function nameFiles(
  translated: ReadonlyMap<LanguageTag, TranslatedNames>,
  plates: readonly { slug: string; name: string }[],
): ReadyFile[] {
  const licence = { path: "assets/names/licence.txt", bytes: readFileSync(new URL("country-names/LICENSE", DATA)) };
  const texts = readTexts();
  const files = [...translated].flatMap(([tag, { countries, terms, definitions }]) => [
    jsonFile(`assets/names/countries/${tag}.json`, countries),
    jsonFile(`assets/names/terms/${tag}.json`, terms),
    jsonFile(`assets/names/definitions/${tag}.json`, definitions),
    jsonFile(`assets/names/plates/${tag}.json`, texts[tag].plates),
  ]);
  const tags = [...translated.keys()];
  const called = plates.map(({ slug, name }) => [slug, [...new Set([name, ...tags.flatMap((tag) => texts[tag].plates?.[name] ?? [])])]]);
  return [licence, jsonFile("assets/names/plates.json", Object.fromEntries(called)), ...files];
}

/** The translated names and definitions in each language except English. */
export function readNames(): ReadonlyMap<LanguageTag, TranslatedNames> {
  const others = LANGUAGES.filter(({ tag }) => tag !== "en");
  const namesIn = (tag: LanguageTag) => ({
    countries: namesOf(`country-names/${tag}.json`),
    terms: namesOf(`term-names/${tag}.json`),
    definitions: namesOf(`term-definitions/${tag}.json`),
  });
  return new Map(others.map(({ tag }) => [tag, namesIn(tag)]));
}

/** A process that builds again reads each file once. */
const namesOf = memoize(String, (path: string): Names => JSON.parse(readFileSync(new URL(path, DATA), "utf8")) as Names);

/** Identifies the texts of a language and the properties that all pages of the site share. */
export function textsKey(texts: AllTexts[LanguageTag], { sample, pagesFrom: from, publicUrl, staleAfterS, brand }: Site): string {
  return sha256(JSON.stringify([hashOfTexts(texts), sample, String(from), publicUrl, staleAfterS, brand]));
}

const hashOfTexts = memoizeByKey((texts: AllTexts[LanguageTag]) => sha256(JSON.stringify(texts)));
