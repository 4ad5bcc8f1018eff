import type { ChangedEarthquake } from "../../contract/resources/resources.ts";
import type { IndexEntry, SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { findId, readIds } from "../../shards/ids.ts";
import { packFiles, readPacks } from "../../shards/packs.ts";
import { type Bodies, compareEvents, type EventChanges } from "./compare.ts";
import { type EventBody, eventBody, stateOf, withField } from "./states.ts";

/** The parts of a tree from which its catalogue can be read. */
export interface CatalogueTree {
  snapshot: SnapshotRecord;
  /** Entries of the index by the name of their section. */
  sections: ReadonlyMap<string, readonly IndexEntry[]>;
  /** Reads a file of it. @throws Error if it does not have this hash */
  read: (file: EventFile) => Uint8Array;
}

type EventFile = Pick<IndexEntry, "path" | "sha256">;

/** Largest number of files that differ, in both trees together. After more, clients reload everything. */
const MAX_FILES = 40_000;

/**
 * The changes of the events from one tree to a later one. They are verified: the older catalogue with these changes is the newer one.
 *
 * @throws Error if too much has changed, or a tree is damaged
 */
export function changesBetween(before: CatalogueTree, after: CatalogueTree): EventChanges {
  const [gone, put] = differing(eventFiles(before), eventFiles(after));
  if (gone.length + put.length > MAX_FILES) throw new Error(`${gone.length + put.length} records have changed`);
  const [were, are] = [bodiesIn(before, gone), bodiesIn(after, put)];
  const asOf = { before: Date.parse(before.snapshot.as_of), after: Date.parse(after.snapshot.as_of) };
  const changes = compareEvents(were, are, { asOf, withdrawnAt: withdrawals(after) });
  assertReplay(were, are, changes);
  return changes;
}

/** The files that hold the records of events: one each, or several in a pack. */
function eventFiles({ snapshot, sections, read }: CatalogueTree): readonly EventFile[] {
  const own = sections.get("earthquakes") ?? [];
  const { packs } = snapshot.shards;
  return packs === undefined ? own : [...own, ...packFiles(readPacks(read(shard(packs)))).map(shard)];
}

/** The files that only one of the two has, or that differ. */
function differing(before: readonly EventFile[], after: readonly EventFile[]): [gone: EventFile[], put: EventFile[]] {
  const were = new Map(before.map((file) => [file.path, file]));
  const put = after.filter(({ path, sha256 }) => {
    const same = were.get(path)?.sha256 === sha256;
    if (same) were.delete(path);
    return !same;
  });
  return [[...were.values()], put];
}

function bodiesIn({ read }: CatalogueTree, files: readonly EventFile[]): Bodies {
  const bodies = new Map<string, EventBody>();
  for (const file of files) {
    for (const record of recordsIn(read(file))) {
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

/** When ids were withdrawn, by the tree. The shard of ids is read only if it is needed. */
function withdrawals({ snapshot, read }: CatalogueTree): (id: string) => number | undefined {
  let ids: ReturnType<typeof readIds> | undefined;
  return (id) => {
    const target = findId((ids ??= readIds(read(shard(snapshot.shards.ids)))), id);
    return target?.kind === "withdrawn" ? target.withdrawnAt : undefined;
  };
}

/** The name of a shard is its hash. */
function shard(path: string): EventFile {
  return { path, sha256: path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf(".")) };
}

/** Events by id, with the fields that changes have. */
type States = ReadonlyMap<string, ChangedEarthquake>;

/**
 * The events after some changes, given those before.
 *
 * @throws Error if the changes are not of these events
 */
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
  const wanted = statesOf(after);
  const other = [...wanted].find(([id, state]) => JSON.stringify(replayed.get(id)) !== JSON.stringify(state));
  if (other || replayed.size !== wanted.size) throw new Error("they are wrong, which is a bug in the program");
}

function statesOf(bodies: Bodies): Map<string, ChangedEarthquake> {
  return new Map([...bodies].map(([id, body]) => [id, stateOf(body)]));
}
