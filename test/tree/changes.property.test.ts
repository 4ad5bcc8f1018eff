import { rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { changesBetween } from "../../build/answers/changes/changes-between.ts";
import type { EarthquakeDetail, SnapshotPosition } from "../../build/contract/resources.ts";
import { createFolderOrigin } from "../../build/origins/folder.ts";
import { readRecord } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/tree/verify.ts";
import { temporaryFolder } from "../temporary.ts";
import {
  EMPTY,
  entriesSince,
  event,
  followed,
  type Kept,
  listOf,
  ownPart,
  plantCatalogue,
  sorted,
  type TestCatalogue,
} from "./changing-catalogue.ts";
import { mirror } from "./mirroring.ts";

const dir = temporaryFolder();
const START = Date.parse("2018-02-07T00:30:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WINDOW = 720 * HOUR;

const IDS = ["us1", "us2", "ci3", "nn4", "ak5", "x-6"];
const id = fc.constantFrom(...IDS);

/** What may happen to a catalogue between two builds. */
const happening = fc.oneof(
  fc.record({ what: fc.constant("add" as const), id, ago: fc.integer({ min: 0, max: 719 }) }),
  fc.record({ what: fc.constant("revise" as const), id, magnitude: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ what: fc.constant("felt" as const), id, reports: fc.option(fc.nat(9)) }),
  fc.record({ what: fc.constant("move" as const), id, offshore: fc.boolean() }),
  fc.record({ what: fc.constant("elsewhere" as const), id, zone: fc.constantFrom("low", "high") }),
  fc.record({ what: fc.constant("rename" as const), id, to: id }),
  fc.record({ what: fc.constant("merge" as const), id, into: id }),
  fc.record({ what: fc.constant("split" as const), id }),
  fc.record({ what: fc.constant("withdraw" as const), id }),
  fc.record({ what: fc.constant("lose" as const), id }),
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

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

function after({ events, withdrawn }: TestCatalogue, one: Happening, asOf: number): TestCatalogue {
  const [now, gone] = [new Map(events), new Map(withdrawn)];
  const known = new Set([...events.values()].flatMap(({ event_id: own, aliases }) => [own, ...aliases]));
  const subject = events.get(one.id);
  const put = (record: EarthquakeDetail) => now.set(record.event_id, event(record.event_id, record));
  if (one.what === "add") {
    if (!known.has(one.id)) put(event(one.id, { occurred_at: new Date(asOf - one.ago * HOUR).toISOString() }));
  } else if (subject) {
    change(subject, one);
  }
  return { events: now, withdrawn: gone };

  function change(record: EarthquakeDetail, how: Exclude<Happening, { what: "add" }>): void {
    const country = record.country ?? event("any").country;
    switch (how.what) {
      case "revise":
        return void put({ ...record, magnitude: how.magnitude });
      case "felt":
        return void put({ ...record, impact: { ...record.impact, felt_reports: how.reports } });
      case "move":
        return void put({ ...record, country: how.offshore ? null : country });
      case "elsewhere":
        return void put({ ...record, country: country && { ...country, seismic_zone: how.zone as "low" } });
      case "rename":
        if (known.has(how.to)) return undefined;
        now.delete(record.event_id);
        return void put({ ...record, event_id: how.to, aliases: [...record.aliases, record.event_id] });
      case "merge": {
        const other = now.get(how.into);
        if (!other || other.event_id === record.event_id) return undefined;
        now.delete(record.event_id);
        return void put({ ...other, aliases: [...other.aliases, record.event_id, ...record.aliases] });
      }
      case "split": {
        const [first, ...rest] = record.aliases;
        if (first === undefined) return undefined;
        put({ ...record, aliases: rest });
        return void put({ ...record, event_id: first, aliases: [] });
      }
      case "withdraw":
        gone.set(record.event_id, asOf);
        return void now.delete(record.event_id);
      default:
        return void now.delete(record.event_id);
    }
  }
}

/** Events go when they are 720 hours old. */
function windowed({ events, withdrawn }: TestCatalogue, asOf: number): TestCatalogue {
  const young = [...events].filter(([, { occurred_at: at }]) => Date.parse(at) > asOf - WINDOW);
  return { events: new Map(young), withdrawn };
}

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

it("whoever follows a tree, a mirror, or a mirror of the mirror has the very catalogue, or is told of a gap", async () => {
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
          await mirror(createFolderOrigin(from), to, { changes: changesBetween, now: () => asOf });
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
