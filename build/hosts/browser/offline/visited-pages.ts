import { once } from "../once.ts";
import type { ByteStore } from "./byte-store.ts";

/** The state of the data that a file is of. */
export interface Moment {
  /** Of its snapshot. */
  id: string;
  /** ISO 8601, UTC. */
  as_of: string;
}

interface Seen extends Moment {
  sha256: string;
  /** Hash of the answer that the page was written from, where that is kept. */
  answer?: string | undefined;
}

/** A file as it was when somebody looked at it. */
export interface SeenFile extends Seen {
  bytes: Uint8Array;
}

/** Files that are kept because somebody looked at them: each as it was then, up to a number of them. */
export interface LookedAt {
  get: (path: string) => Promise<SeenFile | undefined>;
  put: (path: string, bytes: Uint8Array, seen: Seen) => Promise<void>;
  /** Under which their bytes are kept. */
  hashes: () => Promise<string[]>;
}

/** The name in the store of the list of them. */
const LIST = "looked-at";

/** Of a page of some 6 KB and its answer: a few megabytes. */
const MOST = 600;

export function createLookedAt(store: ByteStore): LookedAt {
  const list = once(async () => {
    const bytes = await store.get(LIST);
    return new Map(bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as [string, Seen][]) : []);
  });

  return {
    async get(path) {
      const seen = (await list()).get(path);
      const bytes = seen && (await store.get(seen.sha256));
      return seen && bytes && { ...seen, bytes };
    },
    async put(path, bytes, seen) {
      const all = await list();
      await store.put(seen.sha256, bytes);
      // The order of a map is that of age: taken out and put back in, it is the youngest.
      all.delete(path);
      all.set(path, seen);
      for (const oldest of all.keys()) if (all.size > MOST) all.delete(oldest);
      await store.put(LIST, new TextEncoder().encode(JSON.stringify([...all])));
    },
    async hashes() {
      return [...(await list()).values()].map(({ sha256 }) => sha256);
    },
  };
}
