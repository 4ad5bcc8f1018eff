import { html } from "../../html.ts";
import { listRow, type RowStyle } from "../list-rows.ts";
import type { Quake } from "../quake.ts";

/** Number of rows that are written at first and added by each press of the button. Thousands of rows would take seconds. */
const ROWS = 100;

export interface List {
  /** Writes the list again and keeps the keyboard focus. */
  show: (quakes: readonly Quake[], style: RowStyle) => void;
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

/** @param moreText label of the button that shows more rows */
export function createList({ list, rows, more, none }: ListElements, moreText: (count: number) => string): List {
  let most = ROWS;
  let last: { quakes: readonly Quake[]; style: RowStyle } | undefined;

  function write(): void {
    if (!last) return;
    const { quakes, style } = last;
    const focused = document.activeElement instanceof HTMLElement && rows.contains(document.activeElement);
    const id = focused ? document.activeElement?.closest("tr")?.dataset["id"] : undefined;
    const tag = document.activeElement?.tagName.toLowerCase();
    rows.innerHTML = html`${quakes.slice(0, most).map((quake) => listRow(quake, style))}`.markup;
    if (id !== undefined) rows.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"] ${tag}`)?.focus();
    const left = quakes.length - most;
    more.hidden = left <= 0;
    more.textContent = moreText(Math.max(0, left));
    none.hidden = quakes.length > 0;
  }

  more.addEventListener("click", () => {
    const before = most;
    most += 5 * ROWS;
    write();
    rows.children[before]?.querySelector<HTMLElement>("button, a")?.focus();
  });

  return {
    show(quakes, style) {
      last = { quakes, style };
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
