import { searchableEvents } from "../answers/records.ts";
import { shardInput } from "../answers/shard-input.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { hashOfValues, sha256 } from "../platform/hash.ts";
import { once } from "../platform/lists.ts";
import { fixedNames, latinNames, searchFragments } from "../rewrite/search/write-fragments.ts";
import { NO_SEARCH_WORDS } from "../rewrite/shards/names.ts";
import type { Derive } from "../store/derive.ts";
import { lineKey } from "../store/event-days.ts";
import type { FileGroup, TreeFile } from "../tree/file.ts";

/** The files from which browsers search where no host answers. A minute changes those with words of its events. */
export function searchGroup(catalogue: Catalogue, derive: Derive): FileGroup {
  const { search, countries, terms, words = NO_SEARCH_WORDS } = shardInput(catalogue);
  const keys = searchableEvents(catalogue.events).map(lineKey);
  const named = sha256(JSON.stringify([countries, terms, words]));
  return {
    name: "search",
    key: hashOfValues([sha256(keys.join("\n")), named]),
    *files() {
      const places = derive("search-names/places", [named], () => latinNames(words)).value;
      const { names, pages } = searchFragments({ search, countries }, places);
      const fixedIn = once(() => fixedNames({ countries, terms, words }));
      for (const { path, script, events } of names) {
        const fixed = derive(`search-names/${script}`, [named], () => fixedIn()(script));
        yield fileOf(path, hashOfValues([fixed.hash, sha256(JSON.stringify(events))]), () => ({ ...fixed.value, ...events }));
      }
      for (const { path, rows, content } of pages) yield fileOf(path, hashOfValues(rows.map((row) => keys[row])), content);
    },
  };
}

function fileOf(path: string, key: string, content: () => unknown): TreeFile {
  return {
    path,
    key,
    bytes: () => new TextEncoder().encode(JSON.stringify(content())),
    section: "data-pages",
    cache: "minute",
    compress: true,
  };
}
