import { numberElement } from "../format/numbers.ts";
import { html } from "../html.ts";
import { Counted } from "../i18n/translations.ts";
import { markupOf } from "./base.ts";
import { localise } from "./localise.ts";
import { textsOfPage } from "./page-data.ts";
import { detailsOf, type Found, find, isLongEnough, KIND_KEYS, MOST_EARTHQUAKES } from "./search.ts";

/** The page of search results: it requests the query of the address and groups the results by kind. */
const t = textsOfPage<"shell">();
const form = document.querySelector<HTMLFormElement>("#search");
const input = form?.querySelector("input");
const state = document.querySelector("#search-state");
const query = (new URLSearchParams(location.search).get("q") ?? "").trim();

if (form && input) {
  form.hidden = false;
  input.value = query;
  if (query === "") input.focus();
}
if (state && query !== "") {
  if (isLongEnough(query)) await show(state);
  else state.textContent = t("search_short");
}

async function show(status: Element): Promise<void> {
  try {
    const found = await find(query);
    const isCut = found.filter(({ kind }) => kind === "earthquakes").length === MOST_EARTHQUAKES;
    const count = new Counted(found.length, html`${numberElement(found.length)}${isCut ? "+" : null}`);
    status.innerHTML = (found.length === 0 ? html`${t("search_none", { query })}` : t.html("search_found", { query, count })).markup;
    const list = document.querySelector("#results");
    const headings = new Set(found.map(({ kind }) => KIND_KEYS[kind]));
    if (list) list.innerHTML = markupOf(html`${Array.from(headings, (heading) => section(heading, found))}`);
  } catch {
    status.textContent = t("search_failed");
  }
  localise(document, Date.now());
}

/** Lists of earthquakes stand before the earthquakes. */
function section(heading: (typeof KIND_KEYS)[Found["kind"]], all: readonly Found[]) {
  const found = all.filter(({ kind }) => KIND_KEYS[kind] === heading);
  const lists = found.filter(({ kind }) => kind === "lists");
  return html`<section class="${heading}"><h2>${t(heading)}</h2><ul>${[...new Set([...lists, ...found])].map(
    (one) => html`<li><a href="${one.href}">${one.content}</a>${one.date && html` <small>${detailsOf(one, t)}</small>`}</li>
`,
  )}</ul></section>`;
}
