import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { createPool } from "../platform/pool.ts";
import type { ObjectHeaders, Target } from "./target.ts";

export interface SenderOptions {
  target: Target;
  /** The headers of a file of the tree; the suffix of the path identifies a compressed variant. */
  headersOf: (path: string, cache: Cache) => ObjectHeaders;
  /** Number of parallel requests; default 16. */
  atATime?: number;
  progress?: (done: number, total: number) => void;
}

/** The work of a run at the target. */
export interface Sent {
  /** Objects written, and their bytes. */
  sent: number;
  bytes: number;
  /** Objects copied within the store, because they are replaced. */
  kept: number;
  removed: number;
}

/** How long caches may keep a file; `never` for files that change with every run. */
export type Cache = IndexEntry["cache"] | "never";

/** Performs the operations at the target, a few in parallel, and counts them. */
export interface Sender {
  readonly sent: Sent;
  /** Renews the lock before each operation; does nothing until there is a lock. */
  renew: () => Promise<void>;
  /** The expected number of operations, for the progress. */
  expect: (total: number) => void;
  put: (path: string, bytes: Uint8Array, cache: Cache) => Promise<void>;
  /** Copies the object at a path; does nothing if there is none. */
  keep: (path: string, to: string) => Promise<void>;
  remove: (path: string) => Promise<void>;
  /** Resets the age of an object. */
  touch: (path: string) => Promise<void>;
  count: (bytes: number) => void;
  /** Performs an operation for each item. After the first error it waits for the operations in progress, and throws the error. */
  all: <T>(items: readonly T[], work: (item: T) => Promise<void>) => Promise<void>;
}

const AT_A_TIME = 16;

export function createSender({ target, headersOf, atATime = AT_A_TIME, progress }: SenderOptions): Sender {
  const sent: Sent = { sent: 0, bytes: 0, kept: 0, removed: 0 };
  let total = 0;
  let done = 0;
  const step = () => progress?.(++done, total);
  const sender: Sender = {
    sent,
    renew: async () => {},
    expect(things) {
      total = things;
    },
    async put(path, bytes, cache) {
      await target.put(path, bytes, headersOf(path, cache));
      sender.count(bytes.length);
      step();
    },
    async keep(path, to) {
      if (await target.copy(path, to, headersOf(path, "immutable"))) sent.kept++;
      step();
    },
    async remove(path) {
      await target.remove(path);
      sent.removed++;
    },
    async touch(path) {
      await target.copy(path, path, headersOf(path, "immutable"));
    },
    count(bytes) {
      sent.sent++;
      sent.bytes += bytes;
    },
    async all(items, work) {
      const pool = createPool(atATime);
      try {
        for (const item of items) {
          await sender.renew();
          await pool.add(() => work(item));
        }
      } finally {
        await pool.drain();
      }
    },
  };
  return sender;
}
