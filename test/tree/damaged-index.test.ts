/** A part of the index, or a file, that turns out to be damaged after files of the next tree were placed. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { TreeFile } from "../../build/tree/file.ts";
import { openTree } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { file, plant, snapshotAt } from "./tiny-tree.ts";

const MANY = 2_300;
/** Of the same day: a build looks at nothing before it begins. */
const LATER = snapshotAt("2018-02-07T00:01:00.000Z");
const out = join(temporaryFolder(), "dist");

function files(version: number): TreeFile[] {
  return Array.from({ length: MANY }, (_, at) => file(`api/${at}.json`, `${at} ${version}`, { key: `${version}`, compress: false }));
}

/** Removes every part of the index. */
function damage(): void {
  const record = JSON.parse(readFileSync(join(out, "snapshot.json"), "utf8")) as { index: { path: string }[] };
  const roots = new Set(record.index.map(({ path }) => path));
  for (const name of readdirSync(join(out, "index"))) if (!roots.has(`index/${name}`)) rmSync(join(out, "index", name));
}

beforeEach(async () => {
  rmSync(out, { recursive: true, force: true });
  await plant(out, files(1));
});

test("every file is written again, and the sequence continues", async () => {
  let times = 0;
  const given = {
    *[Symbol.iterator]() {
      if (++times === 1) damage();
      yield* files(2);
    },
  };
  const lines: string[] = [];
  const planted = await plant(out, given, { snapshot: LATER, report: (line) => lines.push(line) });
  expect(planted).toMatchObject({ written: MANY, unchanged: 0, snapshot: { sequence: 2 } });
  expect(times).toBe(2);
  expect(lines.join()).toMatch(/the previous tree cannot be read \(index\/\w+\.json is missing\); every file is written again/);
  expect((await verifyTree(out)).faults).toEqual([]);
});

function* damagedFirst() {
  damage();
  yield* files(2);
}

test("a generator of files is not asked again: that is an error, and the tree stays as it was", async () => {
  await expect(plant(out, damagedFirst(), { snapshot: LATER })).rejects.toMatchObject({ code: "tree-damaged" });
  expect(readFileSync(join(out, "api/7.json"), "utf8")).toBe("7 1");
  await expect(openTree(out)).rejects.toMatchObject({ code: "tree-damaged" });
});

test("damage that was mended does not come back with a later tree", async () => {
  await plant(out, [...files(1), file("api/new.json", "1")]);
  for (const { path } of files(1)) rmSync(join(out, path));
  for (const version of ["2", "3", "4"]) {
    await plant(out, [...files(1), file("api/new.json", version)]);
    expect((await verifyTree(out)).faults).toEqual([]);
  }
});
