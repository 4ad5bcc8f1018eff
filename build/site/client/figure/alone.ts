import { html } from "../../html.ts";
import { figures, holderOf, put } from "./figures.ts";
import { SOURCES } from "./sources.ts";

/** The page of a figure in a frame: the first figure, or that of the number in the address, with a link to the page. */
export async function showAlone(): Promise<void> {
  const number = Number(new URLSearchParams(location.search).get("embed"));
  const figure = figures()[Math.max(0, number - 1)];
  if (!figure || isInOtherLanguage()) return;
  const holder = holderOf(figure);
  if (holder.dataset["alone"] !== undefined) return;
  holder.dataset["alone"] = "";
  if (document.getElementById("model")) await (await import("./translate.ts")).translateFigure(holder);
  document.documentElement.dataset["embed"] = "";
  const address = new URL(location.href);
  address.searchParams.delete("embed");
  const from = document.createElement("p");
  from.className = "note";
  from.innerHTML = html`<a href="${address.href}">${document.title}</a>. <bdi lang="en">${SOURCES}</bdi>`.markup;
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
