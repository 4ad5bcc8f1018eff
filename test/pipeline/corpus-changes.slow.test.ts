import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import type { EarthquakeDetail, SnapshotPosition } from "../../build/contract/resources/resources.ts";
import { build } from "../../build/pipeline/build.ts";
import { agencyClientOf, ingest } from "../../build/pipeline/ingest.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { silentReport } from "../../build/platform/report.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { catalogue, entriesSince, followed, type Kept, listOf, ownPart, sorted } from "../tree/changing-catalogue.ts";
import { mirror } from "../tree/mirroring.ts";

const dir = temporaryFolder();
const [tree, copy] = [join(dir, "tree"), join(dir, "copy")];
const now = () => Date.UTC(2026, 10, 21);
const worldOf = cachedGeography();

/** The week's feed of 4 May 2025, as it was captured six times within an hour. */
const captures = corpusPresent ? readdirSync(corpus("usgs/feeds-seq-20250504")).filter((name) => name.startsWith("all_week")) : [];

async function buildOf(capture: string): Promise<void> {
  const feed = pathToFileURL(corpus(`usgs/feeds-seq-20250504/${capture}`)).href;
  const config = parseConfig(JSON.stringify({ agencies: { usgs: { feed } } }), join(dir, "config.json"));
  const store = join(dir, "store");
  const ingested = await ingest({ config, store, now, ask: agencyClientOf(config, silentReport), report: silentReport });
  expect(ingested.ok).toBe(true);
  await build({ store, out: tree, config, worldOf, report: silentReport });
}

/** The records that a tree has. */
function recordsOf(out: string): Kept {
  const folder = join(out, "api/v1/earthquakes");
  const details = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const events = details.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as EarthquakeDetail);
  return ownPart(catalogue(...events));
}

interface Follower {
  out: string;
  kept: Kept;
  position: SnapshotPosition;
}

describe.skipIf(!corpusPresent)("the change feed of six real captures of an hour", () => {
  const counts = { added: 0, revised: 0, withdrawn: 0, left_window: 0, entries: 0, bytes: 0 };
  const followers: Follower[] = [];

  function follow(follower: Follower): void {
    const entries = entriesSince(follower.out, follower.position);
    if (!entries) throw new Error("a gap");
    follower.kept = followed(follower.kept, entries);
    follower.position = listOf(follower.out).snapshot;
    expect(sorted(follower.kept)).toEqual(sorted(recordsOf(follower.out)));
    if (follower.out !== tree) return;
    for (const entry of entries) {
      for (const kind of ["added", "revised", "withdrawn", "left_window"] as const) counts[kind] += entry[kind].length;
      counts.entries++;
      counts.bytes += JSON.stringify(entry).length;
    }
  }

  beforeAll(async () => {
    for (const [at, capture] of captures.entries()) {
      await buildOf(capture);
      const looking = at % 2 === 0 ? [tree, copy] : [tree];
      for (const out of looking) {
        if (out === copy) await mirror(createFolderOrigin(tree), copy, { now });
        const follower = followers.find((one) => one.out === out);
        if (follower) follow(follower);
        else followers.push({ out, kept: recordsOf(out), position: listOf(out).snapshot });
      }
    }
  });

  it("gives at each step exactly the records of the tree, also for a mirror that updates less often", async () => {
    expect(counts.entries).toBe(captures.length - 1);
    expect(listOf(copy).hours.length).toBeGreaterThan(0);
    for (const out of [tree, copy]) expect((await verifyTree(out)).faults).toEqual([]);
  });

  it("tells what is known to have happened: events came and were revised", () => {
    const list = statSync(join(tree, "api/changes.json"));
    const packed = statSync(join(tree, "api/changes.json.br"));
    process.stdout.write(`changes of six captures: ${JSON.stringify(counts)}; list ${list.size} B, br ${packed.size} B\n`);
    expect(counts.added).toBeGreaterThan(0);
    expect(counts.revised).toBeGreaterThan(0);
  });
});
