import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { verifyTree } from "../../build/verify/verify.ts";
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
/** Versions are a minute apart. */
const DAY = 24 * 60;

let target: MemoryTarget;

beforeEach(async () => {
  for (const dir of [tree, copy]) rmSync(dir, { recursive: true, force: true });
  target = memoryTarget();
  await publishNext(0);
});

async function publishNext(version: number): Promise<void> {
  await plantVersion(tree, version);
  await publishTo(target, tree);
}

const there = (folder: string): string[] => [...target.objects.keys()].filter((path) => path.startsWith(`${folder}/`));

/** What is wrong with the pins of what lies at the target, as a folder. */
async function faultsOfPins(): Promise<unknown[]> {
  const dir = join(root, "there");
  rmSync(dir, { recursive: true, force: true });
  for (const [path, { bytes }] of target.objects) {
    if (path.startsWith("replaced/") || path === "publishing.json") continue;
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), bytes);
  }
  return (await verifyTree(dir)).faults.filter(({ path }) => path.startsWith("pins/"));
}

describe.each(["deltas", "pins"])("an object store that is published to, and the %s of the tree", (kind) => {
  it("gets each once, to be kept for ever", async () => {
    await publishNext(1);
    const [first = ""] = there(kind);
    const before = target.objects.get(first);
    await publishNext(2);
    expect(there(kind)).toHaveLength(2);
    expect(target.objects.get(first)).toBe(before);
    expect(before?.headers.cacheControl).toContain("immutable");
    expect(await faultsOfPins()).toEqual([]);
  });

  it("gets those of the runs that were not published", async () => {
    for (const version of [1, 2]) await plantVersion(tree, version);
    await publishNext(3);
    expect(there(`${kind}/step`)).toHaveLength(3);
  });
});

describe("the deltas of an object store", () => {
  it("lead to each snapshot, so that a mirror needs nothing else", async () => {
    await mirror(createFolderOrigin(tree), copy);
    for (const version of [1, 2, 3]) await publishNext(version);
    const asked: string[] = [];
    await mirror({ name: "the target", read: (path, options) => (asked.push(path), target.origin.read(path, options)) }, copy);
    expect(asked.filter((path) => !path.startsWith("snapshot.json"))).toEqual(there("deltas").toSorted());
    expect(filesUnder(copy)).toEqual(filesUnder(tree));
  });

  it("stay for a day after the tree has removed them, to the millisecond", async () => {
    await publishNext(1);
    rmSync(join(tree, "deltas"), { recursive: true });
    for (const [waited, left] of [
      [DAY_MS, 1],
      [1, 0],
    ] as const) {
      target.wait(waited);
      await publishTo(target, tree, { repair: true });
      expect(there("deltas")).toHaveLength(left);
    }
  });
});

describe("the pins of an object store", () => {
  it("of an hour come as one, once, and the single ones are removed a day later", async () => {
    for (const version of [1, 2, 60]) await publishNext(version);
    const [joined = "", ...others] = there("pins/hour");
    expect([others, there("pins/step").length]).toEqual([[], 3]);
    const before = target.objects.get(joined);
    await publishNext(61);
    expect(target.objects.get(joined)).toBe(before);
    target.wait(2 * DAY_MS);
    await publishNext(2 * DAY);
    expect([there("pins/hour").length, there("pins/step").length]).toEqual([2, 1]);
    expect(await faultsOfPins()).toEqual([]);
  });
});
