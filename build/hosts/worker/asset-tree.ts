import { type Encoding, etagOf } from "../../contract/wire/etag.ts";
import { createLruCache, type LruCache } from "../../platform/lru-cache.ts";
import { openSnapshot, type Snapshot } from "../../rewrite/snapshot.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import { chooseEncoding, type HostFile } from "../file-answer.ts";

/** The binding through which a Worker reads its deployed files. */
export interface Assets {
  fetch: (request: Request) => Promise<Response>;
}

/** An opened snapshot, and those of its files that were read last. */
export interface AssetTree {
  snapshot: Snapshot;
  files: LruCache<AssetFile>;
}

/** A whole answer in memory. */
interface AssetFile {
  etag: string;
  plain: Uint8Array;
  /** Compressed variants that were read; null if a variant does not exist. */
  variants: Map<Encoding, Uint8Array | null>;
}

const ENCODINGS = ["br", "gzip"] as const;

/** Smaller files have no variants. Bytes. */
const MIN_PACKED = 1_400;
/** Memory limit for whole answers with their variants, bytes. An isolate has 128 MB in total. */
const FILES = 8_000_000;

/** The host name has no effect, because the binding uses only the path. */
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

/** Opens the snapshot of the assets. @throws SnapshotError naming the missing or malformed file */
export async function openAssetTree(read: ReadAsset): Promise<AssetTree> {
  return { snapshot: await openSnapshot({ read }), files: createLruCache(FILES, sizeOf) };
}

/**
 * The snapshot for one request. It shares loaded records, but not pending reads. A Worker must not wait for the read of another
 * request: if the client of that request disconnects, the read never ends.
 */
export function forOneRequest(snapshot: Snapshot): Snapshot {
  const { earthquakes, results } = snapshot;
  if (earthquakes.missing.shards === 0 && results.missing.shards === 0) return snapshot;
  return { ...snapshot, earthquakes: { ...earthquakes, pending: new Map() }, results: { ...results, pending: new Map() } };
}

/**
 * A file of the tree; undefined if there is none. Of the compressed variants, those that a client accepts are read.
 *
 * @param accepts header of the request
 */
export async function assetFile(
  { files }: Pick<AssetTree, "files">,
  read: ReadAsset,
  path: string,
  accepts: string | undefined,
): Promise<HostFile | undefined> {
  const found = files.get(path);
  const plain = found?.plain ?? (await read(path));
  const accepted = ENCODINGS.filter((one) => chooseEncoding(accepts, [one]));
  const missing = plain && plain.length >= MIN_PACKED ? accepted.filter((one) => !found?.variants.has(one)) : [];
  const variants = await Promise.all(missing.map(async (one) => [one, (await read(path + VARIANT_SUFFIX[one])) ?? null] as const));
  if (found && missing.length === 0) return hostFile(found);
  if (!plain) return undefined;
  const file = { etag: found?.etag ?? etagOf(plain), plain, variants: new Map([...(found?.variants ?? []), ...variants]) };
  files.set(path, file);
  return hostFile(file);
}

function sizeOf({ plain, variants }: AssetFile): number {
  return [...variants.values()].reduce((sum, variant) => sum + (variant?.length ?? 0), plain.length);
}

function hostFile({ etag, plain, variants }: AssetFile): HostFile {
  return {
    etag,
    bytes: plain.length,
    encodings: ENCODINGS.filter((encoding) => variants.get(encoding)),
    read(encoding) {
      const bytes = (encoding && variants.get(encoding)) ?? plain;
      return { size: bytes.length, bytes };
    },
  };
}
