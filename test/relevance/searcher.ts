import type { CombinedSearch, EarthquakeSearchResult } from "../../build/contract/resources/resources.ts";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { respond } from "../../build/rewrite/respond.ts";
import { isEarthquake } from "./queries.ts";

export interface Found extends CombinedSearch {
  /** What `/api/search/` finds, which has every word of the query. */
  results: EarthquakeSearchResult[];
}

/** Searches a tree the whole way, as a caller goes it: a URL, an answer. */
export async function searcher(dir: string): Promise<(q: string) => Promise<Found>> {
  const { snapshot } = await loadTree(dir);
  const ask = async (path: string, q: string) => {
    const reply = await respond(snapshot, { method: "GET", target: `${path}?q=${encodeURIComponent(q)}` });
    if (reply.kind !== "body" || reply.status !== 200) throw new Error(`no answer to ${q}`);
    return JSON.parse(new TextDecoder().decode(reply.body)) as unknown;
  };
  return async (q) => {
    return { ...((await ask("/api/v1/search/", q)) as Found), ...((await ask("/api/search/", q)) as Pick<Found, "results">) };
  };
}

/** The place of a target in the list of its kind, from 1; Infinity if it is not there. */
export function placeOf(target: string, { countries, earthquakes, glossary }: Found): number {
  const list = /^[A-Z]{2}$/.test(target)
    ? countries.map(({ iso2 }) => iso2)
    : isEarthquake(target)
      ? earthquakes.map(({ event_id }) => event_id)
      : glossary.map(({ slug }) => slug);
  return list.indexOf(target) < 0 ? Number.POSITIVE_INFINITY : list.indexOf(target) + 1;
}
