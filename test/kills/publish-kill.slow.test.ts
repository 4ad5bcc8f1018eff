import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTree } from "../../build/tree/read.ts";
import { BUCKET, type ObjectStore, startObjectStore } from "../publish/object-store.ts";
import { isForOthers, publishTo, s3Origin, s3Target, verifyAt } from "../publish/publishing.ts";
import { readStrictly } from "../publish/strict-reader.ts";
import { filesUnder } from "../tree/tree-files.ts";
import { createKiller, createTally, KILLS, type Killer, PATIENCE, placeOf } from "./harness.ts";
import { plantVersion } from "./versions.ts";

const SNAPSHOTS = 4;
let store: ObjectStore;
const killer: Killer = createKiller({
  AWS_ACCESS_KEY_ID: "S3RVER",
  AWS_SECRET_ACCESS_KEY: "a secret of this test",
  AWS_REGION: "us-east-1",
});
const trees = Array.from({ length: SNAPSHOTS }, (_, at) => join(killer.folder, "trees", String(at)));
const last = trees.at(-1) ?? "";

beforeAll(async () => {
  store = await startObjectStore(join(killer.folder, "store"));
  for (const [at, tree] of trees.entries()) {
    const before = trees[at - 1];
    if (before !== undefined) cpSync(before, tree, { recursive: true });
    await plantVersion(tree, at + 1);
  }
});
afterAll(() => store.close());

/** All that the tree has, to the byte, and nothing else but what is kept on purpose. */
async function expectComplete(prefix: string): Promise<void> {
  const here = [...(await store.objects())].filter(([key]) => key.startsWith(`${prefix}/`));
  const files = here.map(([key, { bytes }]) => [key.slice(prefix.length + 1), bytes.toString("latin1")] as const);
  const wanted = Object.fromEntries(Object.entries(filesUnder(last)).filter(([path]) => !/\.(br|gz)$/.test(path)));
  expect(Object.fromEntries(files.filter(([path]) => !isForOthers(path, wanted)))).toEqual(wanted);
}

it(
  `a publisher to an object store that is killed at ${KILLS} random moments leaves a whole snapshot, and the next run completes it`,
  async () => {
    const ids = await Promise.all(trees.map(async (tree) => (await openTree(tree)).snapshot.id));
    const errandAt = (prefix: string, of: readonly string[] = trees) =>
      ({ work: "publish", address: `s3://${BUCKET}/${prefix}`, endpoint: store.endpoint, trees: of }) as const;
    await publishTo(s3Target(store, "measured"), trees[0] ?? "");
    const { kill, kills } = await killer.measure(errandAt("measured"));
    const tally = createTally();
    for (let at = 0; kills() < KILLS; at++) {
      const prefix = `kill-${at}`;
      await publishTo(s3Target(store, prefix), trees[0] ?? "");
      tally.add(placeOf(await kill(errandAt(prefix))));
      if (killer.random() < 0.25) tally.add(`again: ${placeOf(await kill(errandAt(prefix, [last])))}`);
      expect((await verifyAt(store, prefix)).faults).toEqual([]);
      const { id, faults } = await readStrictly(s3Origin(store, prefix));
      expect(faults).toEqual([]);
      expect(ids).toContain(id);
      tally.add(`left snapshot ${ids.indexOf(id) + 1} of ${SNAPSHOTS}`);
      const { completed } = await publishTo(s3Target(store, prefix), last);
      if (completed) tally.add("completed what was begun");
      await expectComplete(prefix);
      for (const [key] of await store.objects()) if (key.startsWith(`${prefix}/`)) await store.remove(key);
      store.behave();
    }
    tally.tell("publish to an object store");
  },
  PATIENCE,
);
