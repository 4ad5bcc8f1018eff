/**
 * Suggests the known name that was most probably intended; undefined if none is similar. A name that begins with the given text, or
 * with which the given text begins, is preferred. Otherwise the name with the smallest edit distance is chosen. Case is ignored.
 * The distance is at most 2 and less than half of the name; otherwise `XX` would be similar to every country code.
 */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const text = given.toLowerCase();
  if (text === "" || text.length > 64) return undefined;
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const distance = mistakes(text, name.toLowerCase());
    if (distance < fewest) {
      best = name;
      fewest = distance;
    }
  }
  return best;
}

/** Edit distance, or infinity if the names are not similar. A prefix counts as 0.5. */
function mistakes(given: string, name: string): number {
  if (given === name) return 0;
  if (name.startsWith(given) || given.startsWith(name)) return 0.5;
  const distance = editDistance(given, name);
  return distance <= Math.min(2, Math.floor((name.length - 1) / 2)) ? distance : Number.POSITIVE_INFINITY;
}

/** Optimal string alignment distance: insertions, deletions, substitutions and transpositions of adjacent characters. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
