import { memoizeByKey } from "../contract/wire/memoize.ts";
import { groupBy } from "../shards/groups.ts";
import { CLASSES, type Places } from "../shards/places.ts";
import { type Matches, matchWords, SOMEWHERE, WHOLE_WORDS } from "./match-words.ts";

/** Maximum results of each kind. */
export const MAXIMUM_FOUND = 50;

/** The rows by class, newest first within a class; the name of each row; and the rows of each name. */
const ranking = memoizeByKey(({ cls, name, names }: Places) => {
  const rows = groupBy(cls, CLASSES).members;
  const nameOf = rows.map((row) => name[row] as number);
  return { rows, nameOf, byName: groupBy(nameOf, names.texts) };
});

/**
 * The rows of events whose place name contains every term, at most 50: whole-word matches first, then by class (major,
 * significant, other), then newest first.
 *
 * @param terms words of a folded query
 */
export function searchEvents(places: Places, terms: readonly string[]): number[] {
  const matches = matchWords(places.names, terms);
  const best = bestOf(places, matches, WHOLE_WORDS, MAXIMUM_FOUND);
  if (best.length === MAXIMUM_FOUND) return best;
  return [...best, ...bestOf(places, matches, SOMEWHERE, MAXIMUM_FOUND - best.length)];
}

/**
 * The best rows among names with the same quality of match. If there are many matches, a scan of all rows, best first, soon finds
 * enough of them. If there are few, collecting and sorting them is faster. Collecting takes about 25 ns for each match, scanning 1
 * ns for each row, and on average there is a match every rows/matches rows.
 */
function bestOf(places: Places, { found, match }: Matches, wanted: number, limit: number): number[] {
  const { rows, nameOf, byName } = ranking(places);
  const { first, members } = byName;
  let matches = 0;
  for (const name of found) {
    if (match[name] === wanted) matches += (first[name + 1] as number) - (first[name] as number);
  }
  const best: number[] = [];
  if (matches * matches < 2 * rows.length) {
    const positions = new Uint32Array(matches);
    let at = 0;
    for (const name of found) {
      if (match[name] !== wanted) continue;
      const own = members.subarray(first[name], first[name + 1]);
      positions.set(own, at);
      at += own.length;
    }
    for (const position of positions.toSorted().subarray(0, limit)) best.push(rows[position] as number);
    return best;
  }
  for (let position = 0; position < rows.length && best.length < limit; position++) {
    if (match[nameOf[position] as number] === wanted) best.push(rows[position] as number);
  }
  return best;
}
