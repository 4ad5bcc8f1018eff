import { type Content, type ContentKind, dataPage } from "../../data/page.ts";
import { renderContext } from "../../data/render-context.ts";
import type { PlateList } from "../../data/resources.ts";
import { trustedHtml } from "../../html.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Texts } from "../../i18n/texts.ts";
import { translationsIn } from "../../i18n/translations.ts";
import { layout } from "../../layout.ts";
import { mapLabel } from "../../map/label.ts";
import type { ListedEarthquakes } from "../../views/lists.ts";
import type { RelatedTerm } from "../../views/term.ts";
import { localise } from "../localise.ts";
import { readJson } from "../read-json.ts";
import { dataOfPage } from "../texts.ts";
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
  const translations = translationsIn(language.tag, texts);
  const country = (iso2: string, english: string) => names.countries[iso2] ?? english;
  const context = renderContext(translations, {
    hasPage: frameHasPage() ?? pagesLinkedHere(),
    country,
    term: (slug, english) => names.terms[slug] ?? english,
    plate: platesNamedHere(names.plates),
  });
  const svg = document.querySelector("main svg.map");
  const label = mapLabel(content, context);
  if (svg && label !== undefined) svg.setAttribute("aria-label", label);
  const page = dataPage(content, svg ? { ...context, map: trustedHtml(svg.outerHTML) } : context);
  showIn(language, new DOMParser().parseFromString(layout(page, translations), "text/html"));
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

/** What the page in the place of one that is not in the copy says itself; undefined on a page of its own. */
function frame(): HTMLElement | null {
  return document.getElementById("frame");
}

/** Whether an earthquake has a page, as far as the frame can know; undefined on a page of its own, which does know. */
function frameHasPage(): ((slug: string) => boolean) | undefined {
  const which = frame()?.dataset["eventPages"];
  return which === undefined ? undefined : () => which === "all";
}

/** The English names of the plates, by slug, which a page of its own has in its links: there, nothing is asked. */
async function frameNames(): Promise<ReadonlyMap<string, string>> {
  if (!frame()) return new Map();
  const { plates } = await readJson<PlateList>("/api/v1/plates/");
  return new Map(plates.map(({ slug, name }) => [slug, name]));
}

/** By the first part of the address: what a page with a second part shows, and one without. */
const KINDS: Readonly<Record<string, readonly [one: ContentKind, list: ContentKind]>> = {
  earthquakes: ["event", "earthquakes"],
  countries: ["country", "countries"],
  plates: ["plate", "plates"],
  glossary: ["term", "glossary"],
};

/** What this page is written from, asked of the API; undefined where it is none of ours. @throws Error where it cannot be had */
async function readContent(): Promise<Content | undefined> {
  const [, first = "", second = ""] = location.pathname.split("/");
  const [one, list] = KINDS[first] ?? [];
  const kind = second === "" ? list : one;
  if (kind === undefined) return undefined;
  if (kind === "earthquakes") return { kind, body: dataOfPage("listed") as ListedEarthquakes };
  const address = document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="application/json"]');
  // The same frame stands at many addresses.
  const body = await readJson(address ? address.href : `/api/v1${location.pathname}`);
  const rest = kind === "term" ? { usedIn: termsThatReferHere() } : {};
  return { kind, body, ...rest } as Content;
}

/** The answer does not know them; the prebuilt page does. */
function termsThatReferHere(): RelatedTerm[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("#used a")];
  return links.map((link) => ({
    term: link.dataset["term"] ?? "",
    slug: link.getAttribute("href")?.split("/")[2] ?? "",
  }));
}
