import { type Html, html } from "../../html.ts";
import { type AreaTexts, DEFAULT_NAME, type Translate } from "../../i18n/translations.ts";
import { pathInTree } from "../base.ts";
import { save } from "../lists/download.ts";
import { readBrand } from "../page-data.ts";
import { numbersOf } from "./built-numbers.ts";
import { citations } from "./citation.ts";
import { figures, holderOf } from "./figures.ts";
import { csv } from "./numbers.ts";
import { pictureOf, pngOf } from "./picture.ts";
import { SOURCES } from "./sources.ts";

/** What the heading of a figure says that it shows, after the title of the page; the title alone for one without. */
function titlesOf(figure: Element | undefined): { page: string; whole: string; short: string } {
  const page = titleOfPage();
  const short = figure && holderOf(figure).querySelector("h2")?.textContent;
  return short ? { page, short, whole: `${page}: ${short}` } : { page, short: page, whole: page };
}

function titleOfPage(): string {
  const name = readBrand()?.name ?? DEFAULT_NAME;
  return document.title.endsWith(` · ${name}`) ? document.title.slice(0, -name.length - 3) : document.title;
}

/** The address of the figure alone, in the language of the page. */
function frameAddress(at: number): string {
  const { lang } = document.documentElement;
  const address = new URL(location.href);
  // A list and some tools have their values there.
  if (!address.hash.includes("=")) address.hash = "";
  address.searchParams.set("embed", String(at + 1));
  if (lang !== "en" && !pathInTree(address.pathname).startsWith(`/${lang}/`)) address.searchParams.set("lang", lang);
  return address.href;
}

export type TranslateFigure = Translate<keyof AreaTexts["figure"]>;

/** Fills the part of a page in which a figure is taken away. @param at number of the figure on the page, from 0 */
export function fill(part: HTMLElement, at: number, t: TranslateFigure): void {
  const figure = figures()[at];
  const { whole: title } = titlesOf(figure);
  const url = location.href.split("#")[0] ?? "";
  const forms = Object.entries(citations({ title, url, accessed: new Date().toISOString().slice(0, 10) }));
  const size = html`width="100%" height="520" loading="lazy" style="border:0"`;
  const frame = html`<iframe src="${frameAddress(at)}" title="${title}" ${size}></iframe>`;
  const numbers = figure && numbersOf(holderOf(figure)) ? html`<button type="button" name="csv">${t("numbers")}</button> ` : null;
  const copied = (name: string, text: string): Html => html`<p>${name} <button type="button" name="copy">${t("copy")}</button></p>
<pre tabindex="0" dir="ltr"><code>${text}</code></pre>`;
  part.insertAdjacentHTML(
    "beforeend",
    html`<div><p>${t("download")} <button type="button" name="svg">SVG</button> <button type="button" name="png">PNG</button>
${numbers}<span role="status"></span></p>
${copied(t("embed"), frame.markup)}${forms.map(([name, text]) => copied(`${t("cite")}: ${name}`, text))}</div>`.markup,
  );
  const status = part.querySelector('[role="status"]');
  part.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest("button");
    const figure = figures()[at];
    if (!button || !figure) return;
    const done = button.name === "copy" ? copy(button, t) : download(button.name, figure);
    done.catch(() => status?.replaceChildren(t("failed")));
  });
}

async function copy(button: HTMLButtonElement, t: TranslateFigure): Promise<void> {
  await navigator.clipboard.writeText(button.closest("p")?.nextElementSibling?.textContent ?? "");
  button.textContent = t("copied");
}

/** @throws Error if a file that the figure needs cannot be read */
async function download(form: string, figure: SVGSVGElement): Promise<void> {
  const name = `quaketree-${location.pathname.split("/").filter(Boolean).at(-1) ?? "map"}`;
  if (form === "csv") {
    const read = numbersOf(holderOf(figure));
    if (!read) throw new Error("the figure has no numbers now");
    return save(new Blob([csv(await read())], { type: "text/csv" }), `${name}.csv`);
  }
  const date = new Date().toISOString().slice(0, 10);
  const label = figure.getAttribute("aria-label") ?? document.querySelector("meta[name=description]")?.getAttribute("content") ?? "";
  const { page, short: title } = titlesOf(figure);
  const about = title === page ? label : `${page}. ${label}`;
  const svg = await pictureOf(figure, { title, notes: [about, `${location.href.split("#")[0]} · ${date}`, SOURCES] });
  save(form === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg), `${name}.${form}`);
}
