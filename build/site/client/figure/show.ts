import { html } from "../../html.ts";
import { languageOf } from "../../i18n/languages.ts";
import { type Texts, translateFrom } from "../../i18n/translations.ts";
import { tryToReadJson } from "../page-data.ts";
import { figures, holderOf, put } from "./figures.ts";
import { SOURCES } from "./sources.ts";
import type { TranslateFigure } from "./take.ts";

/** Here, so that a page loads what it does with its figures in one file. */
export { offerCards } from "./marks.ts";

/** Offers each figure of the page to be taken away. What that needs is loaded when a reader opens the offer. */
export async function offerFigures(): Promise<void> {
  const { lang } = document.documentElement;
  if (figures().every((figure) => holderOf(figure).dataset["offered"] !== undefined)) return;
  const texts = await tryToReadJson<Texts>(`/assets/texts/figure/${lang}.json`);
  if (!texts || document.documentElement.lang !== lang) return;
  const t: TranslateFigure = translateFrom(texts, languageOf(lang).tag);
  for (const [at, figure] of figures().entries()) {
    const holder = holderOf(figure);
    if (holder.dataset["offered"] !== undefined) continue;
    holder.dataset["offered"] = "";
    const part = document.createElement("details");
    part.className = "take";
    part.innerHTML = html`<summary>${t("take")}</summary>`.markup;
    const fill = () => import("./take.ts").then((take) => take.fill(part, at, t)).catch(() => part.append(t("failed")));
    part.addEventListener("toggle", () => void fill(), { once: true });
    put(part, holder);
  }
}

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
