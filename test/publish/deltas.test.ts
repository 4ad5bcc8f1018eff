import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import type { Origin } from "../../build/tree/origins/origin.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { mirror } from "../tree/mirroring.ts";
import { filesUnder } from "../tree/tree-files.ts";
import { type MemoryTarget, memoryTarget } from "./memory-target.ts";
import { publishTo } from "./publishing.ts";
import { plantVersion } from "./versions.ts";

const root = temporaryFolder();
const tree = join(root, "tree");
const copy = join(root, "copy");
const DAY_MS = 86_400_000;

let target: MemoryTarget;

beforeEach(async () => {
  for (const dir of [tree, copy]) rmSync(dir, { recursive: true, force: true });
  target = memoryTarget();
  await plantVersion(tree, 0);
  await publishTo(target, tree);
});

async function publishNext(version: number): Promise<void> {
  await plantVersion(tree, version);
  await publishTo(target, tree);
}

/** @returns what was asked of the target */
async function follow(): Promise<string[]> {
  const asked: string[] = [];
  const origin: Origin = {
    name: "the target",
    read(path, options) {
      asked.push(path);
      return target.origin.read(path, options);
    },
  };
  await mirror(origin, copy);
  return asked;
}

const deltasThere = (): string[] => [...target.objects.keys()].filter((path) => path.startsWith("deltas/"));

describe("an object store that is published to", () => {
  it("has the delta to each snapshot, so that a mirror needs nothing else", async () => {
    await mirror(createFolderOrigin(tree), copy);
    for (const version of [1, 2, 3]) await publishNext(version);
    expect(deltasThere()).toHaveLength(3);
    const asked = await follow();
    expect(asked.filter((path) => !path.startsWith("snapshot.json"))).toEqual(deltasThere().toSorted());
    expect(filesUnder(copy)).toEqual(filesUnder(tree));
  });

  it("gets each delta once, to be kept for ever", async () => {
    await publishNext(1);
    const [first = ""] = deltasThere();
    const before = target.objects.get(first);
    await publishNext(2);
    expect(target.objects.get(first)).toBe(before);
    expect(before?.headers.cacheControl).toContain("immutable");
  });

  it("gets those of the runs that were not published", async () => {
    await plantVersion(tree, 1);
    await plantVersion(tree, 2);
    await publishNext(3);
    expect(deltasThere()).toHaveLength(3);
  });

  it("keeps those that the tree has removed for a day, to the millisecond", async () => {
    await publishNext(1);
    rmSync(join(tree, "deltas"), { recursive: true });
    for (const [waited, left] of [
      [DAY_MS, 1],
      [1, 0],
    ] as const) {
      target.wait(waited);
      await publishTo(target, tree, { repair: true });
      expect(deltasThere()).toHaveLength(left);
    }
  });

  it("removes those that the tree has removed, a day later", async () => {
    await publishNext(1);
    await publishNext(2);
    const old = deltasThere();
    target.wait(2 * DAY_MS);
    await publishNext(2 + 2 * 24 * 60);
    const steps = deltasThere().filter((path) => path.startsWith("deltas/step/"));
    expect(steps).toHaveLength(1);
    expect(old).not.toContain(steps[0]);
  });
});
