import { archiveFiles } from "../../build/fdsn/files.ts";
import { makeShards } from "../../build/shards/make.ts";
import { NO_DERIVED_CACHE } from "../../build/store/derived.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { AS_OF, COMPLETE, countryOf } from "../fdsn/world.ts";
import { EMPTY_INPUT } from "../rewrite/tree-in-memory.ts";

/** An event of each id, one second apart, the newest first. */
export function eventsOf(ids: readonly string[], parts: Partial<UsgsEvent> = {}): UsgsEvent[] {
  return ids.map((id, at) => agencyEvent({ ...parts, id, ids: [id], time: AS_OF - at * 1000 }));
}

/** Writes a tree with an archive of events, and no earthquakes besides. */
export function archiveTree(out: string, live: readonly UsgsEvent[]) {
  const shards = makeShards({ ...EMPTY_INPUT, asOf: AS_OF });
  const archive = archiveFiles({ live, parts: [], complete: COMPLETE, countryOf, version: "1" }, NO_DERIVED_CACHE);
  return writeTree({
    out,
    files: [
      ...shards.files.map(
        ({ path, bytes }) =>
          ({ path, bytes: () => bytes, section: "shards", cache: "immutable", compress: false }) as const,
      ),
      ...archive.files,
    ],
    snapshot: {
      as_of: new Date(AS_OF).toISOString(),
      sources: [],
      shards: () => ({ ...shards.manifest, archive: archive.manifest() }),
    },
  });
}
