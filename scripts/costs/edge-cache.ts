/** How long a cache may use a response, ms. */
export interface Lifetime {
  /** From its making on, without asking. */
  fresh: number;
  /** After that, while a newer one is fetched. */
  stale: number;
}

/** What became of a request at an edge location. */
export type Outcome =
  /** Answered out of the cache, and the origin heard nothing. */
  | "hit"
  /** Answered out of the cache; the origin was asked in the background. */
  | "renewed"
  /** Answered by the origin. */
  | "miss";

/** The cache of one or more edge locations under a clock of its own. */
export interface EdgeCache {
  /** Requests have to come in the order of their time. @param time ms; @param location of the edge, from 0 */
  ask: (time: number, location: number, key: string, lifetime: Lifetime) => Outcome;
}

/**
 * A cache as RFC 9111 and RFC 5861 describe it, in the worst lawful form: each location has its own, and requests are not collapsed,
 * so while an answer is on its way every further request that needs it goes to the origin too. Nothing is evicted.
 *
 * @param latency from a question to the origin to its answer, ms
 */
export function createEdgeCache(latency: number): EdgeCache {
  const locations: Map<string, Entry>[] = [];
  return {
    ask(time, location, key, { fresh, stale }) {
      const entries = (locations[location] ??= new Map());
      const entry = entries.get(key);
      const made = entry && arrived(entry, time - latency);
      if (made !== undefined && time - made < fresh) return "hit";
      if (entry) entry.pending.push(time);
      else entries.set(key, { made: undefined, pending: [time] });
      return made !== undefined && time - made < fresh + stale ? "renewed" : "miss";
    },
  };
}

interface Entry {
  /** When the newest response that has arrived was made. */
  made: number | undefined;
  /** When those were asked for that have not arrived, oldest first. */
  pending: number[];
}

/** Takes in what was asked for until then. */
function arrived(entry: Entry, until: number): number | undefined {
  let taken = 0;
  for (const asked of entry.pending) {
    if (asked > until) break;
    entry.made = asked;
    taken++;
  }
  if (taken > 0) entry.pending.splice(0, taken);
  return entry.made;
}

/** How long shared caches may use a response by its Cache-Control. */
export function lifetimeOf(cacheControl: string): Lifetime {
  const said = new Map(
    cacheControl.split(",").map((directive) => {
      const [name = "", value = ""] = directive.trim().toLowerCase().split("=");
      return [name, value] as const;
    }),
  );
  if (said.has("no-store") || said.has("private") || said.has("no-cache")) return { fresh: 0, stale: 0 };
  const seconds = (name: string) => Number(said.get(name) ?? 0) || 0;
  const fresh = said.has("s-maxage") ? seconds("s-maxage") : seconds("max-age");
  return { fresh: fresh * 1000, stale: seconds("stale-while-revalidate") * 1000 };
}
