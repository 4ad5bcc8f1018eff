import { compareText, groupBy } from "../../platform/lists.ts";

/** Two records that may describe the same earthquake. */
export interface Candidate<A, B> {
  a: A;
  b: B;
  /** How much the two differ; 0 for identical records. */
  score: number;
}

/**
 * Matches records one to one, greedily: the pair with the smallest score first, equal scores by id.
 *
 * @param margin if a rival (another open pair of either record) has a score that is larger by less than this, the pair and its
 *   rivals stay unmatched
 * @returns B by A
 */
export function matchOneToOne<A extends { id: string }, B extends { id: string }>(
  candidates: readonly Candidate<A, B>[],
  margin = 0,
): Map<A, B> {
  const sorted = candidates.toSorted((x, y) => x.score - y.score || compareText(x.a.id, y.a.id) || compareText(x.b.id, y.b.id));
  const [ofA, ofB] = [groupBy(sorted, ({ a }) => a), groupBy(sorted, ({ b }) => b)];
  const done = new Set<A | B>();
  const isOpen = ({ a, b }: Candidate<A, B>) => !done.has(a) && !done.has(b);
  const matched = new Map<A, B>();
  for (const pair of sorted) {
    if (!isOpen(pair)) continue;
    const { a, b, score } = pair;
    const rivals = [...(ofA.get(a) ?? []), ...(ofB.get(b) ?? [])].filter(
      (rival) => rival !== pair && rival.score < score + margin && isOpen(rival),
    );
    if (rivals.length === 0) matched.set(a, b);
    for (const one of [pair, ...rivals]) done.add(one.a).add(one.b);
  }
  return matched;
}
