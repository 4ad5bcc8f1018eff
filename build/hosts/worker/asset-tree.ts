import { type Encoding, etagOf } from "../../contract/wire/etag.ts";
import { openSnapshot, type Snapshot, SnapshotError } from "../../rewrite/respond.ts";
import { SNAPSHOT_FILE, VARIANT_SUFFIX } from "../../tree/file.ts";

/** The binding through which a Worker reads its deployed files. */
export interface Assets {
  fetch: (request: Request) => Promise<Response>;
}

/** An opened snapshot, and its files in memory. */
export interface AssetTree {
  /** ETag of `snapshot.json`: identifies the snapshot without opening it. */
  identity: string;
  snapshot: Snapshot;
  files: Map<string, AssetFile>;
}

/** A whole answer in memory. */
export interface AssetFile {
  etag: string;
  plain: Uint8Array;
  /** Compressed variants that were read; null if there is none. */
  variants: Map<Encoding, Uint8Array | null>;
}

/** Smaller files have no variants, bytes. */
const MIN_PACKED = 1_400;
/** Whole answers to keep; an isolate has 128 MB in all. */
const MAX_FILES = 200;

/** Any host name works: the binding uses the path only. */
const ORIGIN = "https://tree.invalid/";

/** Reads a file of the tree; undefined if it does not exist. */
export type ReadAsset = (path: string) => Promise<Uint8Array | undefined>;

/** Reads the tree that was deployed with the Worker. */
export function assetReader(assets: Assets): ReadAsset {
  return async (path) => {
    const response = await assets.fetch(new Request(ORIGIN + path));
    if (response.status === 200) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    return undefined;
  };
}

/**
 * Opens the current snapshot of the assets; returns `held` if it is the same.
 *
 * @throws SnapshotError naming the missing or malformed file
 */
export async function openAssetTree(assets: Assets, held?: AssetTree): Promise<AssetTree> {
  const read = assetReader(assets);
  const record = await read(SNAPSHOT_FILE);
  const identity = record ? etagOf(record) : "";
  if (held && held.identity === identity) return held;
  // Uses the bytes already read: a second read might return another record.
  const snapshot = await openSnapshot({ read: async (path) => (path === SNAPSHOT_FILE ? record : read(path)) });
  return { identity, snapshot, files: new Map() };
}

/**
 * The snapshot for one request: loaded records are shared, pending reads are not. A Worker must not wait for the read
 * of another request: if that client goes away, the read never ends.
 */
export function forOneRequest(snapshot: Snapshot): Snapshot {
  const { earthquakes, results } = snapshot;
  if (earthquakes.missing.shards === 0 && results.missing.shards === 0) return snapshot;
  return {
    ...snapshot,
    earthquakes: { ...earthquakes, pending: new Map() },
    results: { ...results, pending: new Map() },
  };
}

/**
 * A file of the tree with the requested variants that exist; undefined if there is no file.
 *
 * @throws SnapshotError if the assets have another tree by now
 * @param wanted encodings that the client accepts
 */
export async function assetFile(
  tree: AssetTree,
  read: ReadAsset,
  path: string,
  wanted: readonly Encoding[],
): Promise<AssetFile | undefined> {
  const found = tree.files.get(path);
  const plain = found?.plain ?? (await read(path));
  const wanting = plain && plain.length >= MIN_PACKED ? wanted.filter((one) => !found?.variants.has(one)) : [];
  const variants = await Promise.all(
    wanting.map(async (one) => [one, (await read(path + VARIANT_SUFFIX[one])) ?? null] as const),
  );
  if (found && wanting.length === 0) return found;
  await checkSame(tree, read);
  if (!plain) return undefined;
  const file = {
    etag: found?.etag ?? etagOf(plain),
    plain,
    variants: new Map([...(found?.variants ?? []), ...variants]),
  };
  if (tree.files.size >= MAX_FILES) tree.files.clear();
  tree.files.set(path, file);
  return file;
}

/** Checked after files were read: if the tree is the same now, it was the same then. */
async function checkSame({ identity }: AssetTree, read: ReadAsset): Promise<void> {
  const record = await read(SNAPSHOT_FILE);
  if (!record || etagOf(record) !== identity) throw new SnapshotError(SNAPSHOT_FILE, "has been replaced");
}
