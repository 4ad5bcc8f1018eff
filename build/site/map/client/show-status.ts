import { localise } from "../../client/localise.ts";
import { html } from "../../html.ts";
import type { MapSay } from "../card.ts";

/** How the last attempt to read the data went. */
export interface Reading {
  /** Ms since 1970 UTC; undefined before the first answer. */
  asOf: number | undefined;
  /** Why the last attempt failed. */
  failure: string | undefined;
  online: boolean;
  /** From which age on the data count as old, s. */
  staleAfter: number | undefined;
}

/** What is wrong with the data, the worst only; undefined where nothing is. @param now ms since 1970 UTC */
function troubleOf({ asOf, failure, online, staleAfter }: Reading, now: number, t: MapSay): string | undefined {
  if (!online) return t("offline");
  if (failure !== undefined) return t("failed", { reason: failure });
  if (asOf !== undefined && staleAfter !== undefined && now - asOf > staleAfter * 1000) return t("stale");
  return undefined;
}

/** Says as of when the data are, and what is wrong with them. */
export function showStatus(reading: Reading, places: { asOf: HTMLElement; trouble: HTMLElement }, t: MapSay): void {
  const now = Date.now();
  if (reading.asOf !== undefined) {
    const iso = new Date(reading.asOf).toISOString();
    const time = html`<time datetime="${iso}"></time>`;
    const age = html`<time data-age datetime="${iso}"></time>`;
    places.asOf.innerHTML = t.html("as_of", { time, age }).markup;
    localise(places.asOf, now);
  }
  const trouble = troubleOf(reading, now, t);
  places.trouble.hidden = trouble === undefined;
  // Written only when it changes: a screen reader says it each time.
  if (places.trouble.textContent !== (trouble ?? "")) places.trouble.textContent = trouble ?? "";
}
