/** Files that are made together: a group with a known key is taken over without being asked for its files. */
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
const keys = (out: string) => `${out}.keys`;

test.each<[string, (made: string[], out: string) => (TreeFile | FileGroup)[]]>([
  ["its key is another", (made) => [group("day", "k2", pages("two"), made), OTHER]],
  ["it has no key any more", (made) => [group("day", undefined, pages("two"), made), OTHER]],
  ["it has another name", (made) => [group("night", "k1", pages("two"), made), OTHER]],
  ["one of its files is gone from the disk", after((out) => rmSync(join(out, "day/a.html")))],
  ["one of its files has other bytes", after((out) => writeFileSync(join(out, "day/a.json"), "b one"))],
  ["the index before is damaged", after((out) => writeFileSync(join(out, sectionPath(out, "earthquakes")), "[]"))],
  ["the keys are lost", after((out) => rmSync(keys(out)))],
  ["the keys are cut short", after((out) => writeFileSync(keys(out), readFileSync(keys(out)).subarray(0, -3)))],
  [
    "the keys are damaged",
    after((out) => writeFileSync(keys(out), readFileSync(keys(out), "utf8").replace("day/a.json", "day/b.json"))),
  ],
  [
    "the keys have another format",
    after((out) => writeFileSync(keys(out), readFileSync(keys(out), "utf8").replace('"format":', '"format":1'))),
  ],
])("the files of a group are made again where %s", async (_, second) => {
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
  [
    "two groups of one name",
    [group("day", "k1", []), group("day", "k3", [])],
    "two groups of files have one name: day",
  ],
  [
    "a file of a known group again",
    [group("day", "k1", pages("one")), file("day/a.json", "x")],
    "two files of the tree have one path: day/a.json (earthquakes) and day/a.json (api)",
  ],
  [
    "a known group with a file that is there already",
    [file("day/a.html", "x"), group("day", "k1", pages("one"))],
    "two files of the tree have one path: day/a.html (api) and day/a.html (event-pages)",
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

/** Days with a version each; 0: the day has no files. Each version has files that others lack. */
const minutes = fc.array(fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 6 });

function day(at: number, version: number): TreeFile[] {
  return Array.from({ length: 3 * version }, (_, n) => {
    const keyed = n % 3 > 0 ? { key: `${at}-${n}-${version % 2}` } : {};
    return file(`d${at}/${n}.json`, `${n} ${version % 2} `.repeat(n), { section: "earthquakes", ...keyed });
  });
}

test("trees of groups equal trees of single files, and only groups with a new key are made", () =>
  fc.assert(
    fc.asyncProperty(minutes, (versions) =>
      inTemporaryFolder(async (dir) => {
        const [grouped, single] = [join(dir, "grouped"), join(dir, "single")];
        let before: readonly number[] = [];
        for (const [minute, days] of versions.entries()) {
          const snapshot = snapshotAt(new Date(Date.UTC(2018, 1, 7, 0, minute)).toISOString());
          const made: string[] = [];
          const groups = days.map((version, at) => group(`d${at}`, `v${version}`, day(at, version), made));
          const counts = await plant(grouped, [OTHER, ...groups], { snapshot });
          expect(
            await plant(single, [OTHER, ...days.flatMap((version, at) => day(at, version))], { snapshot }),
          ).toEqual(counts);
          expect(filesUnder(grouped)).toEqual(filesUnder(single));
          expect(made).toEqual(days.flatMap((version, at) => (before[at] === version ? [] : [`d${at}`])));
          before = days;
        }
        expect((await verifyTree(grouped)).faults).toEqual([]);
      }),
    ),
    { numRuns: 15 },
  ));
