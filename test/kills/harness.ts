/**
 * Kills processes at random moments. The moments are the same in every run as far as that can be: every second kill is before
 * or within a certain change that the process makes; the others come from outside, after a certain part of the time that it
 * takes. `KILLS=200 npm run kills` says how many; `KILLS_SEED` which.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { mulberry32 } from "../../build/platform/random.ts";
import { openTree, readNamed } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { type Random, wholeWithin } from "../agencies/emulator/random.ts";
import { bundleModule } from "../support/bundle-module.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { recoverTree } from "../tree/recover-tree.ts";
import { namesIn } from "../tree/tree-files.ts";
import type { Errand } from "./errand.ts";

/** For each kind of work. */
export const KILLS = Number(process.env.KILLS ?? 8);
const SEED = Number(process.env.KILLS_SEED ?? 7);

/** Time enough, on a machine that has other things to do. */
export const PATIENCE = 120_000 + KILLS * 20_000;

export interface Killed {
  /** What it was doing, where it knows; undefined where it was killed from outside or had ended. */
  at: string | undefined;
  /** Whether it had come to its end before the kill. */
  ended: boolean;
}

interface Ended {
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Killer {
  random: Random;
  folder: string;
  /** Runs an errand to its end, to learn how many changes it makes and how long it takes, and then kills others like it. */
  measure: (errand: Errand) => Promise<Killing>;
}

interface Killing {
  /** @param meanwhile called every few ms until the child is gone */
  kill: (errand: Errand, meanwhile?: () => void) => Promise<Killed>;
  /** How many were really killed: who had come to its end before does not count. */
  kills: () => number;
}

/** For one test file. */
export function createKiller(env: Record<string, string> = {}): Killer {
  const folder = temporaryFolder();
  const random = mulberry32(SEED);
  const program = join(folder, "build", "program", "child.mjs");
  // The program lies as deep as the module that reads the version from the package.
  cpSync(fileURLToPath(new URL("../../package.json", import.meta.url)), join(folder, "package.json"));
  bundleModule(new URL("child.ts", import.meta.url), program);
  const run = (errand: Errand) => start(program, errand, env);
  return {
    random,
    folder,
    async measure(errand) {
      const child = run(errand);
      await child.ready;
      const began = performance.now();
      const { stdout, stderr } = await child.ended;
      let usual = performance.now() - began;
      expect(stderr).toBe("");
      const changes = Number(/^changes (\d+)$/m.exec(stdout)?.[1]);
      expect(changes).toBeGreaterThan(0);
      let [runs, kills] = [0, 0];
      const kill: Killing["kill"] = async (errand_, meanwhile) => {
        const chosen = { ...errand_, dieAt: wholeWithin(random, 1, changes + 1), half: random() < 0.5 };
        const isChosen = runs++ % 2 === 0;
        const killed = await (isChosen ? within(run, chosen, meanwhile) : after(run, errand_, random() * usual, meanwhile));
        // A machine that has more to do now, or less, takes another time.
        if (!isChosen) usual *= killed.ended ? 0.9 : 1.03;
        if (!killed.ended) kills++;
        return killed;
      };
      return { kill, kills: () => kills };
    },
  };
}

interface Child {
  ready: Promise<unknown>;
  ended: Promise<Ended>;
  kill: () => void;
}

function start(program: string, errand: Errand, env: Record<string, string>): Child {
  const child = spawn(process.execPath, [program, JSON.stringify(errand)], { stdio: "pipe", env: { ...process.env, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part: Buffer) => void (stdout += part));
  child.stderr.on("data", (part: Buffer) => void (stderr += part));
  const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const ended = closed.then(([, signal]) => ({ signal, stdout, stderr }));
  return { ready: Promise.race([once(child.stdout, "data"), ended]), ended, kill: () => void child.kill("SIGKILL") };
}

async function within(run: (errand: Errand) => Child, errand: Errand, meanwhile = () => {}): Promise<Killed> {
  const timer = setInterval(meanwhile, 5);
  const { signal, stderr } = await run(errand).ended.finally(() => clearInterval(timer));
  if (signal === null) return { at: undefined, ended: endedWell(stderr) };
  expect(stderr).toMatch(/^died .*\n$/);
  return { at: stderr.slice("died ".length, -1), ended: false };
}

async function after(run: (errand: Errand) => Child, errand: Errand, ms: number, meanwhile = () => {}): Promise<Killed> {
  const child = run(errand);
  await child.ready;
  const timer = setInterval(meanwhile, 5);
  await delay(ms);
  child.kill();
  const { signal, stderr } = await child.ended.finally(() => clearInterval(timer));
  return { at: undefined, ended: signal === null && endedWell(stderr) };
}

function endedWell(stderr: string): boolean {
  expect(stderr).toBe("");
  return true;
}

/** What became of the kills, for people. */
export interface Tally {
  add: (what: string) => void;
  tell: (work: string) => void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    tell(work) {
      const parts = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([what, count]) => `${what} ${count}`);
      process.stdout.write(`${work}: ${parts.join(", ")}\n`);
    },
  };
}

/** Says in a few words where a process was killed: what kind of change, of what kind of file. */
export function placeOf({ at, ended }: Killed): string {
  if (ended) return "had ended";
  if (at === undefined) return "killed from outside";
  const found = PLACES.find(([pattern]) => pattern.test(at));
  return `died at ${found?.[1] ?? "a file"}`;
}

const PLACES: readonly [RegExp, string][] = [
  [/plan\.json/, "the plan"],
  [/\/?deltas\//, "a delta"],
  [/changes\//, "the change feed"],
  [/\.cells/, "the cells"],
  [/\.lock/, "the lock"],
  [/publishing\.json/, "the lock"],
  [/snapshot\.json/, "the record"],
  [/(?:^|[ /])(?:s|pins?)\//, "a kept snapshot"],
  [/index\/[a-z]+\.json/, "the index"],
  [/replaced\//, "a copy of what is replaced"],
];

/**
 * After a kill: the record is one that is known, and each file that it names is readable by its hash. What was begun is completed.
 *
 * @returns the id of the record before and whether something had to be completed
 */
export async function expectReadable(out: string, known: ReadonlySet<string>): Promise<{ id: string; recovered: boolean }> {
  const { snapshot, files } = await openTree(out);
  for (const entry of files.values()) expect([entry.path, (await readNamed(out, entry)) !== undefined]).toEqual([entry.path, true]);
  expect(known).toContain(snapshot.id);
  const recovered = (await recoverTree(out)) !== undefined;
  expect((await verifyTree(out)).faults).toEqual([]);
  return { id: snapshot.id, recovered };
}

/** Nothing is left over but what is named. */
export function expectNothingBeside(folder: string, names: readonly string[]): void {
  expect(namesIn(folder).toSorted()).toEqual(names.toSorted());
}
