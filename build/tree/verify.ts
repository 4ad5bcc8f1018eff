import { etagOf } from "../contract/etag.ts";
import type { IndexEntry, SnapshotRecord } from "../contract/snapshot.ts";
import { changesFiles } from "./changes-files.ts";
import { changesFaults } from "./changes-verify.ts";
import type { Fault } from "./fault.ts";
import { SECTIONS, SNAPSHOT_FILE, VARIANT_SUFFIX } from "./file.ts";
import { sha256 } from "./hash.ts";
import { KEPT, snapshotId } from "./index-section.ts";
import { pinFaults } from "./pin-verify.ts";
import { readInsideSync, readRecord, readSection } from "./read.ts";
import { statusFaults } from "./status-files.ts";
import { unpack } from "./unpack.ts";
import { recordFaults } from "./verify-record.ts";
import { strays } from "./verify-strays.ts";

export interface VerifyReport {
  ok: boolean;
  snapshot: SnapshotRecord;
  /** Files of the index that were looked at, and their size. */
  files: number;
  bytes: number;
  faults: Fault[];
}

export interface VerifyOptions {
  /** Looks at the content of a file that has the right hash: what is wrong with it, or undefined. */
  check?: ((path: string, bytes: Uint8Array) => string | undefined) | undefined;
  /** Whether a file need not be looked at, because it has been. */
  skip?: ((path: string) => boolean) | undefined;
  /** Told now and then how many files of how many are done. */
  progress?: (done: number, total: number) => void;
}

/**
 * Looks at every byte of a tree: each file against size, hash and ETag of the index, its variants against itself, the
 * record against the index, the form of the status, and the folder for files that no index names.
 *
 * @throws UserError `tree-missing`, or `tree-broken` where record or index cannot be read at all
 */
export async function verifyTree(dir: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { snapshot } = await readRecord(dir);
  const sections = new Map<string, IndexEntry[]>();
  for (const section of snapshot.index) sections.set(section.name, await readSection(dir, section));
  const entries = [...sections].filter(([name]) => name !== KEPT).flatMap(([, list]) => list);
  const kept = sections.get(KEPT) ?? [];
  const faults: Fault[] = [...indexFaults(snapshot, sections), ...recordFaults(snapshot, entries)];
  let bytes = 0;
  for (const [at, entry] of [...entries, ...kept].entries()) {
    if (!options.skip?.(entry.path)) faults.push(...fileFaults(dir, entry, options.check));
    bytes += entry.bytes;
    if (at % BREATH === 0) {
      options.progress?.(at, entries.length + kept.length);
      await new Promise(setImmediate);
    }
  }
  const feed = await changesFiles(dir);
  faults.push(...feed.flatMap((entry) => fileFaults(dir, entry)));
  faults.push(...changesFaults(dir, snapshot, feed, options.skip === undefined));
  for (const path of strays(dir, snapshot, [...entries, ...kept, ...feed])) {
    faults.push({ path, kind: "stray", message: "is not in the index" });
  }
  faults.push(...statusFaults(dir));
  if (!options.skip) faults.push(...pinFaults(dir));
  return { ok: faults.length === 0, snapshot, files: entries.length + kept.length, bytes, faults };
}

/** So often, in files, the event loop gets its turn. */
const BREATH = 64;

/** Whether record and sections fit together, and no path stands there twice. */
function indexFaults(snapshot: SnapshotRecord, sections: ReadonlyMap<string, IndexEntry[]>): Fault[] {
  const faults: Fault[] = [];
  const say = (path: string, message: string) => faults.push({ path, kind: "record", message });
  const missing = SECTIONS.filter((name) => !sections.has(name));
  if (missing.length > 0) say(SNAPSHOT_FILE, `names no index section ${missing.join(", ")}`);
  if (snapshotId(snapshot.index) !== snapshot.id) say(SNAPSHOT_FILE, "has an id that does not follow from its index");
  const seen = new Map<string, string>();
  for (const { name, path, files } of snapshot.index) {
    const entries = sections.get(name) ?? [];
    if (entries.length !== files) say(path, `has ${entries.length} files, the record says ${files}`);
    for (const entry of entries) {
      const other = seen.get(entry.path);
      if (other) say(path, `names ${entry.path}, which ${other} names too`);
      seen.set(entry.path, path);
    }
  }
  return faults;
}

/** What is wrong with a file of the index, and with its variants. */
export function fileFaults(dir: string, entry: IndexEntry, check?: VerifyOptions["check"]): Fault[] {
  const { path } = entry;
  const bytes = readInsideSync(dir, path);
  if (!bytes) return [{ path, kind: "missing", message: "is in the index but not in the tree" }];
  const faults = contentFaults(entry, bytes, check);
  return faults.some(({ kind }) => kind === "changed") ? faults : [...variantFaults(dir, entry, bytes), ...faults];
}

/** What is wrong with the bytes of a file of the index. */
export function contentFaults(entry: IndexEntry, bytes: Uint8Array, check?: VerifyOptions["check"]): Fault[] {
  const { path } = entry;
  const changed = changeOf(entry, bytes);
  if (changed) return [{ path, kind: "changed", message: changed }];
  const content = check && attempt(() => check(path, bytes));
  return content ? [{ path, kind: "content", message: content }] : [];
}

function changeOf(entry: IndexEntry, bytes: Uint8Array): string | undefined {
  if (bytes.length !== entry.bytes) return `has ${bytes.length} bytes, the index says ${entry.bytes}`;
  if (sha256(bytes) !== entry.sha256) return "has other bytes than the index says (SHA-256 differs)";
  if (etagOf(bytes) !== entry.etag) return "has another ETag than the index says";
  return undefined;
}

function variantFaults(dir: string, entry: IndexEntry, bytes: Buffer): Fault[] {
  const faults: Fault[] = [];
  for (const encoding of entry.encodings) {
    const path = entry.path + VARIANT_SUFFIX[encoding];
    const packed = readInsideSync(dir, path);
    if (!packed)
      faults.push({ path, kind: "missing", message: `is not there, though the index names a ${encoding} variant` });
    else if (!unpacksTo(packed, encoding, bytes)) {
      faults.push({ path, kind: "variant", message: `does not unpack to ${entry.path}` });
    }
  }
  return faults;
}

function unpacksTo(packed: Buffer, encoding: "br" | "gzip", bytes: Buffer): boolean {
  try {
    // One byte more than there should be is enough to see that there are too many.
    return unpack(packed, encoding, bytes.length + 1).equals(bytes);
  } catch {
    return false;
  }
}

function attempt(check: () => string | undefined): string | undefined {
  try {
    return check();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
