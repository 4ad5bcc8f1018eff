import { searchableEvents } from "../answers/records.ts";
import { shardInput } from "../answers/shard-input.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { hashOfValues, sha256 } from "../platform/hash.ts";
import { searchFragments } from "../rewrite/search/write-fragments.ts";
import { NO_SEARCH_WORDS } from "../rewrite/shards/names.ts";
import { lineKey } from "../store/event-days.ts";
import type { FileGroup, TreeFile } from "../tree/file.ts";

/** The files from which browsers search where no host answers. A minute changes those with words of its events. */
export function searchGroup(catalogue: Catalogue): FileGroup {
  const { search, countries, terms, words = NO_SEARCH_WORDS } = shardInput(catalogue);
  const keys = searchableEvents(catalogue.events).map(lineKey);
  return {
    name: "search",
    key: hashOfValues([sha256(keys.join("\n")), sha256(JSON.stringify([countries, terms, words]))]),
    files: () =>
      searchFragments({ search, countries, terms, words }).map(({ path, rows, content }): TreeFile => {
        const text = rows ? undefined : JSON.stringify(content());
        return {
          path,
          key: rows ? hashOfValues(rows.map((row) => keys[row])) : sha256(text as string).slice(0, 32),
          bytes: () => new TextEncoder().encode(text ?? JSON.stringify(content())),
          section: "data-pages",
          cache: "minute",
          compress: true,
        };
      }),
  };
}
