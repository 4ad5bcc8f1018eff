import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mirrorTree } from "../../build/mirror/mirror.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { openTree } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { type HostileServer, startHostileServer } from "../tree/hostile-server.ts";
import { filesUnder } from "../tree/tree-files.ts";
import { createKiller, createTally, expectNothingBeside, expectReadable, KILLS, PATIENCE, placeOf } from "./harness.ts";
import { NOW, plantVersion } from "./versions.ts";

const killer = createKiller();
const ground = join(killer.folder, "ground");
const out = join(ground, "copy");
const SNAPSHOTS = 5;
/** Each after the one before, some with the deltas that lead there, some as one finds them where there are none. */
const trees = Array.from({ length: SNAPSHOTS }, (_, at) => join(killer.folder, "trees", String(at)));
const known = new Set<string>();
const [first, last] = [trees[0] ?? "", trees.at(-1) ?? ""];
let server: HostileServer;

beforeAll(async () => {
  for (const [at, tree] of trees.entries()) {
    const before = trees[at - 1];
    if (before !== undefined) cpSync(before, tree, { recursive: true });
    await plantVersion(tree, at + 1);
    known.add((await openTree(tree)).snapshot.id);
  }
  server = await startHostileServer(first);
});
afterAll(() => server.close());

/** As it is when a run begins: a copy of the first snapshot, or none. */
function begin(withCopy: boolean): void {
  rmSync(ground, { recursive: true, force: true });
  if (withCopy) cpSync(first, out, { recursive: true });
  else cpSync(join(first, "snapshot.json"), join(ground, "other.txt"));
}

async function expectCompletes(): Promise<void> {
  await mirrorTree({ origin: createFolderOrigin(last), out, now: () => NOW, sleep: async () => {} });
  expect((await verifyTree(out)).faults).toEqual([]);
  expect(filesUnder(out)).toEqual(filesUnder(last));
}

describe("a mirror that is killed", () => {
  it(
    `at ${KILLS} random moments, while one snapshot after the other is published, has one of them, and the next run completes`,
    async () => {
      const errand = { work: "copy", from: server.url.href, out } as const;
      server.serve(last);
      begin(true);
      const { kill, kills } = await killer.measure(errand);
      const tally = createTally();
      while (kills() < KILLS) {
        const hasCopy = killer.random() < 0.7;
        begin(hasCopy);
        let served = Math.floor(killer.random() * SNAPSHOTS);
        server.serve(trees[served] ?? first);
        const publishNext = () => {
          if (killer.random() < 0.2) server.serve(trees[Math.min(++served, SNAPSHOTS - 1)] ?? last);
        };
        const killed = await kill(errand, publishNext);
        tally.add(placeOf(killed));
        if (hasCopy || killed.ended) {
          const { recovered } = await expectReadable(out, known);
          if (recovered) tally.add("recovered");
        }
        await expectCompletes();
        expectNothingBeside(ground, hasCopy ? ["copy"] : ["copy", "other.txt"]);
      }
      tally.tell("mirror");
    },
    PATIENCE,
  );
});

describe("a publisher to a folder that is killed", () => {
  it(
    `at ${KILLS} random moments leaves the old snapshot or the new one, and the next run completes it`,
    async () => {
      const errand = { work: "copy", from: last, out } as const;
      begin(true);
      const { kill, kills } = await killer.measure(errand);
      const tally = createTally();
      while (kills() < KILLS) {
        begin(true);
        tally.add(placeOf(await kill(errand)));
        const { id, recovered } = await expectReadable(out, known);
        tally.add(id === [...known].at(-1) ? "the new snapshot" : "the old snapshot");
        if (recovered) tally.add("recovered");
        await expectCompletes();
        expectNothingBeside(ground, ["copy"]);
      }
      tally.tell("publish to a folder");
    },
    PATIENCE,
  );
});
