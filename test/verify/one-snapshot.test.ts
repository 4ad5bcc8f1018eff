import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkOneSnapshot } from "../../build/verify/one-snapshot.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { file, inTemporaryFolder, plant, snapshotAt } from "../tree/tiny-tree.ts";
import { namesIn } from "../tree/tree-files.ts";

const root = temporaryFolder();
let made = 0;

/** A tree whose files are called after its version. */
async function version(out: string, minute: number): Promise<string> {
  const files = [file("same.json", "same"), file(`only-in-${minute}.json`, `${minute}`)];
  const { snapshot } = await plant(out, files, { snapshot: snapshotAt(`2018-02-07T00:0${minute}:00.000Z`) });
  return snapshot.id;
}

interface Scene {
  out: string;
  /** Puts the next version in the place of the tree, as a build does. */
  replace: () => void;
  ids: string[];
}

async function scene(versions: number): Promise<Scene> {
  const out = join(root, `tree-${++made}`);
  const ids = [await version(out, 0)];
  for (let minute = 1; minute < versions; minute++) ids.push(await version(`${out}-${minute}`, minute));
  let next = 1;
  const replace = () => {
    renameSync(out, `${out}.old`);
    renameSync(`${out}-${next++}`, out);
    rmSync(`${out}.old`, { recursive: true });
  };
  return { out, replace, ids };
}

/** Checks a tree; `during` happens in each round, once the record and the index have been read. */
async function check(out: string, during: (round: number) => void, slept: () => void = () => {}) {
  let rounds = 0;
  const progress = () => during(++rounds);
  const report = await checkOneSnapshot(out, {
    check: () => verifyTree(out, { progress }),
    sleep: async () => slept(),
    again: () => {},
  });
  return { ...report, rounds };
}

it("a tree that a build replaces is checked again, and the newer one found sound", async () => {
  const { out, replace, ids } = await scene(3);
  const checked = await check(out, (round) => void (round <= 2 && replace()));
  expect(checked).toMatchObject({ ok: true, faults: [], rounds: 3, snapshot: { id: ids[2] } });
});

it("damage to the newer tree is told, and only that", async () => {
  const { out, replace } = await scene(2);
  const { faults, rounds } = await check(out, (round) => {
    if (round === 1) replace();
    writeFileSync(join(out, "same.json"), "some");
  });
  expect(rounds).toBe(2);
  expect(faults.map(({ path, kind }) => `${kind} ${path}`)).toEqual(["changed same.json"]);
});

it("damage to a tree that nobody replaces is told after one round", async () => {
  const { out } = await scene(1);
  rmSync(join(out, "same.json"));
  const { faults, rounds } = await check(out, () => {});
  expect({ rounds, faults: faults.map(({ kind }) => kind) }).toEqual({ rounds: 1, faults: ["missing"] });
});

it("a tree that is replaced during every round is told as that, not as damage", async () => {
  const { out, replace } = await scene(8);
  let rounds = 0;
  const checking = check(out, (round) => {
    rounds = round;
    replace();
  });
  await expect(checking).rejects.toMatchObject({ code: "tree-replaced", hint: expect.not.stringContaining("delete") });
  expect(rounds).toBe(5);
});

it("the moment in which a build has moved the old tree away is waited for, and nothing is repaired", async () => {
  const { out } = await scene(1);
  renameSync(out, `${out}.old`);
  const seen: string[][] = [];
  const checked = await check(
    out,
    () => {},
    () => {
      seen.push(namesIn(root).filter((name) => name.startsWith(`tree-${made}`)));
      renameSync(`${out}.old`, out);
    },
  );
  expect(checked).toMatchObject({ ok: true, rounds: 1 });
  expect(seen).toEqual([[`tree-${made}.old`]]);
});

it("what a crash left beside a missing tree stays as it is, and the tree is told as missing", async () => {
  const { out } = await scene(1);
  renameSync(out, `${out}.old`);
  let waits = 0;
  await expect(
    check(
      out,
      () => {},
      () => void waits++,
    ),
  ).rejects.toMatchObject({ code: "tree-missing" });
  expect(waits).toBe(4);
  expect([existsSync(out), existsSync(`${out}.old`)]).toEqual([false, true]);
});

it("a folder without a tree is told at once", () =>
  inTemporaryFolder(async (dir) => {
    mkdirSync(join(dir, "empty"));
    let waits = 0;
    const checking = check(
      join(dir, "empty"),
      () => {},
      () => void waits++,
    );
    await expect(checking).rejects.toMatchObject({ code: "tree-missing" });
    expect(waits).toBe(0);
  }));
