import { html } from "../html.ts";
import { languageItems } from "../language-items.ts";
import { answerWhereNeeded, watchCopyAge } from "./copy.ts";
import { noteLanguage } from "./language-note.ts";
import { localise, localiseAges } from "./localise.ts";
import { savePreference } from "./page-data.ts";
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
      part.setAttribute("role", "region");
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
for (const code of document.querySelectorAll("pre code")) {
  const text = code.textContent ?? "";
  if (text.includes(EXAMPLE_HOST)) code.textContent = text.replaceAll(EXAMPLE_HOST, location.origin);
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
  if (key === "Escape" && menu?.open) menu.open = false;
});
document.addEventListener("click", ({ target }) => {
  if (menu?.open && !menu.contains(target as Node)) menu.open = false;
});

void noteLanguage();
watchCopyAge();
void answerWhereNeeded();
