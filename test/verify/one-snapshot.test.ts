import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkOneSnapshot } from "../../build/verify/origin.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { file, plant, snapshotAt } from "../tree/tiny-tree.ts";

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
  const report = await checkOneSnapshot(out, { check: () => verifyTree(out, { progress }), sleep: async () => slept(), again: () => {} });
  return { ...report, rounds };
}

it("a tree that a build replaces is checked again, and the newer one found sound", async () => {
  const { out, replace, ids } = await scene(3);
  const checked = await check(out, (round) => void (round <= 2 && replace()));
  expect(checked).toMatchObject({ ok: true, faults: [], rounds: 3, snapshot: { id: ids[2] } });
});

it("only the damage to the newer tree is reported", async () => {
  const { out, replace } = await scene(2);
  const { faults, rounds } = await check(out, (round) => {
    if (round === 1) replace();
    writeFileSync(join(out, "same.json"), "some");
  });
  expect(rounds).toBe(2);
  expect(faults.map(({ path, kind }) => `${kind} ${path}`)).toEqual(["changed same.json"]);
});

it("damage to a tree that is not replaced is reported after one round", async () => {
  const { out } = await scene(1);
  rmSync(join(out, "same.json"));
  const { faults, rounds } = await check(out, () => {});
  expect({ rounds, faults: faults.map(({ kind }) => kind) }).toEqual({ rounds: 1, faults: ["missing"] });
});

it("a tree that is replaced during every round is reported as replaced, not as damaged", async () => {
  const { out, replace } = await scene(8);
  let rounds = 0;
  const checking = check(out, (round) => {
    rounds = round;
    replace();
  });
  await expect(checking).rejects.toMatchObject({ code: "tree-replaced", hint: expect.not.stringContaining("delete") });
  expect(rounds).toBe(5);
});

it("a plan that is being carried out is waited for, and nothing is repaired", async () => {
  const { out } = await scene(1);
  const next = join(out, "replaced/next");
  mkdirSync(next, { recursive: true });
  writeFileSync(join(next, "plan.json"), "{}");
  const same = join(out, "same.json");
  writeFileSync(same, "of the next tree");
  let waits = 0;
  const checked = await check(
    out,
    () => {},
    () => {
      waits++;
      writeFileSync(same, "same");
      rmSync(next, { recursive: true });
    },
  );
  expect({ ...checked, waits }).toMatchObject({ ok: true, rounds: 2, waits: 1 });
});

it("a missing tree is reported as missing", async () => {
  const absent = join(root, "absent");
  await expect(check(absent, () => {})).rejects.toMatchObject({ code: "tree-missing" });
});
