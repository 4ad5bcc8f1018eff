import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { createPool } from "../platform/pool.ts";
import type { ObjectHeaders, Target } from "./target.ts";

export interface SenderOptions {
  target: Target;
  /** What the store is to say of a file of the tree; a compressed variant is told by the end of its path. */
  headersOf: (path: string, cache: Cache) => ObjectHeaders;
  /** How many requests at a time; 16 unless said otherwise. */
  atATime?: number;
  progress?: (done: number, total: number) => void;
}

/** What a run has done at the target. */
export interface Sent {
  /** Objects written, and their bytes. */
  sent: number;
  bytes: number;
  /** Objects copied within the store, because what they were is replaced. */
  kept: number;
  removed: number;
}

/** How long caches may keep a file; `never` for what changes with every run. */
export type Cache = IndexEntry["cache"] | "never";

/** Does things at the target, few at a time, and counts. */
export interface Sender {
  readonly sent: Sent;
  /** Says that we live before each thing; nothing until there is a lock. */
  renew: () => Promise<void>;
  /** How many things there will be, for the progress. */
  expect: (total: number) => void;
  put: (path: string, bytes: Uint8Array, cache: Cache) => Promise<void>;
  /** Copies what lies at a path; nothing where nothing does. */
  keep: (path: string, to: string) => Promise<void>;
  remove: (path: string) => Promise<void>;
  /** Has the store count the age of an object from now on. */
  rejuvenate: (path: string) => Promise<void>;
  count: (bytes: number) => void;
  /** Does one thing with each, and ends with the first error once all that was begun has ended. */
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
    async rejuvenate(path) {
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
