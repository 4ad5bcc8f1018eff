import type { Places } from "../shards/places.ts";
import { matchTexts, NO_MATCH, WHOLE_WORDS } from "./match-text.ts";

/** A search finds so many of each kind at the most. */
export const MAXIMUM_FOUND = 50;

const CLASSES = 3;

/**
 * The rows of the events whose place name holds every term, at most 50: whole-word matches first, then by class (major,
 * significant, other), then newest first.
 *
 * @param terms words of a folded query; without any nothing is found
 */
export function searchEvents(places: Places, terms: readonly string[]): number[] {
  const matches = matchTexts(places.names, terms);
  if (!matches.some((match) => match !== NO_MATCH)) return [];
  const ranks: number[][] = Array.from({ length: 2 * CLASSES }, () => []);
  const best = ranks[0] as number[];
  for (let row = 0; row < places.rows && best.length < MAXIMUM_FOUND; row++) {
    const match = matches[places.name[row] as number] as number;
    if (match === NO_MATCH) continue;
    const rank = (match === WHOLE_WORDS ? 0 : CLASSES) + (places.cls[row] as number);
    const found = ranks[rank] as number[];
    if (found.length < MAXIMUM_FOUND) found.push(row);
  }
  return ranks.flat().slice(0, MAXIMUM_FOUND);
}
