import { hrefIn } from "../../addresses.ts";
import type { FIGURE_TEXTS, KeptValue } from "../../data/render-context.ts";
import { trustedHtml } from "../../html.ts";
import { LANGUAGES, type Language } from "../../i18n/languages.ts";
import { Counted, type Texts, type Translate, translateFrom } from "../../i18n/translations.ts";
import { onHost, pathInTree } from "../base.ts";
import { countryNames, localise } from "../localise.ts";
import { preference, tryToReadJson } from "../page-data.ts";
import { nameAreas } from "./figures.ts";

type TranslateFigure = Translate<(typeof FIGURE_TEXTS)[number]>;

/**
 * Says the figure and the title of a data page in the reader's language. A frame shows nothing else of the page, which
 * `render-page.ts` would render for four times as many bytes. If the texts cannot be read, the figure stays in English.
 */
export async function translateFigure(holder: Element): Promise<void> {
  const chosen = new URLSearchParams(location.search).get("lang") ?? preference("language");
  const language = LANGUAGES.find(({ tag }) => tag === chosen);
  if (!language || language.tag === document.documentElement.lang) return;
  const texts = await tryToReadJson<Record<"data" | "plates" | "seas", Texts>>(`/assets/texts/frame/${language.tag}.json`);
  if (!texts) return;
  Object.assign(document.documentElement, { lang: language.tag, dir: language.dir });
  const t: TranslateFigure = translateFrom(texts.data, language.tag);
  const title = document.querySelector<HTMLElement>("h1");
  for (const part of title ? [title, holder] : [holder]) {
    for (const said of part.querySelectorAll<HTMLElement>("[data-text]")) sayIn(said, t);
    nameAreas(part, language.tag, countryNames(language.tag), texts.seas);
    localise(part, Date.now());
  }
  for (const link of holder.querySelectorAll("a[href]")) keepLanguage(link, language);
  if (!title) return;
  const { plate } = title.dataset;
  if (plate !== undefined) title.textContent = texts.plates[plate] ?? t("plate_title", { plate });
  await sayPlace(title.querySelector(':scope > [lang="en"]'), t, language);
  document.title = title.textContent ?? "";
  // The address of the page says the same as its title.
  holder.querySelector("svg[aria-label]")?.setAttribute("aria-label", document.title);
}

function sayIn(said: HTMLElement, t: TranslateFigure): void {
  const kept = Object.entries(JSON.parse(said.dataset["values"] ?? "{}") as Record<string, KeptValue>);
  const values = kept.map(([name, value]) => {
    if (typeof value === "string") return [name, trustedHtml(value)] as const;
    return [name, new Counted(value[0], trustedHtml(value[1]))] as const;
  });
  said.innerHTML = t.html(said.dataset["text"] as (typeof FIGURE_TEXTS)[number], Object.fromEntries(values)).markup;
}

/** A link of a figure leads to a page of this site. */
function keepLanguage(link: Element, { tag }: Language): void {
  const { pathname, hash } = new URL(link.getAttribute("href") ?? "", location.href);
  link.setAttribute("href", onHost(hrefIn(tag, pathInTree(pathname).slice(1))) + hash);
}

/** `2 km O von Issaquah`, as the page of the earthquake says it. */
async function sayPlace(place: Element | null, t: TranslateFigure, language: Language): Promise<void> {
  if (!place) return;
  const [{ placeIn }, { localNumber }] = await Promise.all([import("../../format/place-text.ts"), import("../../format/numbers.ts")]);
  const context = { t, number: localNumber(language.tag) };
  place.outerHTML = placeIn(place.textContent ?? "", context).markup;
}
