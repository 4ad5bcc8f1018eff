import { chord2Between, chord2OfKm, kmOfChord2, type Vector, vectorOf } from "../../geo/sphere.ts";
import { compareText, groupBy } from "../../platform/lists.ts";
import { magnitudeDifference } from "../../seismology/magnitude.ts";

/** The input of association. Degrees, ms since 1970 UTC; null if unknown. */
export interface Report {
  /** Unique among all reports. */
  id: string;
  time: number;
  latitude: number | null;
  longitude: number | null;
  magnitude: number | null;
}

/**
 * Reports of two agencies can describe one earthquake if their differences are within all of these bounds.
 *
 * - 16 s and 100 km: within these the USGS itself looks for the event of another agency's solution (usgs/libcomcat, `findid`).
 *   Among 185 pairs around Turkey (April 2025: USGS, EMSC, Kandilli) and Japan (July 2026: USGS, EMSC, GEOFON) the largest
 *   differences were 5.8 s and 67 km; the medians between two agencies are 0.6 to 1.2 s and 4 to 14 km.
 * - 1.5 magnitudes: one agency may give mb or ML, another Mw. The largest difference among those pairs was 0.8.
 * - The sum of the three shares may be at most half of its maximum: reports with very different times must have similar positions.
 *   Those pairs reach 1.11 of 3.
 */
export const ASSOCIATION_BOUNDS = { seconds: 16, km: 100, magnitudes: 1.5, sum: 1.5 };

const WITHIN_CHORD2 = chord2OfKm(ASSOCIATION_BOUNDS.km);

/**
 * Associates the reports of several agencies: finds the reports of the same earthquake. The pair with the smallest score is joined
 * first. A group has at most one report from each agency, because an agency distinguishes its own events, such as aftershocks
 * seconds apart. Any two reports of a group must match each other, so that a chain of neighbours does not become one event. The
 * result depends only on reports that are linked by possible pairs, and not on the order of the input.
 *
 * Takes n log n time for events spread over days.
 *
 * @param agencies the reports of each agency
 * @returns every report once, in groups; each group is in the order of the agencies
 */
export function associate<S extends Report>(agencies: readonly (readonly S[])[]): S[][] {
  if (agencies.filter(({ length }) => length > 0).length < 2) return agencies.flat().map((sighting) => [sighting]);
  const all = agencies.flatMap((sightings, agency) => sightings.map((sighting) => placed(sighting, agency)));
  for (const { a, b } of possiblePairs(all)) {
    if (a.group === b.group || !canJoin(a.group, b.group)) continue;
    const joined = [...a.group, ...b.group];
    for (const member of joined) member.group = joined;
  }
  const groups = all.filter((one) => one.group[0] === one).map(({ group }) => group);
  return groups.map((group) => group.toSorted((a, b) => a.agency - b.agency).map(({ sighting }) => sighting));
}

interface Placed<S extends Report = Report> {
  sighting: S;
  agency: number;
  vector: Vector | null;
  /** The reports joined so far, including this one. */
  group: Placed<S>[];
}

interface Pair<S extends Report> {
  a: Placed<S>;
  b: Placed<S>;
  score: number;
}

function placed<S extends Report>(sighting: S, agency: number): Placed<S> {
  const { latitude, longitude } = sighting;
  const vector = latitude === null || longitude === null ? null : vectorOf(latitude, longitude);
  const one: Placed<S> = { sighting, agency, vector, group: [] };
  one.group.push(one);
  return one;
}

/** Every pair of two agencies within the bounds, the smallest score first. */
function possiblePairs<S extends Report>(all: readonly Placed<S>[]): Pair<S>[] {
  const byTime = all
    .filter(({ vector }) => vector !== null)
    .toSorted((a, b) => a.sighting.time - b.sighting.time || compareText(a.sighting.id, b.sighting.id));
  const pairs: Pair<S>[] = [];
  for (const [at, a] of byTime.entries()) {
    for (let next = at + 1; next < byTime.length; next++) {
      const b = byTime[next];
      if (!b || b.sighting.time - a.sighting.time > ASSOCIATION_BOUNDS.seconds * 1000) break;
      const score = a.agency === b.agency ? null : scoreOf(a, b);
      if (score !== null) pairs.push({ a, b, score });
    }
  }
  return pairs.toSorted(
    (p, q) => p.score - q.score || compareText(p.a.sighting.id, q.a.sighting.id) || compareText(p.b.sighting.id, q.b.sighting.id),
  );
}

function canJoin(left: readonly Placed[], right: readonly Placed[]): boolean {
  return left.every((a) => right.every((b) => a.agency !== b.agency && scoreOf(a, b) !== null));
}

/**
 * The score of two reports: the sum of their differences in time, distance and magnitude, each as a share of its bound. It is 0 if
 * they are identical, and null if they cannot be one earthquake. An unknown magnitude counts as half of the bound. Without a
 * position there is no match.
 */
function scoreOf(a: Placed, b: Placed): number | null {
  if (!a.vector || !b.vector) return null;
  const seconds = Math.abs(a.sighting.time - b.sighting.time) / 1000;
  if (seconds > ASSOCIATION_BOUNDS.seconds) return null;
  const chord2 = chord2Between(a.vector, b.vector);
  if (chord2 > WITHIN_CHORD2) return null;
  const magnitudes = magnitudeDifference(a.sighting.magnitude, b.sighting.magnitude) ?? ASSOCIATION_BOUNDS.magnitudes / 2;
  if (magnitudes > ASSOCIATION_BOUNDS.magnitudes) return null;
  const sum =
    seconds / ASSOCIATION_BOUNDS.seconds + kmOfChord2(chord2) / ASSOCIATION_BOUNDS.km + magnitudes / ASSOCIATION_BOUNDS.magnitudes;
  return sum > ASSOCIATION_BOUNDS.sum ? null : sum;
}

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
