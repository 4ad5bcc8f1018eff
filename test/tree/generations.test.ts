/** A tree is changed in place: what that costs, what former readers find, and what others do to the folder. */
import { createHash } from "node:crypto";
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import type { WrittenTree } from "../../build/tree/write-tree.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { dyingAt } from "./dying.ts";
import { sectionPath } from "./forge.ts";
import { file, inTemporaryFolder, plant, snapshotAt } from "./tiny-tree.ts";
import { filesUnder, namesIn } from "./tree-files.ts";

const MANY = 60;

/** Many pages, of which one in each minute is another. Every tenth has variants; every second has a key. */
function minute(at: number): TreeFile[] {
  return Array.from({ length: MANY }, (_, page) => {
    const text = `page ${page} ${page === at ? `of minute ${at} ` : ""}`.repeat(page % 10 === 3 ? 200 : 1);
    const key = page % 2 === 0 ? `key-${page === at ? at : ""}` : undefined;
    return file(`earthquakes/${page}/index.html`, text, { section: "event-pages", compress: page % 10 === 3, key });
  });
}

const instant = (at: number) => snapshotAt(new Date(Date.UTC(2018, 1, 7, 1, at)).toISOString());

async function build(out: string, at: number, more: Parameters<typeof plant>[2] = {}): Promise<WrittenTree> {
  return plant(out, minute(at), { snapshot: instant(at), ...more });
}

async function expectSound(dir: string, out: string, at: number): Promise<void> {
  expect((await verifyTree(out)).faults).toEqual([]);
  const fresh = join(dir, `fresh-${at}`);
  await build(fresh, at);
  const [expected, made] = [fresh, out].map((one) => filesUnder(one)) as [Record<string, string>, Record<string, string>];
  delete expected["snapshot.json"];
  expect(made).toMatchObject(expected);
  expect(Object.keys(made)).toHaveLength(Object.keys(expected).length + 1);
}

test("a minute changes as much on the disk as has changed in it, and nothing new changes nothing", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    for (const at of [0, 1, 2]) await build(out, at);
    const counter = dyingAt(Number.POSITIVE_INFINITY);
    expect(await build(out, 3, { fileSystem: counter })).toMatchObject({ written: 2, unchanged: MANY - 2 });
    expect(counter.changes()).toBeLessThan(MANY);
    await expectSound(dir, out, 3);
    const again = dyingAt(Number.POSITIVE_INFINITY);
    expect(await build(out, 3, { fileSystem: again })).toMatchObject({ written: 0, unchanged: MANY });
    // The lock.
    expect(again.changes()).toBeLessThan(5);
  }));

/** Dies where it would rename such a file. */
const killedAt = (files: RegExp): typeof NODE_FILE_SYSTEM => ({
  ...NODE_FILE_SYSTEM,
  rename: (from, to) => {
    if (files.test(from)) throw new Error("killed");
    NODE_FILE_SYSTEM.rename(from, to);
  },
});

test("a plan that is carried out a second time leaves the tree as it is", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await build(out, 0);
    await expect(build(out, 1, { fileSystem: killedAt(/next.plan\.json$/) })).rejects.toThrow("killed");
    const once = filesUnder(out);
    const lines: string[] = [];
    await build(out, 1, { report: (line) => lines.push(line) });
    expect(lines).toEqual(["completed what an earlier run left unfinished"]);
    expect(filesUnder(out)).toEqual(once);
    await expectSound(dir, out, 1);
  }));

test("a plan whose staged files are gone is given up, and the next build writes them again", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await build(out, 0);
    await expect(build(out, 1, { fileSystem: killedAt(/next.tree/) })).rejects.toThrow("killed");
    rmSync(join(out, "replaced/next/tree/earthquakes"), { recursive: true });
    const lines: string[] = [];
    await build(out, 1, { report: (line) => lines.push(line) });
    expect(lines).toEqual(["gave up what an earlier run left unfinished: its files are gone"]);
    await expectSound(dir, out, 1);
  }));

test("a file whose bytes an earlier attempt kept is removed nevertheless", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const other = file("b.json", "b");
    await plant(out, [file("a.json", "a"), other]);
    await expect(plant(out, [file("a.json", "new"), other], { fileSystem: killedAt(/plan\.json\.draft$/) })).rejects.toThrow("killed");
    await plant(out, [other]);
    expect((await verifyTree(out)).faults).toEqual([]);
  }));

test("record and plan are on the disk before anything visible changes", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await build(out, 0);
    const done: string[] = [];
    const noted = <Name extends "flush" | "rename">(name: Name): (typeof NODE_FILE_SYSTEM)[Name] =>
      ((from: string, to: string) => {
        if (from.includes("/next/")) done.push(`${name} ${from.split("/next/")[1]}`);
        NODE_FILE_SYSTEM[name](from, to);
      }) as (typeof NODE_FILE_SYSTEM)[Name];
    await build(out, 1, { fileSystem: { ...NODE_FILE_SYSTEM, flush: noted("flush"), rename: noted("rename") } });
    expect(done.slice(0, 3)).toEqual(["flush tree/snapshot.json", "flush plan.json.draft", "rename plan.json.draft"]);
  }));

test("a file that a reader has open keeps its bytes while the tree is changed", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", "first")]);
    const handle = openSync(join(out, "a.json"), "r");
    for (const text of ["second", "third", "fourth"]) await plant(out, [file("a.json", text)]);
    const bytes = Buffer.alloc(5);
    readSync(handle, bytes, 0, 5, 0);
    closeSync(handle);
    expect(bytes.toString()).toBe("first");
  }));

const PAGE = "earthquakes/3/index.html";

/** Minutes: the first build of a day looks at every file. */
const NEXT_DAY = 24 * 60;

/** A foreign change to a tree, and what the next builds report. */
const DEEDS: readonly [what: string, deed: (tree: string) => void, told: RegExp | undefined][] = [
  ["removes a file", (tree) => rmSync(join(tree, PAGE)), /earthquakes\/3\/index.html was changed or removed/],
  ["cuts a file short", (tree) => writeFileSync(join(tree, PAGE), "cut"), /earthquakes\/3\/index.html was changed/],
  [
    "changes a byte",
    (tree) => writeFileSync(join(tree, PAGE), readFileSync(join(tree, PAGE), "utf8").replace("page", "sage")),
    /earthquakes\/3\/index.html was changed/,
  ],
  ["removes a variant", (tree) => rmSync(join(tree, `${PAGE}.br`)), /earthquakes\/3\/index.html was changed/],
  ["removes a folder", (tree) => rmSync(join(tree, "earthquakes/5"), { recursive: true }), /earthquakes\/5\/index.html/],
  ["appends to a file", (tree) => appendFileSync(join(tree, PAGE), "!"), /3\/index.html was changed/],
  ["damages the index", (tree) => writeFileSync(join(tree, sectionPath(tree, "api")), "{"), /cannot be read/],
  ["adds a delta", (tree) => writeFileSync(join(tree, "deltas/step/mine.delta"), "mine"), undefined],
];

test.each(DEEDS)("a build reports that another program %s in the served tree, and later builds repair it", (_, deed, told) =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    for (const at of [0, 1, 2]) await build(out, at);
    deed(out);
    const lines: string[] = [];
    for (const at of [NEXT_DAY + 4, NEXT_DAY + 6]) {
      await build(out, at, { report: (line) => lines.push(line) });
      await expectSound(dir, out, at);
    }
    if (told) expect(lines.join("\n")).toMatch(told);
    expect(namesIn(dir).filter((name) => !name.startsWith("fresh"))).toEqual(["dist"]);
  }),
);

test("former bytes stay for two plans and two minutes, also if a path gets them back", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const hashes = new Map<string, string>();
    let now = 0;
    for (const text of ["A", "B", "A", "C", "D", "E"]) {
      const { snapshot } = await plant(out, [file("a.json", text, { compress: false })], { now: () => now });
      hashes.set(text, createHash("sha256").update(text).digest("hex"));
      expect(snapshot.sequence).toBeGreaterThan(0);
      now += 1_000;
    }
    const isKept = (text: string) => existsSync(join(out, "replaced", hashes.get(text) ?? ""));
    expect([..."ABCD"].map(isKept)).toEqual([true, true, true, true]);
    now += 120_001;
    await plant(out, [file("a.json", "F")], { now: () => now });
    expect([..."ABCDE"].map(isKept)).toEqual([false, false, false, true, true]);
    expect((await verifyTree(out)).faults).toEqual([]);
  }));

test("a file that is of another cache class from now on has the variants of that class, also in the trees after it", () =>
  inTemporaryFolder(async (dir) => {
    const text = Array.from({ length: 3_000 }, (_, at) => `event ${(at * 7919) % 10_007} of ${at % 13}`).join(", ");
    const files = (at: number) => [file("a.json", text, { cache: at === 1 ? "minute" : "day" }), file("b.json", `minute ${at}`)];
    const planted = (out: string, at: number) => plant(out, files(at), { snapshot: instant(at) });
    const [out, fresh] = [join(dir, "dist"), join(dir, "fresh")];
    for (const at of [1, 2, 3]) await planted(out, at);
    await planted(fresh, 3);
    for (const variant of ["a.json.br", "a.json.gz"]) {
      expect(readFileSync(join(out, variant)).equals(readFileSync(join(fresh, variant))), variant).toBe(true);
    }
  }));
