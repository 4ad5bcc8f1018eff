import { localise } from "../localise.ts";
import type { ShownRow } from "./rows.ts";

/** @throws Error if there is no such element */
export function one(part: ParentNode, selector: string): HTMLElement {
  const found = part.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the list has no ${selector}`);
  return found;
}

/** What of a list is shown. */
export interface Parts {
  matching: readonly ShownRow[];
  rows: readonly ShownRow[];
  page: number;
  pages: number;
}

/** @param total the number of rows of the list */
export function showCounts(list: HTMLElement, { matching, page, pages }: Parts, total: number): void {
  const counts = { shown: matching.length, total, page, pages };
  for (const [name, count] of Object.entries(counts)) one(list, `data.${name}`).setAttribute("value", String(count));
  localise(one(list, ".list-state"), Date.now());
  const turning = one(list, ".list-pages");
  localise(turning, Date.now());
  // The glossary has no table, and shows all terms at once.
  turning.hidden = pages === 1 || !list.querySelector("tbody");
  one(turning, "[name=previous]").setAttribute("aria-disabled", String(page === 1));
  one(turning, "[name=next]").setAttribute("aria-disabled", String(page === pages));
  one(list, ".list-none").hidden = matching.length > 0;
}

/** Says that a download failed, in place of the counts. */
export function tellFailed(list: HTMLElement): void {
  for (const message of one(list, ".list-state").children) (message as HTMLElement).hidden = !message.classList.contains("list-failed");
}
