import type { IndexEntry } from "../../contract/wire/snapshot.ts";
import { replacedFile } from "../unindexed.ts";
/** Where a tree is copied from: a static host, a Quaketree host, a folder. */
export interface Origin {
  /** Its address or path, for messages. */
  name: string;
  /**
   * The bytes of a file of the tree, from `from` on. Transient interruptions are retried internally.
   *
   * The iterable throws UserError: `mirror-missing` (no such file), `mirror-refused`,
   * `mirror-unreachable`, `mirror-too-large` (more than `maxBytes`), `mirror-too-slow`; AbortSignal's reason.
   */
  read: (path: string, options: ReadOptions) => AsyncIterable<Uint8Array>;
}

export interface ReadOptions {
  /** Number of bytes that are here already. */
  from?: number;
  /** Largest size, `from` included. */
  maxBytes: number;
  /** Expected size if `maxBytes` is much larger; it determines the time limit. */
  expected?: number;
  /** Whether to bypass caches, because their copies do not match the other files. */
  fresh?: boolean;
  signal?: AbortSignal;
}

/** A whole small file. @throws UserError as `Origin.read` */
export async function readWhole(origin: Origin, path: string, options: ReadOptions): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of origin.read(path, options)) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * Where a file that a record or an index names is read: at its path, then without caches, which may have an older file, and then under
 * the hash for which an object store keeps replaced files.
 */
export function placesOf({ path, sha256 }: Pick<IndexEntry, "path" | "sha256">): readonly (readonly [path: string, fresh: boolean])[] {
  return [
    [path, false],
    [path, true],
    [replacedFile(sha256), false],
  ];
}
