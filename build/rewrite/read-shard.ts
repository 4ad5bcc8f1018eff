import { ShardError } from "../shards/shard-error.ts";

/** Where a rewrite reads a tree from. */
export interface TreeReader {
  /**
   * The bytes of a file, undefined where it is not there.
   *
   * @param path tree-relative, no leading slash
   */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** A tree that cannot be answered from: `snapshot.json` or one of its shards is missing or malformed. */
export class SnapshotError extends Error {
  readonly code = "snapshot-malformed";
  /** The file of the tree that is at fault. */
  readonly path: string;

  constructor(path: string, fault: string, cause?: unknown) {
    super(`${path}: ${fault}`, cause === undefined ? undefined : { cause });
    this.name = "SnapshotError";
    this.path = path;
  }
}

/** Reads a file of the tree through a strict reader. */
export type ReadShard = <Content>(path: string, open: (bytes: Uint8Array) => Content) => Promise<Content>;

/** @throws SnapshotError (from the returned function) that names the file which is missing or malformed */
export function shardReader(reader: TreeReader): ReadShard {
  return async (path, open) => {
    const bytes = await reader.read(path);
    if (!bytes) throw new SnapshotError(path, "is missing");
    try {
      return open(bytes);
    } catch (error) {
      if (error instanceof ShardError) throw new SnapshotError(path, error.message, error);
      throw error;
    }
  };
}
