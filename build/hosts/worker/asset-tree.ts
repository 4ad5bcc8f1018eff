import { type Encoding, etagOf } from "../../contract/wire/etag.ts";
import { openSnapshot, type Snapshot, SnapshotError } from "../../rewrite/respond.ts";
import { SNAPSHOT_FILE, VARIANT_SUFFIX } from "../../tree/file.ts";

/** The binding through which a Worker reads the files that were deployed with it. */
export interface Assets {
  fetch: (request: Request) => Promise<Response>;
}

/** A snapshot that an isolate has opened, and the files that it has read of it. */
export interface AssetTree {
  /** ETag of `snapshot.json`: tells one snapshot from another without opening it. */
  identity: string;
  snapshot: Snapshot;
  files: Map<string, AssetFile>;
}

/** A whole answer in memory. */
export interface AssetFile {
  etag: string;
  plain: Uint8Array;
  /** Variants that were looked for; null where there is none. */
  variants: Map<Encoding, Uint8Array | null>;
}

/** Files smaller than this have no variants, so nobody need look for them; in bytes. */
const LEAST_PACKED = 1_400;
/** An isolate may hold 128 MB in all; whole answers may take this many of them. */
const MOST_FILES = 200;

/** Any host name will do: the binding looks at the path alone. */
const ORIGIN = "https://tree.invalid/";

/** Reads a file of the tree; undefined where it is not there. */
export type ReadAsset = (path: string) => Promise<Uint8Array | undefined>;

/** Reads the tree that a Worker was deployed with. */
export function assetReader(assets: Assets): ReadAsset {
  return async (path) => {
    const response = await assets.fetch(new Request(ORIGIN + path));
    if (response.status === 200) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    return undefined;
  };
}

/**
 * Opens the snapshot that the assets have now, or keeps the one at hand where it is the same.
 *
 * @throws SnapshotError naming the file that is missing or malformed
 */
export async function openAssetTree(assets: Assets, held?: AssetTree): Promise<AssetTree> {
  const read = assetReader(assets);
  const record = await read(SNAPSHOT_FILE);
  const identity = record ? etagOf(record) : "";
  if (held && held.identity === identity) return held;
  // The very bytes that were looked at: what is read twice might have been replaced in between.
  const snapshot = await openSnapshot({ read: async (path) => (path === SNAPSHOT_FILE ? record : read(path)) });
  return { identity, snapshot, files: new Map() };
}

/**
 * The snapshot for one request: what has been read is shared, what is being read is not. A Worker must not wait for the
 * reading of another request: where that one's client goes away, it never ends.
 */
export function forOneRequest({ earthquakes, results, ...rest }: Snapshot): Snapshot {
  return {
    ...rest,
    earthquakes: { ...earthquakes, pending: new Map() },
    results: { ...results, pending: new Map() },
  };
}

/**
 * A file of the tree with such variants as it has, of those wanted; undefined where it is not there.
 *
 * @throws SnapshotError where the assets have another tree by now
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
  const wanting = plain && plain.length >= LEAST_PACKED ? wanted.filter((one) => !found?.variants.has(one)) : [];
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
  if (tree.files.size >= MOST_FILES) tree.files.clear();
  tree.files.set(path, file);
  return file;
}

/** Looked at after files were read: if it is the same tree now, it was then. */
async function checkSame({ identity }: AssetTree, read: ReadAsset): Promise<void> {
  const record = await read(SNAPSHOT_FILE);
  if (!record || etagOf(record) !== identity) throw new SnapshotError(SNAPSHOT_FILE, "has been replaced");
}
