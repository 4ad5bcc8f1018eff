import { markupOf } from "../../client/base.ts";
import type { ListedEarthquake } from "../../earthquakes/table.ts";
import { html } from "../../html.ts";
import { listRow, type RowStyle } from "../list-rows.ts";

/** Number of rows that are written at first and added by each press of the button. Thousands of rows would take seconds. */
const ROWS = 100;

/** The first earthquakes of a list, and how many it has. */
export interface Listing {
  rows: readonly ListedEarthquake[];
  count: number;
}

export interface List {
  /** The number of rows that are shown. */
  most: () => number;
  /** Writes the list again and keeps the keyboard focus. */
  show: (found: Listing, style: RowStyle) => void;
  /** Marks the row of the selected earthquake and scrolls it into view. */
  mark: (id: string | null) => void;
}

export interface ListElements {
  /** Hidden until there is something to show. */
  list: HTMLElement;
  rows: HTMLElement;
  more: HTMLButtonElement;
  none: HTMLElement;
}

/** @param moreText label of the button that shows more rows; @param moreWanted shows the list with more rows */
export function createList({ list, rows, more, none }: ListElements, moreText: (count: number) => string, moreWanted: () => void): List {
  let most = ROWS;
  let last: { found: Listing; style: RowStyle } | undefined;

  function write(): void {
    if (!last) return;
    const { found, style } = last;
    const focused = document.activeElement instanceof HTMLElement && rows.contains(document.activeElement);
    const id = focused ? document.activeElement?.closest("tr")?.dataset["id"] : undefined;
    const tag = document.activeElement?.tagName.toLowerCase();
    rows.innerHTML = markupOf(html`${found.rows.slice(0, most).map((quake) => listRow(quake, style))}`);
    if (id !== undefined) rows.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"] ${tag}`)?.focus();
    const left = found.count - most;
    more.hidden = left <= 0;
    more.textContent = moreText(Math.max(0, left));
    none.hidden = found.count > 0;
  }

  more.addEventListener("click", () => {
    const before = most;
    most += 5 * ROWS;
    moreWanted();
    rows.children[before]?.querySelector<HTMLElement>("button, a")?.focus();
  });

  return {
    most: () => most,
    show(found, style) {
      last = { found, style };
      list.hidden = false;
      write();
    },
    mark(id) {
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
