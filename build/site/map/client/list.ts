import { markIcon } from "../../charts/scale.ts";
import { markupOf } from "../../client/base.ts";
import type { ListedEarthquake } from "../../earthquakes/table.ts";
import { titleIn, titleText } from "../../format/place-text.ts";
import { type Html, html } from "../../html.ts";
import type { TranslateMap } from "./card.ts";
import type { Formatter } from "./formatter.ts";

/** Number of rows that are written at first and added by each press of the button. Thousands of rows would take seconds. */
const ROWS = 100;

/** The first earthquakes of a list, and how many it has. */
export interface Listing {
  rows: readonly ListedEarthquake[];
  count: number;
}

export type List = ReturnType<typeof createList>;

interface ListElements {
  /** Hidden until there is something to show. */
  list: HTMLElement;
  rows: HTMLElement;
  more: HTMLButtonElement;
  none: HTMLElement;
}

/** @param moreText label of the button that shows more rows; @param moreWanted shows the list with more rows */
export function createList({ list, rows, more, none }: ListElements, moreText: (count: number) => string, moreWanted: () => void) {
  let most = ROWS;
  more.addEventListener("click", () => {
    const before = most;
    most += 5 * ROWS;
    moreWanted();
    rows.children[before]?.querySelector<HTMLElement>("button, a")?.focus();
  });
  return {
    /** The number of rows that are shown. */
    most: () => most,
    /** Writes the list again and keeps the keyboard focus. @param rowOf the row of an earthquake */
    show(found: Listing, rowOf: (one: ListedEarthquake) => Html) {
      list.hidden = false;
      const focused = rows.contains(document.activeElement) ? document.activeElement : null;
      const id = focused?.closest("tr")?.dataset["id"];
      rows.innerHTML = markupOf(html`${found.rows.slice(0, most).map(rowOf)}`);
      if (id !== undefined) rows.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"] ${focused?.localName}`)?.focus();
      const left = found.count - most;
      more.hidden = left <= 0;
      more.textContent = moreText(Math.max(0, left));
      none.hidden = found.count > 0;
    },
    /** Marks the row of the selected earthquake and scrolls it into view. */
    mark(id: string | null) {
      for (const row of rows.querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current");
      if (id === null) return;
      const row = rows.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
      row?.setAttribute("aria-current", "true");
      if (row) bringIntoView(row);
    },
  };
}

/** Scrolls only the list, and not the page. */
function bringIntoView(row: Element): void {
  const scroller = row.closest(".scroll");
  if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return;
  const [own, around] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (own.top < around.top + own.height) scroller.scrollBy(0, own.top - around.top - 2 * own.height);
  else if (own.bottom > around.bottom) scroller.scrollBy(0, own.bottom - around.bottom + own.height);
}

export function listRow(
  one: ListedEarthquake,
  { isNew, isSelected }: { isNew: boolean; isSelected: boolean },
  t: TranslateMap,
  written: Formatter,
): Html {
  const magnitude = written.magnitude(one.magnitude);
  const label = t("show_on_map", { magnitude, place: titleText(one, written.places) });
  const fresh = isNew ? html` <mark>${t("new")}</mark>` : null;
  return html`<tr role="row" data-id="${one.id}"${isSelected ? html` aria-current="true"` : null}><td role="cell" class="magnitude"><button
type="button" class="pick" data-id="${one.id}" aria-label="${label}">${markIcon(one)}${magnitude}</button></td>
<td role="cell" class="where"><a href="${written.eventHref(one)}">${titleIn(one, written.places)}</a>${fresh}</td>
<td role="cell" class="when">${written.whenInList(one)}</td><td role="cell" class="deep">${written.depth(one.depthKm)}</td></tr>
`;
}
