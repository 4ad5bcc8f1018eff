import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { writeStateFile } from "../../build/store/store.ts";
import { lockedStore } from "../../build/store/store-lock.ts";
import { temporaryFolder } from "../support/temporary.ts";

const root = temporaryFolder();

/** A number that no process has. */
const NOBODY = 4_999_999;

it("a locked store is in use, also by another path to it", async () => {
  const store = path.join(root, "real");
  mkdirSync(store);
  symlinkSync(store, path.join(root, "link"));
  await lockedStore(store, async () => {
    expect(readdirSync(store)).toEqual([expect.stringMatching(/^lock\./)]);
    for (const name of ["real", "link"])
      await expect(lockedStore(path.join(root, name), async () => {})).rejects.toMatchObject({ code: "store-in-use" });
    await lockedStore(path.join(root, "other"), async () => {});
  });
  expect(readdirSync(store)).toEqual([]);
});

it("what a run that was killed had begun to write is removed, and nothing else", async () => {
  const store = path.join(root, "drafts");
  await writeStateFile(store, "usgs/state.json", "{}");
  writeFileSync(path.join(store, `usgs/state.json.next-${NOBODY}`), "{");
  writeFileSync(path.join(store, "usgs/what.next-is"), "mine");
  await lockedStore(store, async () => {});
  expect(readdirSync(path.join(store, "usgs")).toSorted()).toEqual(["state.json", "what.next-is"]);
});

it("the error of the work is thrown, and the lock is released", async () => {
  const store = path.join(root, "failing");
  await expect(lockedStore(store, () => Promise.reject(new TypeError("a mistake")))).rejects.toThrow(TypeError);
  await lockedStore(store, async () => {});
});

it("a store that cannot be made is one that cannot be written", async () => {
  writeFileSync(path.join(root, "file"), "");
  const attempt = lockedStore(path.join(root, "file/store"), async () => {});
  await expect(attempt).rejects.toMatchObject({ code: "store-unwritable" });
});
