import { type Content, dataPage } from "../../data/page.ts";
import { renderContext } from "../../data/render-context.ts";
import { trustedHtml } from "../../html.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Texts } from "../../i18n/texts.ts";
import { translationsIn } from "../../i18n/translations.ts";
import { layout } from "../../layout.ts";
import { mapLabel } from "../../map/label.ts";
import { localise } from "../localise.ts";
import { frameHasPage, frameNames } from "./frame.ts";
import { readContent } from "./read-content.ts";
import { readJson } from "./read-json.ts";
import { showIn } from "./show.ts";

/** Names as `assets/names/{language}.json` has them. */
interface Names {
  countries: Readonly<Record<string, string>>;
  terms: Readonly<Record<string, string>>;
}

/** The answers have the English ones. */
async function namesIn(tag: string): Promise<Names> {
  return tag === "en" ? { countries: {}, terms: {} } : readJson<Names>(`/assets/names/${tag}.json`);
}

/** Writes the page anew in a language. Where that fails the English page stays, and says why it is in English. */
export async function renderIn(language: Language): Promise<void> {
  const { tag } = language;
  document.documentElement.setAttribute("aria-busy", "true");
  const texts = readJson<Record<string, Texts>>(`/assets/texts/${tag}.json`);
  try {
    const [said, names, content, plates] = await Promise.all([texts, namesIn(tag), readContent(), frameNames()]);
    if (content) show(language, said, { ...names, plates }, content);
  } catch {
    const said = await texts.catch(() => undefined);
    const text = said?.["data"]?.["not_read"];
    if (text !== undefined) tell(text, language);
  } finally {
    document.documentElement.removeAttribute("aria-busy");
  }
}

type AllNames = Names & { plates: ReadonlyMap<string, string> };

function show(language: Language, texts: Record<string, Texts>, names: AllNames, content: Content): void {
  const words = translationsIn(language.tag, texts);
  const country = (iso2: string, english: string) => names.countries[iso2] ?? english;
  const kit = renderContext(words, {
    hasPage: frameHasPage() ?? pagesLinkedHere(),
    country,
    term: (slug, english) => names.terms[slug] ?? english,
    plate: platesNamedHere(names.plates),
  });
  const svg = document.querySelector("main svg.map");
  const label = mapLabel(content, kit);
  if (svg && label !== undefined) svg.setAttribute("aria-label", label);
  const page = dataPage(content, svg ? { ...kit, map: trustedHtml(svg.outerHTML) } : kit);
  showIn(language, new DOMParser().parseFromString(layout(page, words), "text/html"));
  localise(document, Date.now());
}

/** Which earthquakes have pages is known by what the prebuilt page links to. */
function pagesLinkedHere(): (slug: string) => boolean {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/earthquakes/"]')];
  const linked = new Set(links.map((link) => link.getAttribute("href")));
  return (slug) => linked.has(`/earthquakes/${slug}/`);
}

function platesNamedHere(others: ReadonlyMap<string, string>): (slug: string) => string {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/plates/"]')];
  const named = new Map(links.map((link) => [link.getAttribute("href"), link.textContent ?? ""]));
  return (slug) => named.get(`/plates/${slug}/`) ?? others.get(slug) ?? slug;
}

function tell(text: string, { tag, dir }: Language): void {
  const note = document.createElement("p");
  note.className = "stale";
  note.setAttribute("role", "status");
  note.lang = tag;
  note.dir = dir;
  note.textContent = text;
  document.querySelector("main")?.prepend(note);
}
