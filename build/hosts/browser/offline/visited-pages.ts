import { once } from "../once.ts";
import type { ByteStore } from "./byte-store.ts";

/** The snapshot that a file belongs to. */
export interface Moment {
  /** Its id. */
  id: string;
  /** ISO 8601, UTC. */
  as_of: string;
}

interface Seen extends Moment {
  sha256: string;
  /** Hash of the answer that the page was rendered from, if it is kept. */
  answer?: string | undefined;
}

/** A visited file. */
export interface SeenFile extends Seen {
  bytes: Uint8Array;
}

/** Visited files, each as it was then, up to a maximum number. */
export interface VisitedFiles {
  get: (path: string) => Promise<SeenFile | undefined>;
  put: (path: string, bytes: Uint8Array, seen: Seen) => Promise<void>;
  /** Hashes of their bytes. */
  hashes: () => Promise<string[]>;
}

/** The store's name of the list. */
const LIST = "looked-at";

/** A page of about 6 KB each with its answer: a few megabytes. */
const MOST = 600;

export function createVisitedFiles(store: ByteStore): VisitedFiles {
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
      // Map order is age: deleted and set again, the key is the youngest.
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
