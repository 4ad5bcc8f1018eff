import { localise } from "../localise.ts";
import type { FoundRows } from "./requested-rows.ts";
import { leastOf, type ShownRow } from "./rows.ts";
import type { Choice } from "./select.ts";

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

/** @param found what was read; undefined if that failed */
export function showCounts(list: HTMLElement, { matching, page, pages }: Parts, found: FoundRows | undefined): void {
  const counts = { shown: matching.length, total: found?.rows.length ?? 0, page, pages };
  for (const [name, count] of Object.entries(counts)) one(list, `data.${name}`).setAttribute("value", String(count));
  localise(one(list, ".list-state"), Date.now());
  const turning = one(list, ".list-pages");
  localise(turning, Date.now());
  // The glossary has no table, and shows all terms at once.
  turning.hidden = pages === 1 || !list.querySelector("tbody");
  one(turning, "[name=previous]").setAttribute("aria-disabled", String(page === 1));
  one(turning, "[name=next]").setAttribute("aria-disabled", String(page === pages));
  one(list, ".list-none").hidden = !found || found.absent !== undefined || matching.length > 0;
  for (const empty of list.querySelectorAll<HTMLElement>(".list-empty")) empty.hidden = true;
}

/** Shows only these of the messages about the list. */
export function tell(list: HTMLElement, ...names: readonly string[]): void {
  for (const message of one(list, ".list-state").children)
    (message as HTMLElement).hidden = !names.some((name) => message.classList.contains(name));
  list.setAttribute("aria-busy", String(names.includes("list-loading")));
}

/** Says how many rows there are, or why there are none. */
export function tellFound(list: HTMLElement, found: FoundRows | undefined, { filters }: Choice): void {
  if (!found) return tell(list, "list-failed");
  const { since, absent, coveredFrom } = found;
  if (since === undefined && !absent) {
    if (coveredFrom) one(list, ".list-covered bdi").textContent = coveredFrom.slice(0, 10);
    return tell(list, "list-count", ...(coveredFrom ? ["list-covered"] : []));
  }
  if (since !== undefined) one(list, ".list-since time").setAttribute("datetime", new Date(since).toISOString());
  one(list, ".list-incomplete data").setAttribute("value", String(leastOf(filters["min"])));
  localise(one(list, ".list-state"), Date.now());
  tell(list, ...(absent ? [`list-${absent}`] : ["list-count", "list-since"]));
}
