import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTree } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { filesUnder } from "../tree/tree-files.ts";
import { createKiller, createTally, expectNothingBeside, expectReadable, KILLS, PATIENCE, placeOf } from "./harness.ts";
import { plantVersion } from "./versions.ts";

const killer = createKiller();
const [older, newer] = [join(killer.folder, "older"), join(killer.folder, "newer")];
const ground = join(killer.folder, "ground");
const out = join(ground, "tree");

/** The fourth begins an hour and a day. */
const LAST = 4;

/** A tree that has everything, and the one that is to take its place. */
async function prepare(): Promise<Set<string>> {
  for (let version = 1; version < LAST; version++) await plantVersion(older, version);
  cpSync(older, newer, { recursive: true });
  await plantVersion(newer, LAST);
  const trees = await Promise.all([older, newer].map(openTree));
  return new Set(trees.map(({ snapshot }) => snapshot.id));
}

describe.each(["build", "plan"] as const)("a %s that is killed", (work) => {
  it(
    `at ${KILLS} random moments leaves every file that the record names readable, and the next run completes it`,
    async () => {
      for (const dir of [older, newer]) rmSync(dir, { recursive: true, force: true });
      const known = await prepare();
      const begin = () => {
        rmSync(ground, { recursive: true, force: true });
        cpSync(older, out, { recursive: true });
      };
      const errand = { work, out, versions: [LAST] };
      begin();
      const { kill, kills } = await killer.measure(errand);
      const tally = createTally();
      while (kills() < KILLS) {
        begin();
        tally.add(placeOf(await kill(errand)));
        // The run that is to mend what is left may be killed as well.
        if (killer.random() < 0.25) tally.add(`again: ${placeOf(await kill(errand))}`);
        const { id, recovered } = await expectReadable(out, known);
        tally.add(id === [...known][0] ? "the old tree" : "the new tree");
        if (recovered) tally.add("recovered");
        await plantVersion(out, LAST);
        expect((await verifyTree(out)).faults).toEqual([]);
        expect(filesUnder(out)).toEqual(filesUnder(newer));
        expectNothingBeside(ground, ["tree"]);
      }
      tally.tell(work);
    },
    PATIENCE,
  );
});
