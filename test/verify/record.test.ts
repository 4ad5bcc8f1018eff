import { expect, it } from "vitest";
import type { IndexEntry, SnapshotRecord } from "../../build/contract/wire/snapshot.ts";
import { keptFaults, recordFaults } from "../../build/verify/file.ts";

const HASH = "ab".repeat(32);
const kept = (path: string, cache: IndexEntry["cache"] = "immutable"): IndexEntry => ({
  path,
  bytes: 1,
  sha256: HASH,
  etag: "e",
  encodings: [],
  cache,
});

it.each([
  [kept(`shards/${HASH}.bin`), undefined],
  [kept(`archive/${HASH}.pack`), undefined],
  [kept("archive/today.pack"), `is kept under a name that is not its hash, ${HASH}`],
  [kept(`archive/${HASH}.pack`, "minute"), "is kept for older snapshots but is not immutable"],
  [kept(`assets/${HASH}.js`), "is kept for older snapshots but is neither a shard nor in the archive"],
])("a file that is kept for readers of older snapshots is a shard or of the archive, named by its hash: %o", (entry, message) => {
  expect(keptFaults([entry]).map((fault) => fault.message)).toEqual(message === undefined ? [] : [message]);
});

const SHARD = `shards/${HASH}.bin`;

it.each([
  [[kept(SHARD)], []],
  [[], [`names the shard ${SHARD}, which no index section has`]],
  [[{ ...kept(SHARD), bytes: 2 }], [`states 1 bytes for ${SHARD}, the index 2`]],
  [[kept(SHARD, "minute")], [`names the shard ${SHARD}, which is not immutable`]],
  [[{ ...kept(SHARD), sha256: "cd".repeat(32) }], [`names the shard ${SHARD}, whose hash is ${"cd".repeat(32)}`]],
])("a shard that the record names is in the index, of its size, immutable, and named by its hash: %o", (entries, messages) => {
  const shards = { days: [{ day: "2018-02-07", path: SHARD, records: 1, bytes: 1 }], features: [], results: [] };
  const snapshot = { shards } as unknown as SnapshotRecord;
  expect(recordFaults(snapshot, entries).map(({ message }) => message)).toEqual(messages);
});
