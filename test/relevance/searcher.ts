import type { CombinedSearch, EarthquakeSearchResult } from "../../build/contract/resources/resources.ts";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { respond } from "../../build/rewrite/respond.ts";

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
