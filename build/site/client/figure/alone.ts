import { html } from "../../html.ts";
import { SOURCES } from "./citation.ts";

/** What can be taken away: maps and charts, but not small drawings such as a field of a form. */
const FIGURES = "main :is(figure, .figure) svg:is(.map, .world, .chart)";

export function figures(): SVGSVGElement[] {
  return [...document.querySelectorAll<SVGSVGElement>(FIGURES)];
}

/** The part of the page that holds a figure and stays when a tool draws the figure again. */
export function holderOf(figure: Element): HTMLElement {
  return figure.closest("figure, .figure") as HTMLElement;
}

/** A tool draws into its holder again, so that what belongs to the figure is after it. */
export function put(part: Element, holder: Element): void {
  if (holder.localName === "figure") holder.append(part);
  else holder.after(part);
}

export { offerCards } from "./marks.ts";

/** The page of a figure in a frame: the first figure, or that of the number in the address, with a link to the page. */
export function showAlone(): void {
  const number = Number(new URLSearchParams(location.search).get("embed"));
  const figure = figures()[Math.max(0, number - 1)];
  if (!figure || isInOtherLanguage()) return;
  const holder = holderOf(figure);
  if (holder.dataset["alone"] !== undefined) return;
  document.documentElement.dataset["embed"] = "";
  holder.dataset["alone"] = "";
  const address = new URL(location.href);
  address.searchParams.delete("embed");
  const from = document.createElement("p");
  from.className = "note";
  from.innerHTML = html`<a href="${address.href}">${document.title}</a>. ${SOURCES}`.markup;
  put(from, holder);
  for (const link of document.querySelectorAll("main a")) link.setAttribute("target", "_blank");
}

/** Goes to the page in the language that the address of the frame names, if that page has an address of its own. */
function isInOtherLanguage(): boolean {
  const address = new URL(location.href);
  const tag = address.searchParams.get("lang");
  if (tag === null || tag === document.documentElement.lang) return false;
  // A language that is shown at this address has a link with a query only.
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.languages a:not([href^="?"])')];
  const other = links.find(({ hreflang }) => hreflang === tag);
  if (!other) return false;
  address.searchParams.delete("lang");
  address.pathname = other.pathname;
  location.replace(address);
  return true;
}
