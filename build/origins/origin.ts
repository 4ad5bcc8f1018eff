/** Where a tree is copied from: a static host, a Quaketree host, a folder. */
export interface Origin {
  /** How people call it: its address or path. */
  name: string;
  /**
   * The bytes of a file of the tree, from `from` on. An interruption that may pass is not seen here.
   *
   * What is iterated throws UserError: `mirror-missing` (no such file), `mirror-refused` (the origin does not want to),
   * `mirror-unreachable`, `mirror-too-large` (more than `maxBytes`), `mirror-too-slow`; AbortSignal's reason.
   */
  read: (path: string, options: ReadOptions) => AsyncIterable<Uint8Array>;
}

export interface ReadOptions {
  /** How many bytes are here already. */
  from?: number;
  /** More than this, `from` included, is not taken. */
  maxBytes: number;
  /** About how many there are, where `maxBytes` is far more: how long it may take follows from it. */
  expected?: number;
  /** Whether caches on the way are to be asked past, because what they have does not fit the rest. */
  fresh?: boolean;
  signal?: AbortSignal;
}

/** A whole small file. @throws UserError as `Origin.read` */
export async function readWhole(origin: Origin, path: string, options: ReadOptions): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of origin.read(path, options)) parts.push(part);
  return Buffer.concat(parts);
}
