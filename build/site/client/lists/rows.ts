import { fold } from "../../../contract/wire/fold.ts";
import type { Row, Value } from "./select.ts";

/** A row with the element that shows it. */
export interface ShownRow extends Row {
  element: () => HTMLElement;
}

/** The rows that the page contains. */
export function rowsOfPage(list: HTMLElement, columns: readonly string[]): ShownRow[] {
  return [...list.querySelectorAll<HTMLElement>("tbody tr, dl > div")].map((element) => {
    const cells = [...element.children].map((cell, at) => {
      return [(cell as HTMLElement).dataset["column"] ?? columns[at] ?? "", cell as HTMLElement] as const;
    });
    const orders = cells.filter(([, cell]) => cell.dataset["order"] !== undefined);
    return {
      element: () => element,
      text: fold(element.textContent ?? ""),
      values: {
        ...(element.dataset as Record<string, string>),
        ...Object.fromEntries(cells.map(([name, cell]) => [name, valueOf(cell)])),
      },
      order: Object.fromEntries(orders.map(([name, cell]) => [name, Number(cell.dataset["order"])])),
    };
  });
}

/** The value of a cell without the format of the reader's language; null if the cell has none. */
function valueOf(cell: HTMLElement): Value {
  const amount = cell.querySelector("data");
  if (amount) return Number(amount.value);
  const text = cell.dataset["value"] ?? cell.textContent?.trim() ?? "";
  return text === "–" ? null : text;
}
