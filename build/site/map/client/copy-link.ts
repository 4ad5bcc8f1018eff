import type { MapSay } from "./translations.ts";

/** Copies the address of what is seen; where a browser does not allow that, it is shown to be copied by hand. */
export async function copyLink(told: HTMLElement, say: MapSay): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    told.textContent = say("link_copied");
  } catch {
    told.textContent = location.href;
  }
}
