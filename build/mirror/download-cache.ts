import { join } from "node:path";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";

/**
 * What has been fetched of a tree that is not whole yet: files by their hash, and the beginnings of files. It lies beside
 * the tree and survives a crash. Nothing in it is believed: a file counts when its bytes have the hash that names it.
 */
export interface DownloadCache {
  /** Where a finished file lies. */
  finished: (hash: string) => string;
  /** Where the beginning of a file lies. */
  begun: (hash: string) => string;
  /** Removes whatever is not of a file that is wanted, and all of it where nothing is; files of others stay. */
  keepOnly: (wanted: ReadonlySet<string>) => void;
}

const OURS = /^([0-9a-f]{64})(?:\.begun)?$/;

export function downloadCache(fs: TreeFileSystem, dir: string): DownloadCache {
  return {
    finished: (hash) => join(dir, hash),
    begun: (hash) => join(dir, `${hash}.begun`),
    keepOnly(wanted) {
      if (fs.look(dir)?.kind !== "folder") return;
      for (const name of fs.list(dir)) {
        const hash = OURS.exec(name)?.[1];
        if (hash !== undefined && !wanted.has(hash)) fs.remove(join(dir, name));
      }
      if (wanted.size === 0 && fs.list(dir).length === 0) fs.remove(dir);
    },
  };
}

/** Whether a file has been fetched whole. What a crash has left half written is removed. */
export function isFinished(fs: TreeFileSystem, area: DownloadCache, { sha256: hash, bytes }: CachedDownload): boolean {
  const path = area.finished(hash);
  const sight = fs.look(path);
  if (!sight) return false;
  if (sight.kind === "file" && sight.size === bytes && sha256(fs.read(path)) === hash) return true;
  fs.remove(path);
  return false;
}

/** A file as the index describes it. */
export interface CachedDownload {
  sha256: string;
  bytes: number;
}
