import { ShardError } from "./shards/binary.ts";

/** Access to the files of a tree. */
export interface TreeReader {
  /**
   * The bytes of a file; undefined if it does not exist.
   *
   * @param path tree-relative, no leading slash
   */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** A tree that cannot answer, because `snapshot.json` or one of its shards is missing or malformed. */
export class SnapshotError extends Error {
  readonly code = "snapshot-malformed";
  /** The missing or malformed file. */
  readonly path: string;

  constructor(path: string, fault: string, cause?: unknown) {
    super(`${path}: ${fault}`, cause === undefined ? undefined : { cause });
    this.name = "SnapshotError";
    this.path = path;
  }
}

/** Reads and parses a file of the tree. */
export type ReadShard = <Content>(path: string, open: (bytes: Uint8Array) => Content) => Promise<Content>;

/** @throws SnapshotError (from the returned function) naming the missing or malformed file */
export function shardReader(reader: TreeReader): ReadShard {
  return async (path, open) => {
    const bytes = await reader.read(path);
    if (!bytes) throw new SnapshotError(path, "is missing");
    return parsed(path, () => open(bytes));
  };
}

/** @throws SnapshotError naming the file if it is malformed */
export function parsed<Content>(path: string, open: () => Content): Content {
  try {
    return open();
  } catch (error) {
    if (error instanceof ShardError) throw new SnapshotError(path, error.message, error);
    throw error;
  }
}
