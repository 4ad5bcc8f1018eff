import type { FoundPlace } from "./places.ts";

/**
 * Suggests countries and towns in a search box. The script that does so is loaded when the box gets the focus.
 *
 * @param none the message if nothing is found
 */
export function suggestPlaces(input: HTMLInputElement, none: string, chosen: (place: FoundPlace) => void): void {
  input.addEventListener("focus", () => {
    // Offline, without a copy, a reader can still enter a position. The next focus tries again.
    import("./places.ts").then(({ offerSuggestions }) => offerSuggestions(input, none, chosen)).catch(() => {});
  });
}
