import { loadTree } from "../../build/hosts/load-tree.ts";
import { respond } from "../../build/rewrite/respond.ts";

export interface Found {
  earthquakes: { event_id: string }[];
  countries: { iso2: string }[];
  glossary: { slug: string }[];
}

/** Searches a tree the whole way, as a caller goes it: a URL, an answer. Both searches have to agree about earthquakes. */
export async function searcher(dir: string): Promise<(q: string) => Promise<Found>> {
  const { snapshot } = await loadTree(dir);
  const ask = async (path: string, q: string) => {
    const reply = await respond(snapshot, { method: "GET", target: `${path}?q=${encodeURIComponent(q)}` });
    if (reply.kind !== "body" || reply.status !== 200) throw new Error(`no answer to ${q}`);
    return JSON.parse(new TextDecoder().decode(reply.body)) as unknown;
  };
  return async (q) => {
    const found = (await ask("/api/v1/search/", q)) as Found;
    const { results } = (await ask("/api/search/", q)) as { results: Found["earthquakes"] };
    if (JSON.stringify(results) !== JSON.stringify(found.earthquakes)) throw new Error(`two answers to ${q}`);
    return found;
  };
}
