import type { PlateList } from "../../contract/resources/resources.ts";
import { type Content, type ContentKind, type PageModel, pageIn, type View } from "../data/page.ts";
import { type NameLookup, renderContext } from "../data/render-context.ts";
import { localNumber } from "../format/numbers.ts";
import { trustedHtml } from "../html.ts";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import { type Names, type Site, type Texts, translationsIn } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { pathInTree } from "./base.ts";
import { nameAreas } from "./figure/figures.ts";
import { localise } from "./localise.ts";
import { dataOfPage, readBrand, readJson, readPagesFrom, tryToReadJson } from "./page-data.ts";
import { translateSwitches } from "./switches.ts";

/** The names that a kind of page needs in the language of the page. The texts contain the names of a few terms. */
const NAMES_OF: Readonly<Partial<Record<ContentKind, "countries" | "terms">>> = {
  event: "countries",
  country: "countries",
  countries: "countries",
  term: "terms",
  glossary: "terms",
};

/** English needs no file, because the data contain the English names. @param kind undefined: the page needs none */
async function namesIn(tag: string, kind: "countries" | "terms" | "definitions" | undefined): Promise<Names> {
  return tag === "en" || kind === undefined ? {} : readJson<Names>(`/assets/names/${kind}/${tag}.json`);
}

/**
 * Renders the page again in another language. If that fails, the page is in English and explains why. The frame page is then
 * rendered in English.
 */
export async function renderIn(language: Language): Promise<void> {
  const { tag } = language;
  document.documentElement.setAttribute("aria-busy", "true");
  const texts = readJson<Record<string, Texts>>(`/assets/texts/${tag}.json`);
  const kind = NAMES_OF[kindOfPage() ?? "plate"];
  const definitions = namesIn(tag, kind === "terms" ? "definitions" : undefined);
  try {
    const reading = [texts, namesIn(tag, kind), definitions, readContent(), frameNames(), viewOfPage()] as const;
    const [loaded, names, defined, content, plates, view] = await Promise.all(reading);
    if (content && view) show(language, loaded, { names, defined, plates }, content, view);
  } catch {
    const loaded = await texts.catch(() => undefined);
    if (frame()) await renderFrameInEnglish(language);
    if (!frame()) await tellNotRead(loaded, language);
  } finally {
    document.documentElement.removeAttribute("aria-busy");
  }
}

/** Offline, a copy may lack the texts of a language. */
async function renderFrameInEnglish({ tag }: Language): Promise<void> {
  const [english] = LANGUAGES;
  if (english && tag !== english.tag) return renderIn(english);
  const note = frame();
  if (note) note.textContent = note.dataset["failed"] ?? "";
}

async function tellNotRead(loaded: Record<string, Texts> | undefined, language: Language): Promise<void> {
  const [english = language] = LANGUAGES;
  const texts = loaded ?? (await tryToReadJson<Record<string, Texts>>(`/assets/texts/${english.tag}.json`));
  const text = texts?.["data"]?.["not_read"];
  if (text !== undefined) tell(text, loaded ? language : english);
}

interface AllNames {
  /** Of countries by ISO 3166-1 alpha-2, or of terms by slug. */
  names: Names;
  /** Definitions of terms by slug. */
  defined: Names;
  plates: ReadonlyMap<string, string>;
}

function show(language: Language, texts: Record<string, Texts>, { names, defined, plates }: AllNames, content: Content, view: View): void {
  const translations = translationsIn(language.tag, texts, siteOfPage());
  const model = modelOfPage();
  const pages = new Set(model.pages);
  const lookup: NameLookup = {
    hasPage: frameHasPage() ?? ((slug) => pages.has(slug)),
    country: (iso2, english) => names[iso2] ?? english,
    term: (slug, english) => names[slug] ?? texts["terms"]?.[slug] ?? english,
    definition: (slug) => defined[slug],
    plate: (slug) => model.plates[slug] ?? plates.get(slug) ?? slug,
  };
  const context = renderContext(translations, lookup, localNumber(language.tag));
  const svg = document.querySelector("main svg.map");
  const label = view.mapLabel?.(content, context);
  if (svg && label !== undefined) svg.setAttribute("aria-label", label);
  if (svg) nameAreas(svg, language.tag, (iso2) => names[iso2], texts["seas"] ?? {});
  const page = pageIn(view, content, svg ? { ...context, map: trustedHtml(svg.outerHTML) } : context);
  showIn(language, new DOMParser().parseFromString(layout(page, translations), "text/html"));
  localise(document, Date.now());
}

/** The properties of the site that the prebuilt page contains. */
function siteOfPage(): Site {
  const { from, to } = document.getElementById("sample")?.dataset ?? {};
  const sample = from === undefined ? null : { from: Number(from), to: Number(to) };
  return { sample, pagesFrom: readPagesFrom(), brand: readBrand() };
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

/** The element that marks the frame page, which is shown when the copy does not have the page itself; null on all other pages. */
function frame(): HTMLElement | null {
  return document.getElementById("frame");
}

/** Whether an earthquake has a page, as far as the frame page can know; undefined on a prebuilt page, whose model has it. */
function frameHasPage(): ((slug: string) => boolean) | undefined {
  const which = frame()?.dataset["eventPages"];
  return which === undefined ? undefined : () => which === "all";
}

/** The English names of the plates by slug. A prebuilt page has them in its model, so only the frame page requests them. */
async function frameNames(): Promise<ReadonlyMap<string, string>> {
  if (!frame()) return new Map();
  const { plates } = await readJson<PlateList>("/api/v1/plates/");
  return new Map(plates.map(({ slug, name }) => [slug, name]));
}

/** The kind of page by the first part of the address: with a second part, and without one. */
const KINDS: Readonly<Record<string, readonly [one: ContentKind, list?: ContentKind]>> = {
  earthquakes: ["event"],
  countries: ["country", "countries"],
  plates: ["plate", "plates"],
  glossary: ["term", "glossary"],
};

const lists = () => import("../views/lists.ts");

/** A page loads only its own view. */
const VIEWS: { readonly [Kind in ContentKind]: () => Promise<View<Kind>> } = {
  event: async () => (await import("../views/event.ts")).eventView,
  country: async () => (await import("../views/country.ts")).countryView,
  plate: async () => (await import("../views/plate.ts")).plateView,
  term: async () => (await import("../views/term.ts")).termView,
  countries: async () => (await lists()).countriesView,
  plates: async () => (await lists()).platesView,
  glossary: async () => (await lists()).glossaryView,
};

async function viewOfPage(): Promise<View | undefined> {
  const kind = kindOfPage();
  return kind && ((await VIEWS[kind]()) as View);
}

/** Undefined if the address is not a data page. */
function kindOfPage(): ContentKind | undefined {
  const [, first = "", second = ""] = pathInTree(location.pathname).split("/");
  const [one, list] = KINDS[first] ?? [];
  return second === "" ? list : one;
}

/** The content of this page, from its model and the API. Undefined if the address is not a data page. @throws Error if the request fails */
async function readContent(): Promise<Content | undefined> {
  const kind = kindOfPage();
  if (kind === undefined) return undefined;
  const { content } = modelOfPage();
  const address = document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="application/json"]');
  // The frame page is shown at many addresses, so the API address follows from the address of the page.
  const body = await readJson(address ? address.href : `/api/v1${pathInTree(location.pathname)}`);
  return { kind, body, ...NOTHING_BESIDES[kind], ...content } as Content;
}

/** The frame page is shown at many addresses, so it knows only what is in the answer. */
const NOTHING_BESIDES: Readonly<Partial<Record<ContentKind, PageModel["content"]>>> = { term: { usedIn: [] }, event: { around: null } };

function modelOfPage(): PageModel {
  return frame() ? { content: {}, pages: [], plates: {} } : (dataOfPage("model") as PageModel);
}

/** Parts of the page that are replaced as a whole. Elements with event listeners stay, and only their text changes. */
const REPLACED = ["a.skip", "header.site .menu", "header.site nav", "header.site .search", "#sample", "main", "footer.site"] as const;

/** Replaces the content of the shown page by that of a page in another language. */
function showIn({ tag, dir }: Language, page: Document): void {
  const { documentElement: root } = document;
  root.lang = tag;
  root.dir = dir;
  document.title = page.title;
  for (const selector of REPLACED) {
    const [old, next] = [document.querySelector(selector), page.querySelector(selector)];
    if (old && next) old.replaceWith(document.adoptNode(next));
  }
  showMenus(page);
  // The browser could not scroll to the anchor before the text existed.
  if (location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function showMenus(page: Document): void {
  const [menu, translated] = [document, page].map((one) => one.querySelector(".languages"));
  if (!menu || !translated) return;
  menu.querySelector("summary")?.replaceChildren(...(translated.querySelector("summary")?.childNodes ?? []));
  for (const link of menu.querySelectorAll("li a")) {
    if (link.getAttribute("hreflang") === root().lang) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const [heading, called] = [menu, translated].map((one) => one.querySelector("p"));
  heading?.replaceChildren(called?.textContent ?? "");
  translateSwitches(page);
}

function root(): HTMLElement {
  return document.documentElement;
}
