import { fold } from "../../../contract/wire/fold.ts";
import type { RecentQuake } from "../../data/elements.ts";
import type { PageModel } from "../../data/page.ts";
import { dataOfPage } from "../page-data.ts";
import type { Row, Value } from "./select.ts";

/** A row with the element that shows it. */
export interface ShownRow extends Row {
  element: () => HTMLElement;
}

/** The rows that the page contains. */
export function rowsOfPage(list: HTMLElement, columns: readonly string[]): ShownRow[] {
  if (list.dataset["list"] === "earthquakes") {
    const { week = [] } = (dataOfPage("model") as PageModel).content.body ?? {};
    return [...list.querySelectorAll<HTMLElement>("tbody tr")].flatMap((element, at) => {
      const quake = week[at];
      return quake ? [quakeRowOf(quake, () => element)] : [];
    });
  }
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

/** @param element shows the earthquake */
export function quakeRowOf(quake: RecentQuake, element: () => HTMLElement): ShownRow {
  const { id, magnitude, place, occurredAt, depthKm, latitude, longitude } = quake;
  return {
    element,
    text: fold(place),
    order: {},
    values: {
      event_id: id,
      magnitude,
      place_description: place,
      occurred_at: occurredAt,
      depth_km: depthKm,
      latitude,
      longitude,
    },
  };
}

/** The least magnitude of a filter; if it selects everything, the least that the API accepts, since magnitudes may be negative. */
export function leastOf(min = ""): number {
  return min === "" ? -10 : Number(min);
}
