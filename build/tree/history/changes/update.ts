import { join } from "node:path";
import { ChangeEntry as ChangeEntrySchema } from "../../../contract/resources/changes.ts";
import { compress, SMALLEST_COMPRESSED } from "../../../platform/compress.ts";
import { CHANGES_FILE, hourFile } from "../../change-feed-files.ts";
import { VARIANT_SUFFIX } from "../../file.ts";
import { type Transition, type TransitionStep, unlessItFails } from "../../transition.ts";
import { isSameSnapshot, positionOf } from "../../tree-state.ts";
import { UNINDEXED } from "../../unindexed.ts";
import { changesBetween } from "./between.ts";
import { emptyFeed, extendFeed, type Feed } from "./feed.ts";
import { readFeed } from "./read.ts";

/**
 * Writes the change feed of the next tree: that of the previous tree, with an entry for the changes since. If they cannot be
 * determined, or the previous feed is incomplete, the feed restarts: its clients then reload everything. It is in no index, because
 * it depends on the history of trees.
 *
 * @param compare determines the changes of the events; throws if it cannot
 * @returns a step that throws Error if the feed cannot be written
 */
export function changeFiles(compare: typeof changesBetween = changesBetween): TransitionStep {
  return async (transition) => {
    const { fs, before, after } = transition;
    const feedBefore = () => before && readFeed(fs, before.dir, positionOf(before.snapshot));
    const old = unlessItFails(transition, RESTARTS, feedBefore);
    const feed = unlessItFails(transition, RESTARTS, () => nextFeed(transition, old, compare)) ?? emptyFeed(positionOf(after.snapshot));
    await writeFeed(transition, old, feed);
  };
}

const RESTARTS = "the change feed restarts";

/** @returns undefined if no entry leads to the next tree */
function nextFeed({ before, after, difference }: Transition, old: Feed | undefined, compare: typeof changesBetween): Feed | undefined {
  if (!before) return undefined;
  const [from, to] = [positionOf(before.snapshot), positionOf(after.snapshot)];
  if (isSameSnapshot(from, to)) return old;
  if (!before.index) throw new Error("the index of the previous tree cannot be read");
  if (Date.parse(to.as_of) < Date.parse(from.as_of)) throw new Error(`the previous tree is as of ${from.as_of}`);
  const details = difference.get("earthquakes")?.entries ?? [];
  const entry = ChangeEntrySchema.parse({ from, to, ...compare(before, after, details) });
  return extendFeed(old ?? emptyFeed(from), entry);
}

async function writeFeed(transition: Transition, old: Feed | undefined, feed: Feed): Promise<void> {
  const isWritten = feed.open !== undefined && feed.open !== old?.open;
  for (const { hour } of feed.list.hours) {
    if (!(isWritten && hour === feed.open?.hour)) keepHour(transition, hour);
  }
  if (isWritten && feed.open) await writeFile(transition, hourFile(feed.open.hour), feed.open);
  await writeFile(transition, CHANGES_FILE, feed.list);
}

function keepHour({ fs, before, keep }: Transition, hour: string): void {
  for (const suffix of ["", ...Object.values(VARIANT_SUFFIX)]) {
    const path = hourFile(hour) + suffix;
    if (fs.stat(join(before?.dir ?? "", path))?.kind === "file") keep(path);
  }
}

async function writeFile({ write }: Transition, path: string, body: object): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  write(path, bytes);
  if (bytes.length < SMALLEST_COMPRESSED) return;
  const variants = await compress(path, bytes, UNINDEXED.changes.cache);
  for (const [encoding, suffix] of Object.entries(VARIANT_SUFFIX)) {
    const packed = variants[encoding as keyof typeof variants];
    if (packed) write(path + suffix, packed);
  }
}
