import { cpSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { SECTIONS, SHARD_SECTIONS, type TreeFile } from "../../build/tree/file.ts";
import { recover } from "../../build/tree/plan.ts";
import { openTree, readNamed } from "../../build/tree/read.ts";
import { treePaths } from "../../build/tree/tree-paths.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { dyingAt } from "./dying.ts";
import { recoverTree } from "./recover-tree.ts";
import { file, inTemporaryFolder, NO_SHARDS, plant, STEPS, shard, snapshotAt } from "./tiny-tree.ts";
import { filesUnder, inodes, namesIn } from "./tree-files.ts";

const text = fc
  .tuple(fc.constantFrom("a", "quake", "depth 10 km, "), fc.constantFrom(1, 5, 400, 2000))
  .map(([word, times]) => word.repeat(times));
const path = fc.constantFrom(
  "index.html",
  "api/index.json",
  "api/recent/index.json",
  "api/v1/a/index.json",
  // A folder in one tree, and a file in the next.
  "api/v1/a",
  "q/x/a-1.json",
  "b.bin",
);
const options = fc.record({
  section: fc.constantFrom(...SECTIONS.filter((name) => !SHARD_SECTIONS.includes(name))),
  cache: fc.constantFrom("minute" as const, "day" as const),
  compress: fc.boolean(),
});
/** Half of them have a key, which the text tells. */
const ordinary = fc
  .tuple(path, text, options, fc.boolean())
  .map(([at, words, more, keyed]) => file(at, words, keyed ? { ...more, key: `${words[0]}${words.length}` } : more));
const files = fc
  .tuple(fc.array(ordinary, { maxLength: 6 }), fc.array(fc.tuple(text, fc.boolean()), { maxLength: 3 }))
  .map(([list, shards]) => distinct([...list, ...shards.map(([words, compress]) => shard(words, compress))]));

function distinct(list: TreeFile[]): TreeFile[] {
  const one = new Map(list.map((each) => [each.path, each]));
  return [...one.values()].filter(({ path: name }) => ![...one.keys()].some((other) => other.startsWith(`${name}/`)));
}

/** What must be the same as in a fresh folder: all but the record's sequence and section of kept shards. */
function withoutHistory(dir: string, fresh: ReadonlySet<string>): Record<string, string> {
  const all = filesUnder(dir);
  const record = JSON.parse(all["snapshot.json"] as string);
  const kept = record.index.find((section: { name: string }) => section.name === "kept")?.path;
  record.sequence = 0;
  record.index = record.index.filter((section: { name: string }) => section.name !== "kept");
  all["snapshot.json"] = JSON.stringify(record);
  const isKept = (name: string) => name === kept || (name.startsWith("shards/") && !fresh.has(name));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isKept(name)));
}

test("trees planted over one another equal a fresh one, file by file, and unchanged files keep their inode", () =>
  fc.assert(
    fc.asyncProperty(fc.array(files, { minLength: 2, maxLength: 6 }), (versions) =>
      inTemporaryFolder(async (dir) => {
        const out = join(dir, "over");
        for (const [at, version] of versions.entries()) {
          const before = at === 0 ? {} : inodes(out);
          const earlier = at === 0 ? {} : filesUnder(out);
          await plant(out, version);
          const fresh = join(dir, `fresh-${at}`);
          await plant(fresh, version);
          const expected = filesUnder(fresh);
          expect(withoutHistory(out, new Set(Object.keys(expected)))).toEqual(withoutHistory(fresh, new Set(Object.keys(expected))));
          const after = inodes(out);
          for (const { path: name } of version) if (earlier[name] === expected[name]) expect(after[name]).toBe(before[name]);
          expect((await verifyTree(out)).faults).toEqual([]);
        }
      }),
    ),
    { numRuns: 60 },
  ));

const GROUP = { name: "group", key: "k", files: () => [file("group/one.json", "one"), file("group/two.json", "two")] };
const OLDEST = [file("a.json", "oldest"), file("b.json/x.json", "x"), file("same.json", "same ".repeat(400))];
const OLD = [file("a.json", "old"), file("same.json", "same ".repeat(400), { key: "k" }), shard("old shard"), GROUP];
const NEW = [
  file("a.json", "new"),
  file("b.json", "now a file"),
  file("same.json", "same ".repeat(400), { key: "k" }),
  shard("new shard"),
  file("n.json", "n ".repeat(900)),
  GROUP,
];

const LATER = { snapshot: snapshotAt("2018-02-08T00:00:00.000Z") };
const folder = temporaryFolder();
const [begun, fresh] = [join(folder, "begun"), join(folder, "fresh")];

beforeAll(async () => {
  await plant(begun, OLDEST, { snapshot: snapshotAt("2018-02-06T23:00:00.000Z") });
  await plant(begun, OLD);
  await plant(fresh, NEW, LATER);
});

test("after a crash at any change every file that the record names is readable by its hash, and planting again completes", async () => {
  let died = true;
  for (let n = 1; died; n++) {
    died = await inTemporaryFolder((dir) => crashAndRecover(dir, n));
    expect(n).toBeLessThan(200);
  }
});

async function crashAndRecover(dir: string, n: number): Promise<boolean> {
  const out = join(dir, "dist");
  cpSync(folder, dir, { recursive: true, filter: (from) => !from.startsWith(fresh) });
  renameSync(join(dir, "begun"), out);
  renameSync(join(dir, "begun.cells"), `${out}.cells`);
  const fileSystem = dyingAt(n);
  const attempt = writeTree({
    out,
    files: NEW,
    steps: STEPS,
    snapshot: { ...LATER.snapshot, shards: NO_SHARDS },
    fileSystem,
  });
  const failed = await attempt.then(
    () => false,
    () => true,
  );
  await expectReadable(out);
  const whole = join(dir, "whole");
  cpSync(out, whole, { recursive: true });
  const recovered = await recoverTree(whole).catch(() => undefined);
  if (recovered !== undefined) expect(recovered).toMatch(/^completed/);
  await expectReadable(whole);
  expect((await verifyTree(whole)).faults).toEqual([]);
  rmSync(whole, { recursive: true });
  // What is to complete the plan may die as well.
  if (failed) await recoverDying(out, 1 + (n % 30));
  await plant(out, NEW, LATER);
  expect((await verifyTree(out)).faults).toEqual([]);
  expect((await openTree(out)).snapshot.sequence).toBe(3);
  expect(namesIn(dir)).toEqual(["dist"]);
  await plant(out, OLD, LATER);
  await plant(out, NEW, LATER);
  const names = new Set(Object.keys(filesUnder(fresh)));
  expect(withoutHistory(out, names)).toEqual(withoutHistory(fresh, names));
  expect((await verifyTree(out)).faults).toEqual([]);
  return failed;
}

/** Every file of the index, as a host reads it, and the index itself. */
async function expectReadable(out: string): Promise<void> {
  const { files } = await openTree(out);
  for (const entry of files.values()) expect([entry.path, (await readNamed(out, entry)) !== undefined]).toEqual([entry.path, true]);
}

async function recoverDying(out: string, n: number): Promise<void> {
  const fs = dyingAt(n);
  try {
    recover(fs, treePaths(fs, out));
  } catch {
    await expectReadable(out);
  }
}

test("a crash during the first planting leaves no tree, and planting again completes", async () => {
  for (let n = 1; n < 40; n++) {
    await inTemporaryFolder(async (dir) => {
      const out = join(dir, "dist");
      await plant(out, NEW, { fileSystem: dyingAt(n) }).catch(() => {});
      await recoverTree(out);
      if (existsSync(join(out, "snapshot.json"))) expect((await verifyTree(out)).faults).toEqual([]);
      await plant(out, NEW);
      expect((await verifyTree(out)).faults).toEqual([]);
    });
  }
});

/** A call that fails as the system's would. */
function failWith(code: string): () => never {
  return () => {
    throw Object.assign(new Error(code), { code, syscall: "call" });
  };
}

test("if the file system has no hard links, files are copied", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const fileSystem = { ...NODE_FILE_SYSTEM, link: failWith("EPERM") };
    for (const files of [OLD, NEW, OLD, NEW]) {
      await plant(out, files, { fileSystem });
      expect((await verifyTree(out)).faults).toEqual([]);
      expect(statSync(join(out, "same.json")).nlink).toBe(1);
    }
  }));
