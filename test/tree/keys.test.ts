import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TreeFile } from "../../build/tree/file.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { sectionPath } from "./forge.ts";
import { file, inTemporaryFolder, plant, snapshotAt } from "./tiny-tree.ts";
import { namesIn } from "./tree-files.ts";

/** A page that counts how often it is made. */
function page(text: string, made: string[], more: Partial<TreeFile> = {}): TreeFile {
  const bytes = () => {
    made.push(text);
    return Buffer.from(text);
  };
  return { ...file("page.html", text, { compress: false, key: "k1", ...more }), bytes };
}

const OTHER = file("other.html", "another page");

async function twice(second: (made: string[], out: string) => TreeFile[]): Promise<{ made: string[]; text: string }> {
  return inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [page("first", []), OTHER]);
    const made: string[] = [];
    await plant(out, second(made, out));
    expect(await verifyTree(out)).toMatchObject({ ok: true });
    return { made, text: readFileSync(join(out, "page.html"), "utf8") };
  });
}

test("a file is not made again if its key is as it was", async () => {
  const again = await twice((made) => [page("second", made), OTHER, file("new.json", "so that all is written")]);
  expect(again).toEqual({ made: [], text: "first" });
});

test("a tree is written also if its keys cannot be kept, with one warning", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    writeFileSync(`${out}.cells`, "in the way");
    const warnings: string[] = [];
    await plant(out, [page("first", [], {}), OTHER], { warn: (line) => void warnings.push(line) });
    expect(warnings).toEqual([expect.stringMatching(/dist\.cells cannot be written \(E[A-Z]+\)/)]);
    expect(await verifyTree(out)).toMatchObject({ ok: true });
  }));

/** Does something to the folder first. */
const after = (change: (out: string) => void) => (made: string[], out: string) => {
  change(out);
  return [page("second", made), OTHER];
};

const keys = (out: string) => join(`${out}.cells`, "cells");

/** Cuts every value short. */
function damageValues(out: string): void {
  const folder = join(`${out}.cells`, "values");
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(1));
}

test.each<[string, (made: string[], out: string) => TreeFile[]]>([
  ["its key is another", (made) => [page("second", made, { key: "k2" }), OTHER]],
  ["it has no key any more", (made) => [page("second", made, { key: undefined }), OTHER]],
  ["it is to be kept for longer", (made) => [page("second", made, { cache: "day" }), OTHER]],
  ["it is to be compressed", (made) => [page("second", made, { compress: true }), OTHER]],
  ["the file before is gone from the disk", after((out) => rmSync(join(out, "page.html")))],
  ["the file before was cut short", after((out) => writeFileSync(join(out, "page.html"), "fir"))],
  ["the file before has other bytes", after((out) => writeFileSync(join(out, "page.html"), "tsrif"))],
  ["the index before is damaged", after((out) => writeFileSync(join(out, sectionPath(out, "pages")), "[]"))],
  ["the keys are lost", after((out) => rmSync(keys(out)))],
  ["the keys are cut short", after((out) => writeFileSync(keys(out), readFileSync(keys(out)).subarray(0, -3)))],
  ["the keys are damaged", after((out) => writeFileSync(keys(out), readFileSync(keys(out), "utf8").replace("tree", "free")))],
  ["their values are damaged", after(damageValues)],
])("a file is made again if %s", async (_, second) => {
  expect(await twice(second)).toEqual({ made: ["second"], text: "second" });
});

test("a file that the last plan has moved is made again in the same day if a power cut has damaged it", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const made: string[] = [];
    const at = (hour: number) => ({ snapshot: snapshotAt(`2018-02-07T0${hour}:00:00.000Z`) });
    await plant(out, [page("first", []), OTHER], at(1));
    const files = [page("second", made, { key: "k2" }), OTHER];
    await plant(out, files, at(2));
    writeFileSync(join(out, "page.html"), "dnoces");
    await plant(out, [...files, file("new.json", "new")], at(3));
    expect(made).toEqual(["second", "second"]);
    expect(await verifyTree(out)).toMatchObject({ ok: true });
  }));

test("keys are taken up again once they have been lost", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [page("first", [])]);
    rmSync(keys(out));
    await plant(out, [page("first", [])]);
    const made: string[] = [];
    await plant(out, [page("second", made)]);
    expect(made).toEqual([]);
  }));

test("the keys of the tree before the last are not used", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [page("first", [])]);
    cpSync(`${out}.cells`, join(dir, "first"), { recursive: true });
    await plant(out, [page("second", [], { key: "k2" })]);
    cpSync(join(dir, "first"), `${out}.cells`, { recursive: true });
    const made: string[] = [];
    await plant(out, [page("third", made)]);
    expect(made).toEqual(["third"]);
    expect(await verifyTree(out)).toMatchObject({ ok: true });
  }));

test("a key that cannot be written down is refused", () =>
  inTemporaryFolder(async (dir) => {
    const attempt = plant(join(dir, "dist"), [page("first", [], { key: "a b" })]);
    await expect(attempt).rejects.toThrow("the key of page.html is not one of at most 64 characters");
  }));

test("a file that is taken over unmade is the same file, in the same index", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [page("first", []), OTHER]);
    const { ino } = statSync(join(out, "page.html"));
    const more = file("new.json", "so that all is written");
    await plant(out, [page("first", []), OTHER, more]);
    expect(statSync(join(out, "page.html")).ino).toBe(ino);
    const fresh = await plant(join(dir, "fresh"), [page("first", []), OTHER, more]);
    expect(namesIn(join(out, "index"))).toEqual(namesIn(join(dir, "fresh/index")));
    expect(fresh.written).toBe(3);
  }));
