/** Files that are made together: a group with a known key is taken over without being asked for its files. */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { FileGroup, TreeFile } from "../../build/tree/file.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { sectionPath } from "./forge.ts";
import { file, inTemporaryFolder, plant, snapshotAt } from "./tiny-tree.ts";
import { filesUnder } from "./tree-files.ts";

/** A group that notes its name when its files are made. */
function group(name: string, key: string | undefined, files: readonly TreeFile[], made: string[] = []): FileGroup {
  const list = () => {
    made.push(name);
    return files;
  };
  return { name, key, files: list };
}

const LONG = "a page that is worth compressing, ".repeat(100);
const pages = (text: string) => [
  file("day/a.json", `a ${text}`, { section: "earthquakes", key: `a${text}` }),
  file("day/a.html", LONG + text, { section: "event-pages", key: `h${text}`, cache: "day" }),
];
const OTHER = file("other.json", "of no group", { key: "o" });
const NEW = file("new.json", "so that all is written");

async function twice(
  second: (made: string[], out: string) => (TreeFile | FileGroup)[],
): Promise<{ made: string[]; files: Record<string, string> }> {
  return inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [OTHER, group("day", "k1", pages("one"))]);
    const made: string[] = [];
    await plant(out, [...second(made, out), NEW]);
    expect((await verifyTree(out)).faults).toEqual([]);
    return { made, files: filesUnder(out) };
  });
}

test("the files of a group with a known key are not made again", async () => {
  const { made, files } = await twice((made) => [group("day", "k1", pages("two"), made), OTHER]);
  expect(made).toEqual([]);
  expect(files["day/a.json"]).toBe("a one");
  expect(files["day/a.html.br"]).toBeDefined();
});

const after = (change: (out: string) => void) => (made: string[], out: string) => {
  change(out);
  return [group("day", "k1", pages("two"), made), OTHER];
};
const keys = (out: string) => join(`${out}.cells`, "cells");

test.each<[string, (made: string[], out: string) => (TreeFile | FileGroup)[]]>([
  ["its key is another", (made) => [group("day", "k2", pages("two"), made), OTHER]],
  ["it has no key any more", (made) => [group("day", undefined, pages("two"), made), OTHER]],
  ["it has another name", (made) => [group("night", "k1", pages("two"), made), OTHER]],
  ["one of its files is gone from the disk", after((out) => rmSync(join(out, "day/a.html")))],
  ["one of its files has other bytes", after((out) => writeFileSync(join(out, "day/a.json"), "b one"))],
  ["the index before is damaged", after((out) => writeFileSync(join(out, sectionPath(out, "earthquakes")), "[]"))],
  ["the keys are lost", after((out) => rmSync(keys(out)))],
  ["the keys are cut short", after((out) => writeFileSync(keys(out), readFileSync(keys(out)).subarray(0, -3)))],
  ["the keys are damaged", after((out) => writeFileSync(keys(out), readFileSync(keys(out), "utf8").replace("day", "may")))],
  [
    "its keys are lost, and its key is another",
    (made, out) => {
      const [, hash = ""] = /^group\/day \S+ (\S+)$/m.exec(readFileSync(keys(out), "utf8")) ?? [];
      rmSync(join(`${out}.cells`, "values", hash));
      return [group("day", "k2", pages("two"), made), OTHER];
    },
  ],
])("the files of a group are made again if %s", async (_, second) => {
  const { made, files } = await twice(second);
  expect(made).toHaveLength(1);
  expect(files["day/a.json"]).toBe("a two");
});

test("of a group with another key, files whose own key is known are not made again", async () => {
  const changed = (made: string[]) => {
    const bytes = () => {
      throw new Error("not needed");
    };
    const [a] = pages("one");
    return [group("day", "k2", [{ ...(a as TreeFile), bytes }, file("day/b.json", "b")], made), OTHER];
  };
  const { files } = await twice(changed);
  expect(files["day/a.json"]).toBe("a one");
  expect(files["day/b.json"]).toBe("b");
  expect(files["day/a.html"]).toBeUndefined();
});

test("the files of a group that is no longer given are removed", async () => {
  const { files } = await twice(() => [OTHER]);
  expect(Object.keys(files).filter((path) => path.startsWith("day"))).toEqual([]);
});

test("what was a group may be single files, and single files may be a group", async () => {
  expect((await twice(() => [OTHER, ...pages("two")])).files["day/a.json"]).toBe("a two");
  const { made, files } = await twice((made) => [group("day", "k1", pages("two"), made), group("rest", "r", [OTHER])]);
  expect(made).toEqual([]);
  expect(files["other.json"]).toBe("of no group");
});

test.each<[string, (TreeFile | FileGroup)[], string]>([
  ["two groups of one name", [group("day", "k1", []), group("day", "k3", [])], "two groups of files have one name: day"],
  [
    "a file of a known group again",
    [group("day", "k1", pages("one")), file("day/a.json", "x")],
    "two files of the tree have one path: day/a.json (earthquakes) and day/a.json (api)",
  ],
  [
    "a known group with a file that is there already",
    [file("day/a.html", "x"), group("day", "k1", pages("one"))],
    "two files of the tree have one path: day/a.html (event-pages) and day/a.html (api)",
  ],
  [
    "two groups with one path",
    [group("day", "k1", pages("one")), group("night", "k1", pages("one"))],
    "two files of the tree have one path: day/a.json (earthquakes) and day/a.json (earthquakes)",
  ],
  [
    "a file where a known group has a folder",
    [group("day", "k1", pages("one")), file("day", "x")],
    "a file and a folder of the tree have one path: day (api)",
  ],
  [
    "a file below a file of a known group",
    [group("day", "k1", pages("one")), file("day/a.json/x.json", "x")],
    "a file and a folder of the tree have one path: day/a.json (api)",
  ],
  ["a name with a space", [group("a day", "k1", [])], 'the name of the group "a day" is not one without spaces'],
  ["a key with a space", [group("night", "k 1", [])], "the key of the group night is not one of at most 64 characters"],
])("%s are refused, and the tree stays as it was", (_, second, told) =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [OTHER, group("day", "k1", pages("one"))]);
    const before = filesUnder(out);
    await expect(plant(out, [OTHER, ...second])).rejects.toThrow(told);
    expect(filesUnder(out)).toEqual(before);
  }),
);

const OWNERS = ["none", "one", "two", "keyless"] as const;

/** Minute by minute: of which group a file is, in which section, and its version; absent: there is no such file. */
const state = fc.option(
  fc.record({
    owner: fc.constantFrom(...OWNERS),
    section: fc.constantFrom("earthquakes" as const, "api" as const),
    version: fc.nat({ max: 2 }),
    keyed: fc.boolean(),
  }),
);
const minutes = fc.array(fc.array(state, { minLength: 6, maxLength: 6 }), { minLength: 2, maxLength: 5 });

type State = typeof state extends fc.Arbitrary<infer Value> ? Value : never;

/** The files of each owner. The last file has the name of a folder of others. */
function ownedFiles(states: readonly State[]): Map<string, TreeFile[]> {
  const owned = new Map<string, TreeFile[]>(OWNERS.map((owner) => [owner, []]));
  for (const [at, one] of states.entries()) {
    const isFolder = at === 5 && states.slice(3, 5).some(Boolean);
    if (!one || isFolder) continue;
    const { owner, section, version, keyed } = one;
    const path = at === 5 ? "b" : `${at < 3 ? "a" : "b"}/${at}.json`;
    const more = { section, ...(keyed && { key: `${at}-${version}` }) };
    owned.get(owner)?.push(file(path, `${at} ${version} `.repeat(1 + 300 * (at % 2)), more));
  }
  return owned;
}

test("trees of groups equal trees of single files, and only groups with a new key are made", () =>
  fc.assert(
    fc.asyncProperty(minutes, (versions) =>
      inTemporaryFolder(async (dir) => {
        const [grouped, single] = [join(dir, "grouped"), join(dir, "single")];
        let before = new Map<string, string>();
        for (const [minute, states] of versions.entries()) {
          const snapshot = snapshotAt(new Date(Date.UTC(2018, 1, 7, 0, minute)).toISOString());
          const made: string[] = [];
          const owned = ownedFiles(states);
          const keyOf = (owner: string) => `${owner}${JSON.stringify(states.map((one) => one?.owner === owner && one))}`;
          const now = new Map(["one", "two"].map((owner) => [owner, createHash("md5").update(keyOf(owner)).digest("hex")]));
          const groups = OWNERS.slice(1).map((owner) => group(owner, now.get(owner), owned.get(owner) ?? [], made));
          const given = [...groups.slice(0, 1), ...(owned.get("none") ?? []), ...groups.slice(1)];
          const counts = await plant(grouped, given, { snapshot });
          expect(await plant(single, [...owned.values()].flat(), { snapshot })).toEqual(counts);
          expect(filesUnder(grouped)).toEqual(filesUnder(single));
          const isNew = ([owner, key]: [string, string]) => before.get(owner) !== key;
          expect(made).toEqual([...[...now].filter(isNew).map(([owner]) => owner), "keyless"]);
          before = now;
        }
        expect((await verifyTree(grouped)).faults).toEqual([]);
      }),
    ),
    { numRuns: 10 },
  ));
