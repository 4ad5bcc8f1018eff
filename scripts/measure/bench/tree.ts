import type { ShardManifest, SnapshotRecord } from "../../../build/contract/wire/snapshot.ts";
import { makeShards, type ShardInput, type Shards } from "../../../build/rewrite/shards/make.ts";
import { openSnapshot, preload, type Snapshot } from "../../../build/rewrite/snapshot.ts";
import { AS_OF, type BenchEvent } from "./events.ts";
import { classOf, foundRecord, listRecord } from "./records.ts";

/** The shards of the events, by the product's own writer. */
export function benchShards(events: readonly BenchEvent[]): Shards {
  const input: ShardInput = {
    asOf: AS_OF,
    recent: events.map((event) => {
      const record = () => JSON.stringify(listRecord(event));
      return { ...event, record, feature: { record } };
    }),
    search: events.map((event) => ({
      ...event,
      text: event.place,
      cls: classOf(event),
      deaths: 0,
      record: () => JSON.stringify(foundRecord(event)),
    })),
    countries: [],
    terms: [],
    ids: events.map((event) => ({ slug: foundRecord(event).slug, ids: [event.id], time: event.time })),
    withdrawn: [],
  };
  return makeShards(input);
}

export function benchRecord(shards: ShardManifest): SnapshotRecord {
  return { format: 3, id: "0123456789abcdef", sequence: 1, as_of: new Date(AS_OF).toISOString(), sources: [], shards, index: [] };
}

/** A snapshot over shards in memory, all of them loaded. */
export async function snapshotInMemory({ manifest, files }: Shards): Promise<Snapshot> {
  const record = benchRecord(manifest);
  const tree = new Map(files.map(({ path, bytes }) => [path, bytes()]));
  tree.set("snapshot.json", new TextEncoder().encode(JSON.stringify(record)));
  const snapshot = await openSnapshot({ read: async (path) => tree.get(path) });
  await preload(snapshot);
  return snapshot;
}
