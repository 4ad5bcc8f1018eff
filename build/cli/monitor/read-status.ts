import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { SNAPSHOT_FILE } from "../../contract/wire/snapshot.ts";
import type { StatusDocument } from "../../contract/wire/status.ts";
import { UserError } from "../../platform/error.ts";
import { NODE_FILE_SYSTEM } from "../../platform/file-system.ts";
import { goneReceivers } from "../../publish/notices/notices.ts";
import { isoTimeOrNull } from "../../store/civil-time.ts";
import { readNotes } from "../../store/run-notes.ts";
import { SIGNATURE_FILE } from "../../tree/file.ts";
import { expiryOf, openTree, readInsideSync, type Tree } from "../../tree/read.ts";
import { checkSignature } from "../../tree/signature.ts";
import { readStatus } from "../../tree/status-files.ts";
import { treePaths } from "../../tree/tree-paths.ts";

interface StoreStatus {
  dir: string;
  sources: {
    id: string;
    as_of: string | null;
    asked_at: string | null;
    answered_at: string | null;
    records: number;
    rejected: { what: string; code: string; reason: string }[];
  }[];
  /** Rules of notices that send nothing, because their receivers answered 410 then. ISO 8601 */
  gone_receivers: { rule: string; since: string }[];
}

export interface TreeStatus extends CopyStatus {
  dir: string;
  snapshot: string;
  sequence: number;
  /** The program that built it; null where neither the record nor the last run names it. */
  program: string | null;
  as_of: string;
  files: number;
  bytes: number;
  shards: { files: number; bytes: number };
  sources: { id: string; name: string; provides: string; as_of: string | null; records: number }[];
  /** The result of the last run of `rebuild`; null if there was none. */
  status: StatusDocument | null;
}

/** The state of store and tree. Null if there is none, `fault` if it cannot be read. */
export interface Status {
  store: StoreStatus | { dir: string; fault: string } | null;
  tree: TreeStatus | { dir: string; fault: string } | null;
}

/** @param store undefined: only the tree matters, as for a mirror @param config has the rules of notices */
export async function status(store: string | undefined, out: string, config: Pick<Config, "notices"> = {}): Promise<Status> {
  const ofStore = store === undefined ? null : await orFault(store, (dir) => storeStatus(dir, config));
  return { store: ofStore, tree: await orFault(out, treeStatus) };
}

async function orFault<T>(dir: string, read: (dir: string) => Promise<T | null>): Promise<T | { dir: string; fault: string } | null> {
  try {
    return await read(dir);
  } catch (error) {
    if (error instanceof UserError) return { dir, fault: error.message };
    throw error;
  }
}

async function storeStatus(dir: string, config: Pick<Config, "notices">): Promise<StoreStatus | null> {
  if (!existsSync(dir)) return null;
  const notes = await readNotes(dir);
  const sources = Object.entries(notes).map(([id, { asOf, askedAt, answeredAt, records, rejected }]) => ({
    id,
    as_of: isoTimeOrNull(asOf),
    asked_at: isoTimeOrNull(askedAt),
    answered_at: isoTimeOrNull(answeredAt),
    records,
    rejected: rejected.map(({ what, code, reason }) => ({ what, code, reason })),
  }));
  const gone = await goneReceivers(dir, config);
  return { dir, sources, gone_receivers: gone.map(({ rule, at }) => ({ rule, since: new Date(at).toISOString() })) };
}

async function treeStatus(dir: string): Promise<TreeStatus | null> {
  if (!existsSync(dir)) return null;
  const tree = await openTree(dir);
  const { snapshot, files } = tree;
  const entries = [...files.values()];
  const shards = entries.filter(({ path }) => path.startsWith("shards/"));
  const bytesOf = (list: typeof entries) => list.reduce((sum, { bytes }) => sum + bytes, 0);
  const lastRun = readStatus(dir);
  return {
    dir,
    snapshot: snapshot.id,
    sequence: snapshot.sequence,
    program: snapshot.program ?? lastRun?.program ?? null,
    as_of: snapshot.as_of,
    files: entries.length,
    bytes: bytesOf(entries),
    shards: { files: shards.length, bytes: bytesOf(shards) },
    sources: snapshot.sources.map(({ id, name, provides, as_of, records }) => ({ id, name, provides, as_of, records })),
    status: lastRun,
    ...copyStatus(tree),
  };
}

/** How complete and how old a tree is, determined without reading all of it. */
export interface CopyStatus {
  /** Files of the index that are missing or have another size. */
  missing: number;
  /** When it becomes or became stale; null if its publisher does not state it. ISO 8601 */
  stale_after: string | null;
  /** Id of the key that signed it; null if it has no signature, or a wrong one. */
  signed_by: string | null;
  /** What a mirror has fetched of a newer tree that is not complete yet. */
  fetched: { files: number; bytes: number } | null;
}

function copyStatus({ dir, files, snapshot }: Pick<Tree, "dir" | "files" | "snapshot">): CopyStatus {
  const missing = [...files.values()].filter(({ path, bytes }) => {
    const stat = statSync(join(dir, path), { throwIfNoEntry: false });
    return !stat?.isFile() || stat.size !== bytes;
  });
  const expiry = expiryOf(snapshot);
  return {
    missing: missing.length,
    stale_after: isoTimeOrNull(expiry),
    signed_by: signedBy(dir),
    fetched: fetchedOf(treePaths(NODE_FILE_SYSTEM, dir).part),
  };
}

function signedBy(dir: string): string | null {
  const text = readInsideSync(dir, SIGNATURE_FILE)?.toString("utf8");
  try {
    return checkSignature(readInsideSync(dir, SNAPSHOT_FILE) ?? Buffer.alloc(0), text);
  } catch {
    return null;
  }
}

function fetchedOf(part: string): CopyStatus["fetched"] {
  if (!existsSync(part)) return null;
  const sizes = readdirSync(part).map((name) => statSync(join(part, name), { throwIfNoEntry: false })?.size ?? 0);
  return { files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}
