import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { recoverTree } from "../../build/tree/plant.ts";
import { openTree } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/tree/verify.ts";
import { startHostileServer } from "./hostile-server.ts";
import { impatient, mirror, publish } from "./mirroring.ts";
import { inTemporaryFolder } from "./tiny-tree.ts";
import { filesUnder } from "./tree-files.ts";

/** How often; a nightly run may want more. */
const KILLS = Number(process.env.QUAKETREE_KILLS ?? 25);
/** The publisher has so many snapshots ready, ms apart; each kill is somewhere in that time. */
const SNAPSHOTS = 6;
const APART = 60;

const CHILD = fileURLToPath(new URL("mirror-child.ts", import.meta.url));

/** The same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test(
  `a mirror that is killed at ${KILLS} random moments has the old tree or the new one, and the next run completes`,
  () => inTemporaryFolder(killOverAndOver),
  60_000 + KILLS * 5_000,
);

async function killOverAndOver(dir: string): Promise<void> {
  const trees = Array.from({ length: SNAPSHOTS }, (_, at) => join(dir, "trees", String(at)));
  for (const [at, tree] of trees.entries()) for (let hour = 1; hour <= at + 1; hour++) await publish(tree, hour);
  const known = new Set(await Promise.all(trees.map(async (tree) => (await openTree(tree)).snapshot.id)));
  const server = await startHostileServer(trees[0] as string);
  const random = randomNumbers(7);
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const out = join(dir, `copy-${kill % 2}`);
      await killOnce(server.url, out, random() * SNAPSHOTS * APART, (at) => server.serve(trees[at] as string));
      if (!existsSync(out)) await recoverTree(out);
      if (existsSync(out)) {
        expect((await verifyTree(out)).faults).toEqual([]);
        expect(known).toContain((await openTree(out)).snapshot.id);
      }
      server.serve(trees.at(-1) as string);
      await mirror(impatient(server.url, { timeoutMs: 20_000 }), out);
      expect(filesUnder(out)).toEqual(filesUnder(trees.at(-1) as string));
      expect(filesBeside(dir)).toEqual([]);
      // A copy of the newest snapshot would refuse the oldest, with which the next child begins.
      rmSync(out, { recursive: true });
    }
  } finally {
    await server.close();
  }
}

/** Runs a child while one snapshot after the other is published, and kills it after so long, ms. */
async function killOnce(url: URL, out: string, after: number, publishNext: (at: number) => void): Promise<void> {
  publishNext(0);
  const child = spawn(process.execPath, ["--import", "tsx", CHILD, url.href, out], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (part: Buffer) => void (complaint += part));
  const ended = once(child, "close");
  await Promise.race([once(child.stdout, "data"), ended]);
  for (let passed = 0, at = 1; passed < after; passed += APART, at++) {
    await delay(Math.min(APART, after - passed));
    publishNext(Math.min(at, SNAPSHOTS - 1));
  }
  child.kill("SIGKILL");
  const [, signal] = (await ended) as [number | null, string | null];
  expect([signal, complaint]).toEqual(["SIGKILL", ""]);
}

/** What lies beside the copies and is none: locks, stagings, what was fetched. */
function filesBeside(dir: string): string[] {
  return Object.keys(filesUnder(dir)).filter((path) => !/^(?:trees|copy-\d)\//.test(path));
}
