import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { statusPage } from "../../build/site/views/status.ts";
import { openTree } from "../../build/tree/read.ts";
import { writeStatusFiles } from "../../build/tree/status-files.ts";
import { lockedTree, treePaths } from "../../build/tree/tree-paths.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { ENGLISH } from "../site/english.ts";
import { makeStatus } from "./make-status.ts";
import { file, inTemporaryFolder, plant } from "./tiny-tree.ts";

const JSON_TEXT = `${JSON.stringify(makeStatus())}\n`;
const PAGE = statusPage(makeStatus(), ENGLISH);

test("a status is part of a sound tree, but not of its snapshot, and can be written over", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const { snapshot } = await plant(out, [file("a.json", "1")]);
    for (const fresh of [true, false]) {
      await writeStatusFiles(out, { json: JSON.stringify(makeStatus({ fresh })), page: PAGE });
      expect((await verifyTree(out)).faults).toEqual([]);
      expect((await openTree(out)).snapshot).toEqual(snapshot);
      expect(JSON.parse(readFileSync(join(out, "status.json"), "utf8")).fresh).toBe(fresh);
    }
  }));

test("the next tree keeps the status of the one before, until its own run has written another", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", "1")]);
    await writeStatusFiles(out, { json: JSON_TEXT, page: PAGE });
    await plant(out, [file("a.json", "2")]);
    expect(readFileSync(join(out, "status.json"), "utf8")).toBe(JSON_TEXT);
    expect(readFileSync(join(out, "status/index.html"), "utf8")).toBe(PAGE);
    expect((await verifyTree(out)).faults).toEqual([]);
  }));

test("what a run that was cut short has left beside the tree is gone after the next run", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", "1")]);
    mkdirSync(join(out, "status.json"));
    await expect(writeStatusFiles(out, { json: JSON_TEXT, page: PAGE })).rejects.toThrow();
    rmSync(join(out, "status.json"), { recursive: true });
    const pid = vi.spyOn(process, "pid", "get").mockReturnValue(1);
    await writeStatusFiles(out, { json: JSON_TEXT, page: PAGE });
    pid.mockRestore();
    expect(readdirSync(dir)).toEqual(["dist", "dist.cells"]);
  }));

test("a status of another form is named, and no file of a tree may have its place", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", "1")]);
    await writeStatusFiles(out, { json: '{"format":1}', page: "<p>cut sh" });
    const { ok, faults } = await verifyTree(out);
    expect(ok).toBe(false);
    expect(faults.map(({ path }) => path)).toEqual(["status.json", "status/index.html"]);
    writeFileSync(join(out, "status.json"), "not json");
    expect((await verifyTree(out)).faults[0]).toMatchObject({ path: "status.json", message: "is not JSON" });
    for (const path of ["status.json", "status/index.html", "status"])
      await expect(plant(out, [file(path, "mine")])).rejects.toThrow("belongs to the status");
  }));

test("what else lies in the folder of the status is a stray", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", "1")]);
    mkdirSync(join(out, "status"));
    writeFileSync(join(out, "status/notes.txt"), "");
    expect((await verifyTree(out)).faults).toMatchObject([{ path: "status/notes.txt", kind: "stray" }]);
  }));

test("a status is not written while a tree is planted, nor if it cannot be", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", "1")]);
    const attempt = (to = out) => writeStatusFiles(to, { json: JSON_TEXT, page: PAGE });
    await lockedTree(NODE_FILE_SYSTEM, treePaths(NODE_FILE_SYSTEM, out), async () => {
      await expect(attempt()).rejects.toMatchObject({ code: "build-running" });
    });
    await attempt();
    expect(existsSync(join(out, "status.json"))).toBe(true);
    await attempt(join(dir, "other"));
    expect(existsSync(join(dir, "other"))).toBe(false);
    writeFileSync(join(dir, "file"), "");
    await expect(writeStatusFiles(join(dir, "file"), { json: "", page: "" })).rejects.toMatchObject({ name: "UserError" });
  }));
