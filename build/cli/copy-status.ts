import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { age, size, thousands } from "../platform/amounts.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { expiryOf } from "../tree/expiry.ts";
import { SIGNATURE_FILE } from "../tree/file.ts";
import { readInsideSync, type Tree } from "../tree/read.ts";
import { parseSignature } from "../tree/signature.ts";
import { treePaths } from "../tree/tree-paths.ts";

/** How complete and how old a tree is, seen without reading all of it. */
export interface CopyStatus {
  /** Files of the index that are not there, or not of their size. */
  missing: number;
  /** When it became stale, or will; null where its publisher has not said after how long. ISO 8601 */
  stale_after: string | null;
  /** Id of the key that signed, by what the signature says of itself. */
  signed_by: string | null;
  /** What a mirror has fetched of a newer tree that is not whole yet. */
  fetched: { files: number; bytes: number } | null;
}

export function copyStatus({ dir, files, snapshot }: Pick<Tree, "dir" | "files" | "snapshot">): CopyStatus {
  const missing = [...files.values()].filter(({ path, bytes }) => {
    const stat = statSync(join(dir, path), { throwIfNoEntry: false });
    return !stat?.isFile() || stat.size !== bytes;
  });
  const expiry = expiryOf(snapshot);
  return {
    missing: missing.length,
    stale_after: expiry === undefined ? null : new Date(expiry).toISOString(),
    signed_by: signedBy(dir),
    fetched: fetchedOf(treePaths(NODE_FILE_SYSTEM, dir).part),
  };
}

function signedBy(dir: string): string | null {
  const text = readInsideSync(dir, SIGNATURE_FILE)?.toString("utf8");
  try {
    return text === undefined ? null : parseSignature(text).key;
  } catch {
    return null;
  }
}

function fetchedOf(part: string): CopyStatus["fetched"] {
  if (!existsSync(part)) return null;
  const sizes = readdirSync(part).map((name) => statSync(join(part, name), { throwIfNoEntry: false })?.size ?? 0);
  return { files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

/** The same for people. @param now ms since 1970 UTC */
export function copyLines({ missing, stale_after, signed_by, fetched }: CopyStatus, now: number): string[] {
  const lines = [
    missing === 0
      ? "  complete: every file of its index is there"
      : `  incomplete: ${thousands(missing)} files of its index are missing or of another size`,
  ];
  if (stale_after !== null) {
    const past = now - Date.parse(stale_after);
    lines.push(past < 0 ? `  fresh until ${stale_after}` : `  stale since ${stale_after} (${age(past)})`);
  }
  if (signed_by !== null) lines.push(`  signed with key ${signed_by} (verify --verify-key checks it)`);
  if (fetched) lines.push(`  of a newer snapshot ${thousands(fetched.files)} files, ${size(fetched.bytes)}, are here`);
  return lines;
}
