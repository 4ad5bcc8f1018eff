import type { Language } from "../../i18n/languages.ts";

/** Parts of a page that are replaced as they are; what has scripts listening to it stays and changes its words. */
const REPLACED = ["a.skip", "header.site nav", "main", "footer.site"] as const;

/** Puts a page that was written in a language into the place of the one that is shown. */
export function showIn({ tag, dir }: Language, page: Document): void {
  const { documentElement: root } = document;
  root.lang = tag;
  root.dir = dir;
  document.title = page.title;
  for (const selector of REPLACED) {
    const [old, next] = [document.querySelector(selector), page.querySelector(selector)];
    if (old && next) old.replaceWith(document.adoptNode(next));
  }
  showSwitches(page);
  // The anchor of the address was there before the text was.
  if (location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function showSwitches(page: Document): void {
  const [old, next] = [document, page].map((one) => one.querySelector<HTMLButtonElement>("button.theme"));
  if (old && next) {
    Object.assign(old.dataset, { ...next.dataset });
    showLabel(old, next);
    const theme = root().dataset["theme"] ?? "auto";
    old.title = `${next.querySelector(".label")?.textContent ?? ""}: ${next.dataset[theme] ?? ""}`;
    old.setAttribute("aria-label", old.title);
  }
  const [menu, translated] = [document, page].map((one) => one.querySelector(".languages"));
  if (!menu || !translated) return;
  menu.querySelector("summary")?.replaceChildren(...(translated.querySelector("summary")?.childNodes ?? []));
  for (const link of menu.querySelectorAll("li a")) {
    if (link.getAttribute("hreflang") === root().lang) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function showLabel(old: Element, next: Element): void {
  const label = old.querySelector(".label");
  if (label) label.textContent = next.querySelector(".label")?.textContent ?? "";
}

function root(): HTMLElement {
  return document.documentElement;
}
