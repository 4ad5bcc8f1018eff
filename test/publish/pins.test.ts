import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyTree } from "../../build/verify/verify.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type MemoryTarget, memoryTarget } from "./memory-target.ts";
import { publishTo } from "./publishing.ts";
import { plantVersion } from "./versions.ts";

const root = temporaryFolder();
const tree = join(root, "tree");
const DAY_MS = 86_400_000;
const DAY = 24 * 60;

let target: MemoryTarget;

beforeEach(async () => {
  rmSync(tree, { recursive: true, force: true });
  target = memoryTarget();
  await publishNext(0);
});

async function publishNext(version: number): Promise<void> {
  await plantVersion(tree, version);
  await publishTo(target, tree);
}

const pinsThere = (kind = ""): string[] => [...target.objects.keys()].filter((path) => path.startsWith(`pins/${kind}`));

/** What lies at the target, as a folder; @returns what is wrong with it as a tree */
async function faultsThere(): Promise<unknown[]> {
  const dir = join(root, "there");
  rmSync(dir, { recursive: true, force: true });
  for (const [path, { bytes }] of target.objects) {
    if (path.startsWith("replaced/") || path === "publishing.json") continue;
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), bytes);
  }
  return (await verifyTree(dir)).faults.filter(({ path }) => path.startsWith("pins/"));
}

describe("an object store that is published to", () => {
  it("gets each pin once, to be kept for ever, before the record of the snapshot that took the other's place", async () => {
    await publishNext(1);
    const [first = ""] = pinsThere();
    const before = target.objects.get(first);
    await publishNext(2);
    expect(pinsThere()).toHaveLength(2);
    expect(target.objects.get(first)).toBe(before);
    expect(before?.headers.cacheControl).toContain("immutable");
    expect(await faultsThere()).toEqual([]);
  });

  it("gets those of the runs that were not published", async () => {
    for (const version of [1, 2]) await plantVersion(tree, version);
    await publishNext(3);
    expect(pinsThere("step/")).toHaveLength(3);
  });

  it("gets those of an hour as one, and removes the single ones a day later", async () => {
    for (const version of [1, 2]) await publishNext(version);
    await publishNext(3 * 60);
    expect(pinsThere("hour/")).toHaveLength(1);
    expect(pinsThere("step/")).toHaveLength(3);
    target.wait(2 * DAY_MS);
    await publishNext(2 * DAY);
    expect(pinsThere("hour/")).toHaveLength(2);
    expect(pinsThere("step/")).toHaveLength(1);
    expect(await faultsThere()).toEqual([]);
  });

  it("has none any more of snapshots that the tree no longer keeps", async () => {
    for (const version of [1, 2]) await publishNext(version);
    target.wait(10 * DAY_MS);
    await publishNext(10 * DAY);
    expect(pinsThere()).toHaveLength(1);
  });
});
