import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { openTree } from "../../build/tree/read.ts";
import { lockedTree, treePaths } from "../../build/tree/tree-paths.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { file, inTemporaryFolder, plant, shard, snapshotAt } from "./tiny-tree.ts";
import { namesIn } from "./tree-files.ts";

const LONG = "An answer that is long enough to be worth compressing. ".repeat(60);
const DAY = 24 * 3_600_000;

const HOUR = 1 / 24;
const at = (days: number) => snapshotAt(new Date(Date.UTC(2018, 1, 7) + days * DAY).toISOString());

test("a planted tree has its files, their variants, the index by section and the record", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const planted = await plant(out, [file("api/index.json", LONG), file("index.html", "short", { section: "pages" })]);
    expect(planted).toMatchObject({ written: 2, unchanged: 0, removed: 0, bytes: LONG.length + 5 });
    expect(readFileSync(join(out, "api/index.json"), "utf8")).toBe(LONG);
    expect(brotliDecompressSync(readFileSync(join(out, "api/index.json.br"))).toString()).toBe(LONG);
    expect(gunzipSync(readFileSync(join(out, "api/index.json.gz"))).toString()).toBe(LONG);
    const { files, snapshot } = await openTree(out);
    expect(snapshot.index.map(({ name, files: count }) => `${name} ${count}`)).toEqual([
      "api 1",
      "earthquakes 0",
      "q 0",
      "shards 0",
      "pages 1",
      "translations 0",
      "data-pages 0",
      "event-pages 0",
      "archive 0",
    ]);
    // Those of equal sections are one.
    const names = new Set(snapshot.index.map(({ sha256 }) => `${sha256}.json`));
    expect(readdirSync(join(out, "index"))).toEqual([...names].toSorted());
    expect([...files.keys()]).toEqual(["api/index.json", "index.html"]);
    expect(files.get("index.html")?.encodings).toEqual([]);
    expect(snapshot).toEqual(planted.snapshot);
    expect(snapshot).toMatchObject({ format: 3, sequence: 1, as_of: "2018-02-07T00:00:00.000Z" });
    expect(namesIn(dir)).toEqual(["dist"]);
    expect(await verifyTree(out)).toMatchObject({ ok: true, files: 2 });
  }));

test("a tree that is the same to the byte stays where it is", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", LONG)]);
    const before = statSync(out).ino;
    expect(await plant(out, [file("a.json", LONG)])).toMatchObject({ written: 0, unchanged: 1, removed: 0 });
    expect(statSync(out).ino).toBe(before);
    expect(namesIn(dir)).toEqual(["dist"]);
  }));

test("the sequence grows with the id, and the id follows from the files alone", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const first = await plant(out, [file("a.json", "1")]);
    const later = await plant(out, [file("a.json", "1")], { snapshot: at(1) });
    expect(later.snapshot).toMatchObject({ id: first.snapshot.id, sequence: 1 });
    const second = await plant(out, [file("a.json", "2")]);
    expect(second.snapshot.sequence).toBe(2);
    const elsewhere = await plant(join(dir, "elsewhere"), [file("a.json", "2")]);
    expect(elsewhere.snapshot).toMatchObject({ id: second.snapshot.id, sequence: 1 });
  }));

test("shards that no snapshot names any more stay for an hour of as_of, then go", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const old = shard(LONG);
    const hasOld = () => existsSync(join(out, old.path)) && existsSync(join(out, `${old.path}.br`));
    await plant(out, [old], { snapshot: at(0) });
    const first = await plant(out, [shard("new")], { snapshot: at(1) });
    expect(first).toMatchObject({ removed: 0 });
    expect(hasOld()).toBe(true);
    expect((await verifyTree(out)).faults).toEqual([]);
    const fresh = await plant(join(dir, "fresh"), [shard("new")], { snapshot: at(1) });
    expect(first.snapshot.id).toBe(fresh.snapshot.id);
    await plant(out, [shard("new")], { snapshot: at(1 + HOUR) });
    expect(hasOld()).toBe(true);
    expect(await plant(out, [shard("new")], { snapshot: at(1 + 1.1 * HOUR) })).toMatchObject({ removed: 1 });
    expect(hasOld()).toBe(false);
    expect((await verifyTree(out)).ok).toBe(true);
  }));

test("a kept shard that comes back is taken over as an ordinary one", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [shard(LONG)], { snapshot: at(0) });
    await plant(out, [], { snapshot: at(1) });
    expect(await plant(out, [shard(LONG)], { snapshot: at(2) })).toMatchObject({ written: 0, unchanged: 1 });
    expect(readdirSync(join(out, "index"))).not.toContain("kept.json");
    expect((await verifyTree(out)).ok).toBe(true);
  }));

test("two files of one path are refused by name, and the tree stays as it was", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", "1")]);
    const twice = plant(out, [file("a.json", "2"), file("a.json", "3", { section: "pages" })]);
    await expect(twice).rejects.toThrow("two files of the tree have one path: a.json (api) and a.json (pages)");
    expect(readFileSync(join(out, "a.json"), "utf8")).toBe("1");
    expect(namesIn(dir)).toEqual(["dist"]);
  }));

test.each(["../a", "/a", "a//b", "a/./b", ".git/config", "a\\b", "snapshot.json", "index/api.json", "a.br", "ä", "a\0b", ""])(
  "no file can be planted at %j",
  (path) =>
    inTemporaryFolder(async (dir) => {
      await expect(plant(join(dir, "dist"), [file(path, "x")])).rejects.toThrow("a tree cannot hold");
      expect(namesIn(dir)).toEqual([]);
    }),
);

function* failing() {
  yield file("a.json", LONG);
  throw new Error("a record breaks the contract");
}

test("an error while the files are made leaves the old tree and nothing beside it", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", "1")]);
    await expect(plant(out, failing())).rejects.toThrow("a record breaks the contract");
    expect(readFileSync(join(out, "a.json"), "utf8")).toBe("1");
    expect(namesIn(dir)).toEqual(["dist"]);
  }));

test("a folder that holds something else is refused and not touched", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    mkdirSync(out);
    writeFileSync(join(out, "thesis.txt"), "three years of work");
    await expect(plant(out, [])).rejects.toMatchObject({ code: "out-not-a-tree" });
    expect(readdirSync(out)).toEqual(["thesis.txt"]);
    writeFileSync(join(out, "snapshot.json"), '{"snapshots":"of my holiday"}');
    await expect(plant(out, [])).rejects.toMatchObject({ code: "out-not-a-tree" });
    await expect(plant(join(out, "thesis.txt"), [])).rejects.toMatchObject({ code: "out-not-a-tree" });
    await expect(plant(join(out, "thesis.txt/dist"), [])).rejects.toMatchObject({ code: "folder-unwritable" });
  }));

test("an empty folder becomes a tree, and a tree behind a symbolic link is replaced where it is", () =>
  inTemporaryFolder(async (dir) => {
    mkdirSync(join(dir, "real"));
    symlinkSync(join(dir, "real"), join(dir, "link"));
    await plant(join(dir, "link"), [file("a.json", "1")]);
    await plant(join(dir, "link"), [file("a.json", "2")]);
    expect(readFileSync(join(dir, "real/a.json"), "utf8")).toBe("2");
    expect(namesIn(dir)).toEqual(["link", "real"]);
  }));

test("a tree that was lost goes on from the last number that is known", () =>
  inTemporaryFolder(async (dir) => {
    const files = [file("a.json", "1")];
    const { snapshot } = await plant(join(dir, "dist"), files);
    const last = { id: snapshot.id, sequence: 7 };
    const same = await plant(join(dir, "same"), files, { last });
    expect(same.snapshot).toEqual({ ...snapshot, sequence: 7 });
    const other = await plant(join(dir, "other"), [file("a.json", "2")], { last });
    expect(other.snapshot.sequence).toBe(8);
    const kept = await plant(join(dir, "dist"), [file("a.json", "2")], { last });
    expect(kept.snapshot.sequence).toBe(2);
  }));

test("a second build of the same folder is refused", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", LONG)]);
    const places = treePaths(NODE_FILE_SYSTEM, out);
    await lockedTree(NODE_FILE_SYSTEM, places, async () => {
      const hint = expect.stringContaining(`delete ${out}.lock.`);
      await expect(plant(out, [])).rejects.toMatchObject({ code: "build-running", hint });
    });
    await expect(plant(out, [])).resolves.toMatchObject({ removed: 1 });
  }));

test("a file that was cut on disk is written again by a build that looks at nothing before it begins", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    for (const minute of [0, 1]) await plant(out, [file("a.json", LONG), file("b.json", `${minute}`)], { snapshot: at(minute * HOUR) });
    writeFileSync(join(out, "a.json"), "cut sh");
    const next = [file("a.json", LONG), file("b.json", "2")];
    expect(await plant(out, next, { snapshot: at(2 * HOUR) })).toMatchObject({ written: 2 });
    expect((await verifyTree(out)).ok).toBe(true);
  }));

test("a shard that was damaged on disk is written again, also if its size is the same", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const one = shard(LONG);
    await plant(out, [one, file("a.json", LONG)]);
    writeFileSync(join(out, one.path), LONG.replace("answer", "ansWer"));
    expect(await verifyTree(out)).toMatchObject({ ok: false });
    expect(await plant(out, [one, file("a.json", LONG)])).toMatchObject({ written: 1, unchanged: 1 });
    expect(await verifyTree(out)).toMatchObject({ ok: true });
  }));
