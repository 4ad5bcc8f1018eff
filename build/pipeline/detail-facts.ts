import type { Answer } from "../answers/answer.ts";
import { detailContext } from "../answers/earthquakes.ts";
import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import type { EarthquakeDetail } from "../contract/resources/resources.ts";
import { sha256 } from "../platform/hash.ts";
import { keepsValues, keptBy } from "../platform/memoize.ts";
import { resultKey } from "../platform/program-hash.ts";
import { type KnownAnswer, neighboursOf } from "../site/data/pages.ts";
import type { DerivedCache } from "../store/derived.ts";

/** What a build needs to know of the detail of an event. */
type DetailFacts = Required<KnownAnswer>;

type FactsOf = (event: CatalogueEvent, answer: Pick<Answer, "body">, json: () => string) => DetailFacts;

/** In a process that builds again: the facts of each event, and all that its detail was made of besides the event. */
const factsOfEvents = keptBy<CatalogueEvent, { context?: string; facts?: DetailFacts }>(() => ({}));

/** Kind of derived value: the facts of details by the hash of their events. */
const KIND = "details";

/**
 * The facts of details that this process, or an earlier build of the same store, has made before. Making and serialising
 * thousands of details would take longer than writing the changed ones.
 *
 * @param code identifies the modules that make details; undefined if they have no key
 * @returns `of` gives the facts of a detail; `keep` saves those that were asked for, for the next build
 */
export function detailFacts(
  catalogue: Catalogue,
  code: string | undefined,
  derived: DerivedCache,
): { of: FactsOf; keep: () => void } {
  const context = resultKey(code, [detailContext(catalogue)]);
  if (context === undefined) return { of: factsOf, keep: () => {} };
  if (keepsValues()) return { of: (...detail) => keptFacts(context, ...detail), keep: () => {} };
  const before = new Map(Object.entries((derived.recall(KIND, "world", context) ?? {}) as Record<string, Row>));
  const used = new Map<string, Row>();
  return {
    of: (event, answer, json) => {
      const key = sha256(JSON.stringify(event)).slice(0, 32);
      const row = before.get(key) ?? rowOf(factsOf(event, answer, json));
      used.set(key, row);
      const [hash, ...neighbours] = row;
      return { sha256: hash, neighbours };
    },
    keep: () => {
      if (used.size === before.size && [...used.keys()].every((key) => before.has(key))) return;
      derived.keep(KIND, "world", context, Object.fromEntries(used));
    },
  };
}

/** Facts in the form of the cache. */
type Row = [sha256: string, ...neighbours: string[]];

function rowOf({ sha256: hash, neighbours }: DetailFacts): Row {
  return [hash, ...neighbours];
}

function keptFacts(context: string, ...[event, answer, json]: Parameters<FactsOf>): DetailFacts {
  const kept = factsOfEvents(event);
  if (kept.facts && kept.context === context) return kept.facts;
  return Object.assign(kept, { context, facts: factsOf(event, answer, json) }).facts;
}

function factsOf(...[, answer, json]: Parameters<FactsOf>): DetailFacts {
  return { sha256: sha256(json()), neighbours: neighboursOf(answer.body as EarthquakeDetail) };
}
