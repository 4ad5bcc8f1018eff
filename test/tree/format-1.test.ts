import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../build/platform/hash.ts";
import { linesText, snapshotId } from "../../build/tree/index-section.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { openTree, readIndex } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { memoryTarget } from "../publish/memory-target.ts";
import { publishTo } from "../publish/publishing.ts";
import { readStrictly } from "../publish/strict-reader.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { forgeRecord } from "./forge.ts";
import { mirror } from "./mirroring.ts";
import { file, plant, shard, snapshotAt } from "./tiny-tree.ts";
import { filesUnder } from "./tree-files.ts";

/** Writes the index of a tree as versions did that knew format 1 alone: each section in one file of a fixed name. */
async function toFormat1(dir: string): Promise<void> {
  const { snapshot } = await openTree(dir);
  const { sections } = await readIndex(dir, snapshot);
  rmSync(join(dir, "index"), { recursive: true });
  mkdirSync(join(dir, "index"));
  const index = snapshot.index.map(({ name, files }) => {
    const [path, text] = [`index/${name}.json`, linesText((sections.get(name) ?? []).toSorted((a, b) => (a.path < b.path ? -1 : 1)))];
    writeFileSync(join(dir, path), text);
    return { name, path, sha256: sha256(text), bytes: Buffer.byteLength(text), files };
  });
  forgeRecord(dir, (record) => void Object.assign(record, { format: 1, index, id: snapshotId(index) }));
}

const root = temporaryFolder();
const [tree, copy] = [join(root, "tree"), join(root, "copy")];

function build(hour: number) {
  const many = Array.from({ length: 200 }, (_, at) => file(`api/v1/countries/${at}.json`, `country ${at}`));
  const files = [...many, file("api.json", `{"hour":${hour}}`), shard(`[${hour}]`)];
  return plant(tree, files, { snapshot: snapshotAt(`2018-02-07T0${hour}:00:00.000Z`) });
}

beforeEach(async () => {
  for (const dir of [tree, copy]) rmSync(dir, { recursive: true, force: true });
  await build(1);
  await toFormat1(tree);
});

describe("a tree of format 1", () => {
  it("is read and verified as it is", async () => {
    expect((await openTree(tree)).snapshot.format).toBe(1);
    expect(await verifyTree(tree)).toMatchObject({ ok: true, files: 202 });
  });

  it("is followed by one of format 2, which takes over what is unchanged and goes on with the number", async () => {
    const { ino } = statSync(join(tree, "api/v1/countries/7.json"));
    expect(await build(2)).toMatchObject({ written: 2, unchanged: 200, snapshot: { format: 2, sequence: 2 } });
    expect(statSync(join(tree, "api/v1/countries/7.json")).ino).toBe(ino);
    await build(3);
    expect((await verifyTree(tree)).faults).toEqual([]);
    expect(Object.keys(filesUnder(tree)).filter((path) => /^index\/[a-z-]+[.]json$/.test(path))).toEqual([]);
  });

  it("can be copied, and the copy goes on when the publisher has a newer version", async () => {
    await mirror(createFolderOrigin(tree), copy);
    expect(filesUnder(copy)).toEqual(filesUnder(tree));
    await build(2);
    const { fetched } = await mirror(createFolderOrigin(tree), copy);
    expect(fetched.files).toBeLessThan(5);
    const copied = Object.entries(filesUnder(copy)).filter(([path]) => !/^(?:deltas|pins)\//.test(path));
    expect(filesUnder(tree)).toMatchObject(Object.fromEntries(copied));
    expect((await verifyTree(copy)).faults).toEqual([]);
  });

  it("at an object store is followed by a newer one: only what changed is sent, and a reader of the older one finds all of it", async () => {
    const target = memoryTarget();
    await publishTo(target, tree);
    expect(target.objects.has("index/api.json")).toBe(true);
    await build(2);
    const read = await readStrictly(target.origin, async () => {
      const { sent } = await publishTo(target, tree);
      expect(sent).toBeLessThan(30);
    });
    expect(read.faults).toEqual([]);
    expect((await readStrictly(target.origin)).faults).toEqual([]);
    expect([...target.objects.keys()].filter((path) => /^index\/[a-z-]+[.]json$/.test(path))).toEqual([]);
  });
});
