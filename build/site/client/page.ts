import { html } from "../html.ts";
import { languageItems } from "../layout.ts";
import { watchCopyAge } from "./copy-age.ts";
import { keepCopyWhereNeeded } from "./copy-where-needed.ts";
import { localise } from "./localise.ts";
import { preference, savePreference } from "./preferences.ts";
import { watchScrolling } from "./scrolling.ts";

/**
 * What every page does: numbers and times in the reader's way, the theme, the language remembered, and the copy in this
 * browser.
 */
const AGES_EVERY_MS = 30_000;
const THEMES = ["auto", "light", "dark"] as const;

localise(document, Date.now());
setInterval(() => localise(document, Date.now()), AGES_EVERY_MS);

watchScrolling();

const button = document.querySelector<HTMLButtonElement>("button.theme");
if (button) {
  button.hidden = false;
  showTheme(button);
  button.addEventListener("click", () => nextTheme(button));
}

const unfilled = document.querySelector(".languages ul:empty");
if (unfilled) {
  unfilled.innerHTML = html`${languageItems((tag) => `?lang=${tag}`, document.documentElement.lang)}`.markup;
  unfilled.closest("details")?.removeAttribute("hidden");
}

for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
  link.addEventListener("click", () => savePreference("language", link.hreflang));
}

const menu = document.querySelector<HTMLDetailsElement>(".languages");
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && menu?.open) menu.open = false;
});
document.addEventListener("click", ({ target }) => {
  if (menu?.open && !menu.contains(target as Node)) menu.open = false;
});

watchCopyAge();
// The start page does that itself, and says how it goes.
if (!document.getElementById("offline")) void keepCopyWhereNeeded();

function theme(): (typeof THEMES)[number] {
  return THEMES.find((one) => one === preference("theme")) ?? "auto";
}

function nextTheme(of: HTMLButtonElement): void {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? "auto";
  savePreference("theme", next === "auto" ? undefined : next);
  if (next === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  showTheme(of);
}

function showTheme(of: HTMLButtonElement): void {
  const label = of.querySelector(".label")?.textContent ?? "";
  of.setAttribute("aria-label", `${label}: ${of.dataset[theme()] ?? ""}`);
  of.title = of.getAttribute("aria-label") ?? "";
}
