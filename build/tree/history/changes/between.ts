import { join } from "node:path";
import { ChangeEntry as ChangeEntrySchema } from "../../../contract/resources/changes.ts";
import type { ChangedEarthquake, ChangeEntry, RevisedEarthquake, WithdrawnEarthquake } from "../../../contract/resources/resources.ts";
import { RECENT_HOURS } from "../../../contract/texts/vocabulary.ts";
import type { IndexEntry } from "../../../contract/wire/snapshot.ts";
import { compress, SMALLEST_COMPRESSED } from "../../../platform/compress.ts";
import { HOUR_MS } from "../../../platform/time.ts";
import { findId, readIds } from "../../../rewrite/shards/ids.ts";
import { packFiles, readPacks } from "../../../rewrite/shards/packs.ts";
import { CHANGES_FILE, hourFile } from "../../change-feed-files.ts";
import { VARIANT_SUFFIX } from "../../file.ts";
import type { EntryChange } from "../../index-difference.ts";
import {
  isSameSnapshot,
  positionOf,
  readEntry,
  type Transition,
  type TransitionStep,
  type TreeState,
  unlessItFails,
} from "../../transition.ts";
import { UNINDEXED } from "../../unindexed.ts";
import { emptyFeed, extendFeed, type Feed } from "./feed.ts";
import { readFeed } from "./read.ts";
import { type EventBody, eventBody, fieldChanges, isOwn, stateOf, withField } from "./states.ts";

/** The parts of a tree from which its catalogue can be read. */
export type CatalogueTree = Pick<TreeState, "snapshot" | "read">;

type EventFile = Pick<IndexEntry, "path" | "sha256">;

/** Largest number of files that differ, in both trees together. After more, clients reload everything. */
const MAX_FILES = 40_000;

/**
 * The changes of the events from one tree to a later one. They are verified: the older catalogue with these changes is the newer one.
 *
 * @param details how the section of the index with the details of events differs
 * @throws Error if too much has changed, or a tree is damaged
 */
export function changesBetween(before: CatalogueTree, after: CatalogueTree, details: readonly EntryChange[]): EventChanges {
  const files = details.filter((change) => change.before?.sha256 !== change.after?.sha256);
  const packs = differing(packsOf(before), packsOf(after));
  const gone = [...files.flatMap((change) => change.before ?? []), ...packs.gone];
  const put = [...files.flatMap((change) => change.after ?? []), ...packs.put];
  if (gone.length + put.length > MAX_FILES) throw new Error(`${gone.length + put.length} records have changed`);
  const [were, are] = [bodiesIn(before, gone), bodiesIn(after, put)];
  const asOf = { before: Date.parse(before.snapshot.as_of), after: Date.parse(after.snapshot.as_of) };
  const changes = compareEvents(were, are, { asOf, withdrawnAt: withdrawals(after) });
  assertReplay(were, are, changes);
  return changes;
}

/** The files with the records of several events. */
function packsOf(tree: CatalogueTree): readonly EventFile[] {
  const { packs } = tree.snapshot.shards;
  return packs === undefined ? [] : packFiles(readPacks(readEntry(tree, shard(packs)))).map(shard);
}

/** The packs that only one of the two has. Their path is their hash. */
function differing(before: readonly EventFile[], after: readonly EventFile[]): { gone: EventFile[]; put: EventFile[] } {
  const [were, are] = [before, after].map((files) => new Set(files.map(({ path }) => path))) as [Set<string>, Set<string>];
  return { gone: before.filter(({ path }) => !are.has(path)), put: after.filter(({ path }) => !were.has(path)) };
}

function bodiesIn(tree: CatalogueTree, files: readonly EventFile[]): Bodies {
  const bodies = new Map<string, EventBody>();
  for (const file of files) {
    for (const record of recordsIn(readEntry(tree, file))) {
      const body = eventBody(record);
      if (bodies.has(body.event_id)) throw new Error(`two records have the event ${body.event_id}`);
      bodies.set(body.event_id, body);
    }
  }
  return bodies;
}

function recordsIn(file: Uint8Array): readonly unknown[] {
  const body = JSON.parse(new TextDecoder().decode(file)) as { earthquakes?: unknown };
  return Array.isArray(body.earthquakes) ? body.earthquakes : [body];
}

/** When ids were withdrawn, by the tree. The shards of ids are read only if they are needed. */
function withdrawals(tree: CatalogueTree): (id: string) => number | undefined {
  let ids: ReturnType<typeof readIds>[] | undefined;
  return (id) => {
    const target = findId((ids ??= tree.snapshot.shards.ids.map((path) => readIds(readEntry(tree, shard(path))))), id);
    return target?.kind === "withdrawn" ? target.withdrawnAt : undefined;
  };
}

/** The name of a shard is its hash. */
function shard(path: string): EventFile {
  return { path, sha256: path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf(".")) };
}

/** Events by id, with the fields that changes have. */
type States = ReadonlyMap<string, ChangedEarthquake>;

/** The events after some changes, given those before. @throws Error if the changes are not of these events */
function replay(before: States, { added, revised, withdrawn, left_window }: EventChanges): States {
  const states = new Map(before);
  const take = (id: string) => {
    const state = states.get(id);
    if (!state) throw new Error(`there is no event ${id}`);
    states.delete(id);
    return state;
  };
  for (const { event_id: id } of [...withdrawn, ...left_window]) take(id);
  for (const { event_id: id, changes } of revised) {
    const former = changes.event_id?.before;
    const state = take(typeof former === "string" ? former : id);
    states.set(id, Object.entries(changes).reduce(changed, state));
  }
  for (const state of added) {
    if (states.has(state.event_id)) throw new Error(`there is an event ${state.event_id} already`);
    states.set(state.event_id, state);
  }
  return states;
}

function changed(state: ChangedEarthquake, [field, { after }]: [string, { after: unknown }]): ChangedEarthquake {
  return withField(state, field, after) as ChangedEarthquake;
}

/** @throws Error if the changes do not lead from the one to the other exactly */
export function assertReplay(before: Bodies, after: Bodies, changes: EventChanges): void {
  const replayed = replay(statesOf(before), changes);
  const expected = statesOf(after);
  const other = [...expected].find(([id, state]) => JSON.stringify(replayed.get(id)) !== JSON.stringify(state));
  if (other || replayed.size !== expected.size) throw new Error("they are wrong, which is a bug in the program");
}

function statesOf(bodies: Bodies): Map<string, ChangedEarthquake> {
  return new Map([...bodies].map(([id, body]) => [id, stateOf(body)]));
}

/** The content of an entry without its snapshots. */
export type EventChanges = Omit<ChangeEntry, "from" | "to">;

/** The differing events in one of two trees, by id. */
type Bodies = ReadonlyMap<string, EventBody>;

export interface CompareOptions {
  /** `as_of` of the two trees, ms since 1970 UTC. */
  asOf: { before: number; after: number };
  /** When an id was withdrawn, by the newer tree, ms since 1970 UTC. */
  withdrawnAt: (id: string) => number | undefined;
}

/**
 * The changes of the events that differ. An event whose preferred id is replaced by another of its ids is revised; one that turned
 * out to be the same as another is withdrawn, merged with that.
 */
export function compareEvents(before: Bodies, after: Bodies, options: CompareOptions): EventChanges {
  const successors = successorsOf(before, after);
  const former = new Map([...successors].filter(([, { renamed }]) => renamed).map(([id, { successor }]) => [successor.event_id, id]));
  const gone = [...before.values()].filter(({ event_id: id }) => !after.has(id) && !successors.get(id)?.renamed);
  const left = new Set(gone.filter((body) => !successors.has(body.event_id) && hasLeft(body, options)));
  return {
    added: newestFirst(after.values())
      .filter(({ event_id: id }) => !before.has(id) && !former.has(id))
      .map(stateOf),
    revised: newestFirst(after.values()).flatMap((body) => {
      const was = before.get(former.get(body.event_id) ?? body.event_id);
      return was ? (revision(was, body) ?? []) : [];
    }),
    withdrawn: newestFirst(gone)
      .filter((body) => !left.has(body))
      .map((body) => withdrawal(body, successors.get(body.event_id)?.successor, options)),
    left_window: newestFirst(left).map(({ event_id, slug }) => ({ event_id, slug })),
  };
}

interface Successor {
  successor: EventBody;
  /** Whether it is the same event under another of its ids; otherwise it was merged. */
  renamed: boolean;
}

/** For events whose ids belong to others now, the others. Of several that are merged under a new id, the first continues. */
function successorsOf(before: Bodies, after: Bodies): Map<string, Successor> {
  const successors = new Map<string, Successor>();
  for (const successor of after.values()) {
    const lost = idsOf(successor).filter((id) => before.has(id) && !after.has(id));
    lost.forEach((id, at) => successors.set(id, { successor, renamed: at === 0 && !before.has(successor.event_id) }));
  }
  return successors;
}

function idsOf({ aliases }: EventBody): string[] {
  return Array.isArray(aliases) ? aliases.filter((id) => typeof id === "string").toSorted() : [];
}

/** @returns undefined if the records are equal */
function revision(was: EventBody, body: EventBody): RevisedEarthquake | undefined {
  const changes = fieldChanges(stateOf(was), stateOf(body));
  const others = fieldChanges(was, body).filter(([field]) => !isOwn(field));
  if (changes.length + others.length === 0) return undefined;
  return {
    event_id: body.event_id,
    slug: body.slug,
    changes: Object.fromEntries(changes),
    also_changed: others.map(([field]) => field),
  };
}

/** Whether an event has left the window of recent ones; a withdrawn one is withdrawn at any age. */
function hasLeft({ event_id: id, occurred_at: at }: EventBody, { asOf, withdrawnAt }: CompareOptions): boolean {
  const expires = Date.parse(at) + RECENT_HOURS * HOUR_MS;
  return asOf.before < expires && expires <= asOf.after && withdrawnAt(id) === undefined;
}

function withdrawal({ event_id, slug }: EventBody, successor: EventBody | undefined, { withdrawnAt }: CompareOptions): WithdrawnEarthquake {
  if (successor) return { event_id, slug, reason: "merged", withdrawn_at: null, into: successor.event_id };
  const at = withdrawnAt(event_id);
  if (at === undefined) return { event_id, slug, reason: "other", withdrawn_at: null, into: null };
  return { event_id, slug, reason: "withdrawn", withdrawn_at: new Date(at).toISOString(), into: null };
}

function newestFirst(bodies: Iterable<EventBody>): EventBody[] {
  const timed = Array.from(bodies, (body) => ({ body, time: Date.parse(body.occurred_at) }));
  return timed.toSorted((a, b) => b.time - a.time || (a.body.event_id < b.body.event_id ? -1 : 1)).map(({ body }) => body);
}

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
