import { expect, it } from "vitest";
import type { IndexEntry } from "../../build/contract/wire/snapshot.ts";
import { keptFaults } from "../../build/verify/record.ts";

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
])(
  "a file that is kept for readers of older snapshots is a shard or of the archive, named by its hash: %o",
  (entry, message) => {
    expect(keptFaults([entry]).map((fault) => fault.message)).toEqual(message === undefined ? [] : [message]);
  },
);
