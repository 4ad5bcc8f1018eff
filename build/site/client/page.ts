import { hrefIn, pageHref, SEARCH_PATH } from "../addresses.ts";
import { html } from "../html.ts";
import { type Language, languageItems, preferredLanguage } from "../i18n/languages.ts";
import { type Texts, translateFrom } from "../i18n/translations.ts";
import { markupOf, onHost, pathInTree } from "./base.ts";
import { answerWhereNeeded, watchCopyAge } from "./copy.ts";
import { localise, localiseAges } from "./localise.ts";
import { FIGURE_DRAWN, isInFrame, preference, savePreference, tryToReadJson } from "./page-data.ts";
import { startSwitches } from "./switches.ts";

const SCROLLERS = ".scroll, section:has(> table)";

/**
 * Makes elements that scroll horizontally reachable by keyboard, with an accessible name. An element that does not need to
 * scroll is not a tab stop.
 */
function watchScrolling(): void {
  lookAtAll();
  window.addEventListener("resize", lookAtAll);
  // A data page is rendered again in the reader's language, and tools write their tables later.
  let seen = main();
  const observer = new MutationObserver(lookAtAll);
  const observe = (part: Element | null) => part && observer.observe(part, { childList: true, subtree: true });
  observe(seen);
  new MutationObserver(() => {
    if (main() === seen) return;
    seen = main();
    observe(seen);
    lookAtAll();
  }).observe(document.body, { childList: true });
}

function main(): Element | null {
  return document.querySelector("main");
}

let waiting = false;

/** Runs at most once per animation frame, however many changes there are. */
function lookAtAll(): void {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    for (const part of document.querySelectorAll<HTMLElement>(SCROLLERS)) lookAt(part);
  });
}

function lookAt(part: HTMLElement): void {
  const isWide = part.scrollWidth > part.clientWidth;
  if (isWide && !part.hasAttribute("tabindex")) {
    const label = labelOf(part);
    part.tabIndex = 0;
    part.dataset["wide"] = "";
    if (label !== "") {
      // Not a landmark: a page has several under one heading.
      part.setAttribute("role", "group");
      part.setAttribute("aria-label", label);
    }
  } else if (!isWide && part.dataset["wide"] !== undefined) {
    for (const name of ["tabindex", "role", "aria-label", "data-wide"]) part.removeAttribute(name);
  }
}

/** The text of the heading above an element. */
function labelOf(part: HTMLElement): string {
  const heading = part.querySelector("h2, h3") ?? part.closest("section")?.querySelector("h2, h3");
  return (heading ?? document.querySelector("h1"))?.textContent?.trim() ?? "";
}

/** Tasks of every page: localised numbers and times, the switches, the saved language, and the copy in this browser. */
const AGES_EVERY_MS = 30_000;
const EXAMPLE_HOST = "http://localhost:8080";

localise(document, Date.now());
setInterval(() => localiseAges(document, Date.now()), AGES_EVERY_MS);

watchScrolling();

// Prebuilt examples use the address of a tree on the reader's own machine.
for (const code of document.querySelectorAll("main code")) {
  const text = code.textContent ?? "";
  if (text.includes(EXAMPLE_HOST)) code.textContent = text.replaceAll(EXAMPLE_HOST, location.origin + onHost("/").slice(0, -1));
}

startSwitches();

const unfilled = document.querySelector(".languages ul:empty");
if (unfilled) {
  unfilled.innerHTML = html`${languageItems((tag) => `?lang=${tag}`, document.documentElement.lang)}`.markup;
  unfilled.closest("details")?.removeAttribute("hidden");
}

for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
  link.addEventListener("click", () => savePreference("language", link.hreflang));
}

// The search script is loaded when the search box gets the focus. The listener is on the document, because the form is
// replaced when a page is rendered in another language.
document.addEventListener("focusin", ({ target }) => {
  const input = (target as Element).closest<HTMLInputElement>("form.search input");
  // If the script cannot be loaded, the form still leads to the page of results.
  if (input) import("./search.ts").then(({ suggest }) => suggest(input)).catch(() => {});
});

const menu = document.querySelector<HTMLDetailsElement>(".languages");
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu?.open) return;
  if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  menu.open = false;
});
document.addEventListener("click", ({ target }) => {
  if (menu?.open && !menu.contains(target as Node)) menu.open = false;
});

// Again after a page of data is rendered in another language. A figure in a frame waits for its script, other pages have more to do.
const isFrame = isInFrame();
const offer = async () => {
  if (!document.querySelector("main :is(figure, .figure) svg")) return;
  const { offerCards, offerFigures, showAlone } = await import("./figure/show.ts");
  offerCards();
  await (isFrame ? showAlone() : offerFigures());
};
const whenIdle = isFrame ? setTimeout : (window.requestIdleCallback ?? setTimeout);
const offerIdly = () => whenIdle(() => void offer().catch(() => {}));
if (isFrame || document.readyState === "complete") offerIdly();
else window.addEventListener("load", offerIdly, { once: true });
new MutationObserver(offerIdly).observe(document.body, { childList: true });
document.addEventListener(FIGURE_DRAWN, offerIdly);

// A frame has neither notes nor queries.
if (!isFrame) {
  void noteLanguage();
  watchCopyAge();
  void answerWhereNeeded();
}

/**
 * Offers a reader who prefers another language the page in it, or states that the page is in English only. The reader is never
 * moved without asking. A reader who closes the note does not see it again.
 */
async function noteLanguage(): Promise<void> {
  const { lang } = document.documentElement;
  const named = new URLSearchParams(location.search).get("lang") ?? undefined;
  // A page that has other languages is in the one that its address names.
  if (named !== undefined && document.querySelector(".languages ul")) return;
  const chosen = named ?? preference("language");
  const preferred = preferredLanguage(chosen, navigator.languages);
  if (!preferred || preferred.tag === lang) return;
  const link = document.querySelector<HTMLAnchorElement>(`.languages a[hreflang="${preferred.tag}"]`);
  const isRendered = link?.getAttribute("href")?.startsWith("?") === true && chosen !== undefined;
  const isClosed = !link && preference("english-only") !== undefined;
  if (isRendered || (isClosed && chosen === undefined)) return;
  const texts = await tryToReadJson<Texts>(`/assets/texts/shell/${preferred.tag}.json`);
  if (!texts) return;
  if (!link && chosen !== undefined) keepLanguage(preferred, texts);
  if (!isClosed) show(preferred, texts, link, lang);
}

/** A page in English leads a reader who has chosen another language back to it, and its navigation is in that language. */
function keepLanguage({ tag, dir }: Language, texts: Texts): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="."]')) {
    const path = pathInTree(link.pathname).slice(1);
    if (!/\/$|^$/.test(path) || /^(api|fdsnws|s)\//.test(path) || link.search !== "") continue;
    const name = texts[path === "docs/" ? "documentation" : path.slice(0, -1)];
    if (name !== undefined && link.closest("header.site nav")) Object.assign(link, { textContent: name, lang: tag, dir });
    link.href = onHost(hrefIn(tag, path)) + link.hash;
  }
  const search = document.querySelector<HTMLFormElement>("form.search");
  search?.setAttribute("action", onHost(pageHref(tag, SEARCH_PATH)));
}

function show({ tag, dir }: Language, texts: Texts, link: HTMLAnchorElement | null, lang: string): void {
  const t = translateFrom<"also_in" | "english_only" | "start" | "close" | "language">(texts, tag);
  const note = document.createElement("aside");
  Object.assign(note, { id: "language-note", lang: tag, dir });
  note.setAttribute("aria-label", t("language"));
  const text = link
    ? html`<a href="${link.href}" hreflang="${tag}">${t("also_in")}</a>`
    : html`<span>${t("english_only")} <a href="${pageHref(tag, "")}" hreflang="${tag}">${t("start")}</a></span>`;
  note.innerHTML = markupOf(html`${text} <button type="button" aria-label="${t("close")}">✕</button>`);
  note.querySelector("a")?.addEventListener("click", () => savePreference("language", tag));
  note.querySelector("button")?.addEventListener("click", () => {
    if (link) savePreference("language", lang);
    else savePreference("english-only", "1");
    note.remove();
  });
  document.querySelector("header.site")?.after(note);
}
