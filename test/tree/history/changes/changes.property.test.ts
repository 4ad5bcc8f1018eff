import { rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { SnapshotPosition } from "../../../../build/contract/resources/resources.ts";
import { createFolderOrigin } from "../../../../build/tree/origins/open.ts";
import { readRecord } from "../../../../build/tree/read.ts";
import { verifyTree } from "../../../../build/verify/verify.ts";
import { temporaryFolder } from "../../../support/temporary.ts";
import {
  EMPTY,
  entriesSince,
  followed,
  type Kept,
  listOf,
  ownPart,
  plantCatalogue,
  sorted,
  type TestCatalogue,
} from "../../changing-catalogue.ts";
import { after, happening, windowed } from "../../happenings.ts";
import { mirror } from "../../mirroring.ts";

const dir = temporaryFolder();
const START = Date.parse("2018-02-07T00:30:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const step = fc.record({
  /** Until the build; days are rare. */
  wait: fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: 90 }), weight: 8 },
    { arbitrary: fc.integer({ min: 1, max: 30 * 24 * 60 }), weight: 1 },
  ),
  happenings: fc.array(happening, { maxLength: 5 }),
  /** Whether the mirrors look after it. */
  mirrors: fc.tuple(fc.boolean(), fc.boolean()),
});

/** Somebody who follows a tree, and keeps what the feed tells. */
interface Follower {
  tree: string;
  position: SnapshotPosition;
  kept: Kept;
  gaps: number;
}

async function look(follower: Follower, { events, withdrawn }: TestCatalogue): Promise<void> {
  const { snapshot } = await readRecord(follower.tree);
  const list = listOf(follower.tree);
  expect(list.snapshot).toEqual({ id: snapshot.id, sequence: snapshot.sequence, as_of: snapshot.as_of });
  const entries = entriesSince(follower.tree, follower.position);
  if (entries) {
    follower.kept = followed(follower.kept, entries);
    expect(sorted(follower.kept)).toEqual(sorted(ownPart({ events, withdrawn })));
  } else {
    // Nobody is told of a gap who looked within a week.
    const away = Date.parse(list.snapshot.as_of) - Date.parse(follower.position.as_of);
    expect(away).toBeGreaterThan(7 * 24 * HOUR - HOUR);
    follower.kept = ownPart({ events, withdrawn });
    follower.gaps++;
  }
  follower.position = list.snapshot;
}

it("a follower of a tree, a mirror, or a mirror of the mirror has exactly its catalogue, or gets a gap", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const trees = ["tree", "mirror", "second"].map((name) => join(dir, name)) as [string, string, string];
      for (const tree of trees) rmSync(tree, { recursive: true, force: true });
      let [asOf, world] = [START, EMPTY];
      const followers: Follower[] = [];
      for (const { wait, happenings, mirrors } of steps) {
        asOf += wait * MINUTE;
        for (const one of happenings) world = after(world, one, asOf);
        world = windowed(world, asOf);
        const instant = new Date(asOf).toISOString();
        const reports: string[] = [];
        await plantCatalogue(trees[0], world, instant, { report: (line) => reports.push(line) });
        expect(reports).toEqual([]);
        const looking = [trees[0]];
        for (const [at, isDue] of mirrors.entries()) {
          if (!isDue || looking.length <= at) continue;
          const [from, to] = [trees[at] ?? "", trees[at + 1] ?? ""];
          await mirror(createFolderOrigin(from), to, { now: () => asOf });
          looking.push(to);
        }
        for (const tree of looking) {
          expect((await verifyTree(tree)).faults).toEqual([]);
          const follower = followers.find((one) => one.tree === tree);
          if (follower) await look(follower, world);
          else followers.push({ tree, position: listOf(tree).snapshot, kept: ownPart(world), gaps: 0 });
        }
      }
    }),
    { numRuns: 15 },
  );
});
