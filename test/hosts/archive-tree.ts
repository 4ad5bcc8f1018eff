import { archiveFiles } from "../../build/fdsn/files.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import { NO_CELLS } from "../../build/store/derive.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { type WriteTreeOptions, writeTree } from "../../build/tree/write-tree.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { AS_OF, COMPLETE, countryOf, partedEvents } from "../fdsn/world.ts";
import { EMPTY_INPUT } from "../rewrite/tree-in-memory.ts";

/** An event of each id, one second apart, the newest first. */
export function eventsOf(ids: readonly string[], parts: Partial<UsgsEvent> = {}): UsgsEvent[] {
  return ids.map((id, at) => agencyEvent({ ...parts, id, ids: [id], time: AS_OF - at * 1000 }));
}

/**
 * Writes a tree with an archive of events, and no earthquakes besides.
 *
 * @param asOf of the tree, ms since 1970 UTC @param liveFrom older events are in parts of a month; default: none is
 */
export function archiveTree(
  out: string,
  events: readonly UsgsEvent[],
  {
    asOf = AS_OF,
    liveFrom = Number.NEGATIVE_INFINITY,
    ...more
  }: { asOf?: number; liveFrom?: number } & Pick<Partial<WriteTreeOptions>, "steps" | "fileSystem"> = {},
) {
  const shards = makeShards({ ...EMPTY_INPUT, asOf });
  const complete = COMPLETE.map((span) => ({ ...span, to: asOf }));
  const input = { ...partedEvents(events, liveFrom), complete, countryOf, version: "1" };
  const archive = archiveFiles(input, NO_CELLS);
  return writeTree({
    ...more,
    out,
    files: [
      ...shards.files.map(({ path, bytes }) => ({ path, bytes, section: "shards", cache: "immutable", compress: false }) as const),
      ...archive.files,
    ],
    snapshot: { as_of: new Date(asOf).toISOString(), sources: [], shards: () => ({ ...shards.manifest, archive: archive.manifest() }) },
  });
}
