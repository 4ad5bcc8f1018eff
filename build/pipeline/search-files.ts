import { searchableEvents } from "../answers/records.ts";
import { shardInput } from "../answers/shard-input.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { hashOfValues, sha256 } from "../platform/hash.ts";
import { lowerBound, once } from "../platform/lists.ts";
import { DAY_MS, HOUR_MS } from "../platform/time.ts";
import { NEWEST_PAGE } from "../rewrite/search/fragments.ts";
import { fixedNames, latinNames, pageOf, searchFragments } from "../rewrite/search/write-fragments.ts";
import { NO_SEARCH_WORDS } from "../rewrite/shards/names.ts";
import type { Derive } from "../store/derive.ts";
import { lineKey } from "../store/event-days.ts";
import type { FileGroup, TreeFile } from "../tree/file.ts";

/** A cache may have the other pages of before midnight together with the newest page of after it: so both have this last hour. */
const OVERLAP = HOUR_MS;

/**
 * The files from which browsers search where no host answers: the page of the newest day, and a group of all others, which a day
 * begins anew and an event of an earlier day changes.
 */
export function* searchFiles(catalogue: Catalogue, derive: Derive): Iterable<TreeFile | FileGroup> {
  const { search: all, countries, terms, words = NO_SEARCH_WORDS } = shardInput(catalogue);
  const allKeys = searchableEvents(catalogue.events).map(lineKey);
  const today = Math.floor(catalogue.asOf / DAY_MS) * DAY_MS;
  const rowsSince = (instant: number) => lowerBound(0, all.length, (row) => (all[row] as { time: number }).time < instant);
  const [newest, older] = [rowsSince(today - OVERLAP), rowsSince(today)];
  yield fileOf(NEWEST_PAGE, sha256(allKeys.slice(0, newest).join("\n")), () => pageOf(all.slice(0, newest)));
  const [search, keys] = [all.slice(older), allKeys.slice(older)];
  const named = sha256(JSON.stringify([countries, terms, words]));
  yield {
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
