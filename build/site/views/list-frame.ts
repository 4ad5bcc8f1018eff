import type { RenderContext } from "../data/render-context.ts";
import { type Html, html } from "../html.ts";

/** A choice that narrows a list. */
interface Filter {
  /** A column of the list, and its name in the address of the page. */
  name: string;
  label: string;
  /** The value of an option that selects everything is empty. */
  options: readonly (readonly [value: string, text: Html | string])[];
}

export type ListKind = "countries" | "plates" | "glossary";

interface ListFrame {
  kind: ListKind;
  filters: readonly Filter[];
  /** The column by which the rows are sorted, with a minus sign if the order is descending; absent if they are not. */
  sort?: string;
  /** What stands above the filters, such as a map. */
  index?: Html | null;
  formats: readonly ("CSV" | "GeoJSON")[];
}

/**
 * A list with controls that filter, sort, page and download it (`client/lists/list.ts`). Without a script, the controls stay
 * hidden and the whole list is shown.
 *
 * @param rows the table or the definition list
 */
export function listFrame(frame: ListFrame, rows: Html, context: RenderContext): Html {
  const { kind, filters, sort, index, formats } = frame;
  const { t, translations } = context;
  const number = (name: string) => html`<data class="${name}" value="0"></data>`;
  const state = t.html("list_shown", { shown: number("shown"), total: number("total") });
  const page = t.html("list_page", { page: number("page"), pages: number("pages") });
  const search = html`<input type="search" name="q" maxlength="200" autocomplete="off">`;
  const downloads = formats.map((format) => html`<button type="button" name="${format}">${format}</button> `);
  return html`<div class="list-frame" data-list="${kind}"${sort === undefined ? null : html` data-sort="${sort}"`}>
<div class="list-index">${index}
<form class="list-filter" hidden><label><span>${t("list_search")}</span> ${search}</label>
${filters.map(select)}<button type="reset">${translations.area("tools")("reset")}</button></form></div>
<div class="list-rows"><p class="list-state" role="status" tabindex="-1" hidden><span class="list-count">${state}</span><span
class="list-failed" hidden>${translations.area("tools")("unread")}</span></p>
${rows}
<p class="list-none" hidden>${t("list_none")}</p>
<p class="list-pages" hidden><button type="button" name="previous"><span aria-hidden="true">‹</span> ${t("list_previous")}</button>
<span>${page}</span> <button type="button" name="next">${t("list_next")} <span aria-hidden="true">›</span></button></p>
<p class="list-download note" hidden>${t("list_download")} ${downloads}</p>
</div></div>`;
}

function select({ name, label, options }: Filter): Html {
  return html`<label><span>${label}</span> <select name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></label>
`;
}
