import { rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { lockTarget, whileAlone } from "../../build/publish/lock.ts";
import { openTree } from "../../build/tree/read.ts";
import { generateKeys, readSigner } from "../../build/tree/signature.ts";
import { verifyOrigin } from "../../build/verify/origin.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { NOW } from "../tree/mirroring.ts";
import { file, plant, shard, snapshotAt } from "../tree/tiny-tree.ts";
import { filesUnder } from "../tree/tree-files.ts";
import { Died, livesOn, type MemoryTarget, memoryTarget } from "./memory-target.ts";
import { BUCKET } from "./object-store.ts";
import { isForOthers, publishTo } from "./publishing.ts";
import { readStrictly } from "./strict-reader.ts";
import { plantVersion } from "./versions.ts";

/** Trees of one publisher, one after the other. */
const VERSIONS = 5;
const root = temporaryFolder();
const trees = Array.from({ length: VERSIONS }, (_, at) => join(root, `tree-${at}`));
const ids: string[] = [];
const signer = readSigner(generateKeys().privateKey, "key");

beforeAll(async () => {
  for (const [at, tree] of trees.entries()) for (let version = 0; version <= at; version++) await plantVersion(tree, version, signer);
  for (const tree of trees) ids.push((await openTree(tree)).snapshot.id);
});

async function expectWhole(target: MemoryTarget, allowed: readonly string[]): Promise<void> {
  const strict = await readStrictly(target.origin);
  expect(strict.faults).toEqual([]);
  expect(allowed).toContain(strict.id);
  const verified = await verifyOrigin(target.origin, { keys: [], maxBytes: 1e9, now: () => NOW });
  expect(verified.faults).toEqual([]);
}

function expectComplete(target: MemoryTarget, tree: string): void {
  const wanted = filesUnder(tree);
  const here = [...target.objects].filter(([path]) => !isForOthers(path, wanted));
  expect(here.map(([path]) => path).toSorted()).toEqual(Object.keys(wanted).toSorted());
  for (const [path, { bytes }] of here) expect(bytes.toString("latin1")).toEqual(wanted[path]);
}

async function operationsOf(before: string | undefined, tree = ""): Promise<number> {
  const target = memoryTarget();
  if (before) await publishTo(target, before);
  target.onOperation(livesOn);
  await publishTo(target, tree);
  return target.operations();
}

describe("at every moment of publishing", () => {
  it("the snapshot that snapshot.json names is whole, whichever file was written last", async () => {
    const target = memoryTarget();
    await publishTo(target, trees[0] as string);
    for (const [at, tree] of trees.entries()) {
      if (at === 0) continue;
      target.onOperation(async () => {
        await expectWhole(target, [ids[at - 1] as string, ids[at] as string]);
        return undefined;
      });
      await publishTo(target, tree, { atATime: 1 });
      expect(target.operations()).toBeGreaterThan(15);
      expectComplete(target, tree);
    }
  });

  it("a reader that began with the snapshot before finds all of it, even when the next is published", async () => {
    const target = memoryTarget();
    await publishTo(target, trees[0] as string);
    for (const tree of trees.slice(1)) {
      const read = await readStrictly(target.origin, async () => void (await publishTo(target, tree)));
      expect(read.faults).toEqual([]);
    }
  });
});

describe("a publisher that dies", () => {
  it.each([
    ["before", 1, 2],
    ["after", 1, 2],
    // For the first time: what it leaves is not taken for a tree.
    ["before", undefined, 0],
  ] as const)("%s any operation leaves the old snapshot or the new one whole, and the next run completes it", async (death, from, to) => {
    const [old, tree] = [from === undefined ? undefined : trees[from], trees[to] as string];
    const operations = await operationsOf(old, tree);
    expect(operations).toBeGreaterThan(20);
    for (let dies = 1; dies <= operations; dies++) {
      const target = memoryTarget();
      if (old) await publishTo(target, old);
      target.onOperation(async (at) => (at >= dies ? (at === dies ? death : "before") : undefined));
      const outcome = await publishTo(target, tree).catch((error: unknown) => error);
      target.onOperation(livesOn);
      if (!(outcome instanceof Error)) expect(dies).toBe(operations);
      else expect(outcome).toBeInstanceOf(Died);
      if (old || target.objects.has("snapshot.json")) await expectWhole(target, ids.slice(from ?? to, to + 1));
      await publishTo(target, tree);
      await expectWhole(target, [ids[to] as string]);
      expectComplete(target, tree);
    }
  });

  it("again and again, with newer trees in between, never leaves less than a whole snapshot", async () => {
    const step = fc.record({
      forward: fc.integer({ min: 0, max: 2 }),
      dies: fc.integer({ min: 1, max: 60 }),
      after: fc.boolean(),
      atATime: fc.constantFrom(1, 3, 16),
      wait: fc.constantFrom(0, 1_800_000, 7_200_000),
    });
    const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const target = memoryTarget();
      let version = 0;
      await publishTo(target, trees[0] as string);
      for (const { forward, dies, after, atATime, wait } of steps) {
        version = Math.min(VERSIONS - 1, version + forward);
        target.wait(wait);
        target.onOperation(async (at) => (at < dies ? undefined : at === dies && after ? "after" : "before"));
        await publishTo(target, trees[version] as string, { atATime }).catch(() => {});
        target.onOperation(livesOn);
        await expectWhole(target, ids.slice(0, version + 1));
      }
      await publishTo(target, trees[version] as string);
      await expectWhole(target, [ids[version] as string]);
      expectComplete(target, trees[version] as string);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

describe("a tree that is behind the one at the target", () => {
  it.each([
    ["by its number", "2018-02-07T00:01:00.000Z", [1], /newer than number 1/],
    ["by its time alone", "2018-02-07T00:00:59.999Z", [1, 2, 3], /newer than number 3/],
    ["by nothing, where it is as old", "2018-02-07T00:01:00.000Z", [1, 2, 3], undefined],
  ])("%s is refused: %s", async (_, asOf, sequence, refused) => {
    const target = memoryTarget();
    await publishTo(target, trees[1] as string);
    // The tree at the target is number 2, as of one minute past midnight.
    const dir = join(root, `behind ${sequence.length} ${asOf}`);
    for (const at of sequence) {
      const last = at === sequence.length;
      const snapshot = snapshotAt(last ? asOf : `2018-02-07T00:00:0${at}.000Z`);
      await plant(dir, [file("api.json", `${at}`)], { snapshot, signer });
    }
    const before = new Map(target.objects);
    const outcome = publishTo(target, dir);
    if (refused) {
      await expect(outcome).rejects.toThrow(refused);
      expect(target.objects.get("snapshot.json")).toEqual(before.get("snapshot.json"));
    } else expect(await outcome).toMatchObject({ changed: true });
  });
});

describe("two publishers at once", () => {
  it("never both continue: one of them is refused, in any order", async () => {
    const target = memoryTarget();
    await publishTo(target, trees[0] as string);
    // Each operation takes its turn with those of the other.
    target.onOperation(async () => {
      await new Promise(setImmediate);
      return undefined;
    });
    const outcomes = await Promise.allSettled([
      publishTo(target, trees[1] as string),
      publishTo(target, trees[1] as string),
      publishTo(target, trees[1] as string),
    ]);
    // Who comes when the first has done finds nothing to do.
    const moved = outcomes.filter((one) => one.status === "fulfilled" && one.value.changed);
    expect(moved).toHaveLength(1);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    for (const one of refused) expect(one).toMatchObject({ reason: { code: "publish-running" } });
    await expectWhole(target, [ids[1] as string]);
    expectComplete(target, trees[1] as string);
  });

  it("one that was suspended gets the error that another has taken over, and does not replace the record", async () => {
    const target = memoryTarget();
    await publishTo(target, trees[0] as string);
    let stood = false;
    let now = 0;
    target.onOperation(async () => {
      if (target.operations() !== 12 || stood) return undefined;
      stood = true;
      // Eleven minutes pass for the machine that sleeps; another goes ahead with a newer tree.
      target.wait(660_000);
      const other = { run: "other", machine: "another" };
      await publishTo(target, trees[3] as string, { publisher: other });
      now += 660_000;
      return undefined;
    });
    const late = publishTo(target, trees[1] as string, { atATime: 1, now: () => now });
    await expect(late).rejects.toMatchObject({ code: "publish-overtaken" });
    expect(await readStrictly(target.origin)).toMatchObject({ id: ids[3] });
  });

  it("a lock is renewed after a minute, not before", async () => {
    const target = memoryTarget();
    let now = 0;
    const lock = await lockTarget(target, { publisher: { run: "x", machine: "this" }, now: () => now });
    const writes: number[] = [];
    for (now of [59_999, 60_000, 119_999, 120_000]) {
      const before = target.operations();
      await lock.renew();
      if (target.operations() > before) writes.push(now);
    }
    await lock.release();
    expect(writes).toEqual([60_000, 120_000]);
  });

  it("a lock of another machine counts for ten minutes, one of a run that has failed or of this machine and gone for none", async () => {
    const target = memoryTarget();
    const elsewhere = { run: "x", machine: "another" };
    const gone = { run: "y", machine: "this" };
    const dying = async (publisher: typeof gone, isLost = (at: number) => at > 8) => {
      target.onOperation(async (at) => (isLost(at) ? "before" : undefined));
      await expect(publishTo(target, trees[0] as string, { publisher })).rejects.toBeInstanceOf(Died);
      target.onOperation(livesOn);
    };
    await dying(elsewhere);
    await expect(publishTo(target, trees[0] as string)).rejects.toMatchObject({ code: "publish-running" });
    target.wait(600_000);
    await expect(publishTo(target, trees[0] as string)).rejects.toMatchObject({ code: "publish-running" });
    target.wait(1);
    expect(await publishTo(target, trees[0] as string)).toMatchObject({ completed: true });
    for (const end of [() => dying(gone), () => dying(elsewhere, (at) => at === 9)]) {
      target.objects.clear();
      await end();
      expect(await publishTo(target, trees[0] as string)).toMatchObject({ completed: true });
    }
  });

  it("publishers on one machine exclude each other, and have the same anonymous value", async () => {
    const [one, two] = [`s3://${BUCKET}/one/`, `s3://${BUCKET}/two/`];
    const again = (name: string) => whileAlone(name, async (machine) => machine);
    const machine = await whileAlone(one, async (outer) => {
      await expect(again(one)).rejects.toMatchObject({ code: "publish-running", hint: expect.stringContaining("delete") });
      expect(await again(two)).toBe(outer);
      return outer;
    });
    expect(await again(one)).toBe(machine);
    expect(machine).toMatch(/^[0-9a-f]{12}$/);
  });
});

it("what only readers of earlier snapshots need stays for an hour, and no longer", async () => {
  const target = memoryTarget();
  const publishNext = (version: number) => publishTo(target, trees[version] as string, { repair: true });
  await publishNext(0);
  const index = [...target.objects.keys()].filter((path) => path.startsWith("index/"));
  await publishNext(1);
  const copies = [...target.objects.keys()].filter((path) => path.startsWith("replaced/") && !path.endsWith(".sig"));
  const left = (paths: readonly string[]) => paths.filter((path) => target.objects.has(path)).length;
  target.wait(3_600_000);
  await publishNext(2);
  expect([left(copies), left(index)]).toEqual([copies.length, index.length]);
  target.wait(1);
  // Also if nothing else has changed since.
  await publishNext(2);
  expect(left(copies)).toBeLessThan(copies.length);
  expect(left(index)).toBeLessThan(index.length);
});

it.each([false, true])(
  "shards that a tree built anew does not know stay for an hour, however old they are (repair: %s)",
  async (repair) => {
    const tree = join(temporaryFolder(), "tree");
    const target = memoryTarget();
    const shards = () => [...target.objects.keys()].filter((path) => path.startsWith("shards/")).length;
    const publishAt = async (text: string, time: string, anew = false) => {
      await plant(tree, [shard(text), file("api.json", time)], { snapshot: snapshotAt(`2018-02-${time}:00:00.000Z`) });
      return publishTo(target, tree, { anew, repair });
    };
    await publishAt("[1]", "07T00");
    target.wait(7_200_000);
    rmSync(tree, { recursive: true });
    expect(await publishAt("[2]", "08T00", true)).toMatchObject({ left: 1 });
    expect(shards()).toBe(2);
    target.wait(3_600_000);
    await publishAt("[2]", "09T00");
    expect(shards()).toBe(2);
    target.wait(1);
    await publishAt("[2]", "10T00");
    expect(shards()).toBe(1);
  },
);
