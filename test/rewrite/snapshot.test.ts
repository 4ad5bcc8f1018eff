import { describe, expect, it } from "vitest";
import { SnapshotError } from "../../build/rewrite/record-shards.ts";
import { respond } from "../../build/rewrite/respond.ts";
import { openSnapshot, preload } from "../../build/rewrite/snapshot.ts";
import { shardInputOf } from "./plain-catalogue.ts";
import { type MemoryTree, memoryTree, treeInMemory } from "./tree-in-memory.ts";
import { WORLD } from "./world.ts";

const encoder = new TextEncoder();

/** A sound tree, and its snapshot record to spoil. */
function soundTree() {
  const tree = treeInMemory(shardInputOf(WORLD));
  const record = JSON.parse(new TextDecoder().decode(tree.files.get("snapshot.json")));
  return { tree, record };
}

function withRecord(tree: MemoryTree, record: unknown): MemoryTree {
  const files = new Map(tree.files);
  files.set("snapshot.json", encoder.encode(JSON.stringify(record)));
  return memoryTree(files);
}

async function failure(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    expect(error).toBeInstanceOf(SnapshotError);
    return (error as SnapshotError).message;
  }
  return "no failure";
}

describe("opening a snapshot", () => {
  it("reads records only when they are asked for, once, and preload reads them all", async () => {
    const { tree, record } = soundTree();
    const snapshot = await openSnapshot(tree);
    const { columns, places, names, ids } = record.shards;
    expect(tree.reads).toEqual(["snapshot.json", ...columns, ...places, names, ...ids]);
    tree.reads.length = 0;
    const ask = () => respond(snapshot, { method: "GET", target: "/api/recent/?hours=1&min_magnitude=-10" });
    await Promise.all([ask(), ask()]);
    await ask();
    expect(tree.reads).toEqual([record.shards.days[0].path]);
    await preload(snapshot);
    const all = [...record.shards.days, ...record.shards.features, ...record.shards.results].map(({ path }: { path: string }) => path);
    expect(tree.reads.toSorted()).toEqual(all.toSorted());
  });

  it.each(["columns", "places", "names", "ids"] as const)("names the %s shard if it is missing or damaged", async (name) => {
    const { tree, record } = soundTree();
    const path = [record.shards[name]].flat().at(-1);
    tree.files.set(path, encoder.encode("not it"));
    expect(await failure(openSnapshot(tree))).toMatch(new RegExp(`^${path}: ${name}: `));
    tree.files.delete(path);
    expect(await failure(openSnapshot(tree))).toBe(`${path}: is missing`);
  });

  it.each(["days", "features", "results"] as const)("names a shard of %s that is missing or damaged when it is read", async (name) => {
    const { tree, record } = soundTree();
    const path = record.shards[name][0].path;
    const snapshot = await openSnapshot(tree);
    const bytes = tree.files.get(path) as Uint8Array;
    tree.files.set(path, bytes.slice(1));
    expect(await failure(preload(snapshot))).toBe(`${path}: records: length ${bytes.length - 1} ${bytes.length}`);
    tree.files.delete(path);
    expect(await failure(preload(snapshot))).toBe(`${path}: is missing`);
    tree.files.set(path, bytes);
    expect(await failure(preload(snapshot))).toBe("no failure");
  });

  it("says what is wrong with the snapshot record", async () => {
    const { tree, record } = soundTree();
    const open = (change: object) => failure(openSnapshot(withRecord(tree, { ...record, ...change })));
    const shards = (change: object) => open({ shards: { ...record.shards, ...change } });
    expect(await open({})).toBe("no failure");
    expect(await open({ format: 2 })).toBe("snapshot.json: snapshot: format");
    for (const id of ["x", `${record.id}0`]) expect(await open({ id })).toBe("snapshot.json: snapshot: id");
    expect(await open({ covered_from: "2018-02-07" })).toBe("snapshot.json: snapshot: covered_from");
    expect(await open({ id: [record.id] })).toBe("snapshot.json: snapshot: id");
    expect(await open({ as_of: "yesterday" })).toBe("snapshot.json: snapshot: as_of");
    expect(await open({ as_of: "2018-02-07" })).toBe("snapshot.json: snapshot: as_of");
    expect(await open({ shards: null })).toBe("snapshot.json: snapshot: names path");
    expect(await shards({ ids: "shards/../../etc/passwd" })).toBe("snapshot.json: snapshot: ids");
    for (const path of ["shards/../../etc/passwd", `shards/${"0".repeat(64)}.json/../x`])
      expect(await shards({ ids: [path] })).toBe("snapshot.json: snapshot: ids path 0");
    expect(await shards({ days: {} })).toBe("snapshot.json: snapshot: days");
    expect(await shards({ days: [null] })).toBe("snapshot.json: snapshot: days path 0");
    for (const negative of [{ records: -1 }, { bytes: -1 }])
      expect(await shards({ results: [{ ...record.shards.results[0], ...negative }] })).toBe("snapshot.json: snapshot: results counts 0");
    expect(await failure(openSnapshot(memoryTree(new Map())))).toBe("snapshot.json: is missing");
    const notJson = memoryTree(new Map([["snapshot.json", encoder.encode("{")]]));
    expect(await failure(openSnapshot(notJson))).toBe("snapshot.json: snapshot: json");
  });

  it("refuses tables whose files are in another order, lack one, or are of another snapshot", async () => {
    const { tree, record } = soundTree();
    const open = (change: object) => failure(openSnapshot(withRecord(tree, { ...record, shards: { ...record.shards, ...change } })));
    const { columns, features, places } = record.shards;
    expect(columns.length).toBeGreaterThan(1);
    expect(await open({ columns: columns.toReversed() })).toMatch(/^snapshot.json: columns: day-order 1 \d+$/);
    expect(await open({ columns: columns.slice(1) })).toMatch(/^snapshot.json: columns: shards \d 3$/);
    expect(await open({ columns: [columns[0], ...columns] })).toMatch(/^snapshot.json: columns: day-order \d \d+$/);
    expect(await open({ features: features.slice(0, 1) })).toBe("snapshot.json: features: rows 2 3");
    expect(await open({ places: places.slice(1) })).toMatch(/^snapshot.json: places: shards /);
  });

  it("does not mix a manifest with the columns of another snapshot", async () => {
    const { tree, record } = soundTree();
    const [first, ...others] = record.shards.days;
    const open = (days: unknown) => failure(openSnapshot(withRecord(tree, { ...record, shards: { ...record.shards, days } })));
    expect(await open(others)).toMatch(/columns: shards 3 2$/);
    expect(await open([{ ...first, records: first.records + 1 }, ...others])).toMatch(/columns: shard 0 \d+ \d+$/);
    expect(await open([{ ...first, bytes: first.bytes + 1 }, ...others])).toMatch(/columns: shard 0 \d+ \d+$/);
    expect(await open([{ ...first, day: "2001-01-01" }, ...others])).toMatch(/columns: day 0 \d+$/);
  });
});
