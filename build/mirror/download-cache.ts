import { join } from "node:path";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";

/**
 * Fetched files of an incomplete tree, by their hash, and the beginnings of files. The folder is beside the tree and survives a
 * crash. Nothing in it is trusted: a file counts only if its bytes have the hash in its name.
 */
export interface DownloadCache {
  /** Path of a finished file. */
  finished: (hash: string) => string;
  /** Path of the beginning of a file. */
  begun: (hash: string) => string;
  /** Removes everything except needed files, or the whole folder if none are needed. Foreign files stay. */
  keepOnly: (needed: ReadonlySet<string>) => void;
}

const OURS = /^([0-9a-f]{64})(?:\.begun)?$/;

export function downloadCache(fs: TreeFileSystem, dir: string): DownloadCache {
  return {
    finished: (hash) => join(dir, hash),
    begun: (hash) => join(dir, `${hash}.begun`),
    keepOnly(needed) {
      if (fs.stat(dir)?.kind !== "folder") return;
      for (const name of fs.list(dir)) {
        const hash = OURS.exec(name)?.[1];
        if (hash !== undefined && !needed.has(hash)) fs.remove(join(dir, name));
      }
      if (needed.size === 0 && fs.list(dir).length === 0) fs.remove(dir);
    },
  };
}

/** Whether a file is complete. Removes the rest of an interrupted write. */
export function isFinished(fs: TreeFileSystem, area: DownloadCache, { sha256: hash, bytes }: CachedDownload): boolean {
  const path = area.finished(hash);
  const stat = fs.stat(path);
  if (!stat) return false;
  if (stat.kind === "file" && stat.size === bytes && sha256(fs.read(path)) === hash) return true;
  fs.remove(path);
  return false;
}

/** A file as the index describes it. */
export interface CachedDownload {
  sha256: string;
  bytes: number;
}
