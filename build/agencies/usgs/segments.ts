import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { idHash } from "../../fdsn/archive/ids.ts";
import { UserError } from "../../platform/error.ts";
import { sha256 } from "../../platform/hash.ts";
import { lowerBound } from "../../platform/lists.ts";
import type { UsgsEvent, Withdrawal } from "../../store/records.ts";
import { removeStateFile, writeStateFile } from "../../store/store.ts";
import type { Segment, UsgsState } from "./state.ts";
import type { Holdings } from "./upsert.ts";

const FOLDER = "usgs/archive";
/** The gzip level: rows have little in common except their keys, so a higher level does not make the files smaller. */
const EFFORT = 6;

/** The old events of a store, in immutable files whose names contain their hash. */
export interface SegmentFiles {
  /** Returns the segments that may contain one of the ids: rarely one too many, never one too few. */
  find(segments: readonly Segment[], ids: ReadonlySet<string>): Segment[];
  /** @throws UserError `store-unreadable`, `store-malformed` */
  read(segment: Segment): Holdings;
  /** Writes a segment unless it exists. @throws UserError `store-unwritable` */
  write(key: string, content: Holdings): Promise<Segment>;
  /** Removes the files of all segments that are not in one of the lists. */
  sweep(...kept: (readonly Segment[])[]): Promise<void>;
}

/** @param dir folder of the store */
export function openSegments(dir: string): SegmentFiles {
  const hashes = new Map<string, Uint32Array>();
  const hashesIn = (segment: Segment): Uint32Array => {
    const known = hashes.get(segment.idsSha256);
    if (known) return known;
    const read = readHashes(readWhole(dir, idsFile(segment), segment.idsSha256));
    hashes.set(segment.idsSha256, read);
    return read;
  };
  return {
    find: (segments, ids) => {
      const sought = [...ids].map(idHash);
      return segments.filter((segment) => {
        const list = hashesIn(segment);
        return sought.some((hash) => hasHash(list, hash));
      });
    },
    read: (segment) => readSegment(dir, segment),
    write: async (key, content) => {
      const { segment, text, ids } = describe(key, content);
      if (!isThere(dir, idsFile(segment))) await writeStateFile(dir, idsFile(segment), ids);
      if (!isThere(dir, rowsFile(segment))) await writeStateFile(dir, rowsFile(segment), gzipSync(text, { level: EFFORT }));
      hashes.set(segment.idsSha256, readHashes(ids));
      return segment;
    },
    sweep: async (...kept) => {
      const names = new Set(kept.flat().flatMap((segment) => [rowsFile(segment), idsFile(segment)]));
      for (const name of filesIn(dir)) if (!names.has(name)) await removeStateFile(dir, name);
    },
  };
}

/**
 * The events of the archive. They are sorted newest first, except for origin times that were revised across the end of a year. Only
 * one segment is in memory at a time (at most about ten thousand events).
 *
 * @param dir folder of the store
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export function* segmentEvents(dir: string, { archive }: Pick<UsgsState, "archive">): Generator<UsgsEvent> {
  for (const segment of archive?.segments ?? []) yield* readSegment(dir, segment).events;
}

/** The archive in parts that rarely change. The key of each part is derived from its content. @param dir folder of the store */
export function segmentParts(dir: string, { archive }: Pick<UsgsState, "archive">) {
  return (archive?.segments ?? []).map((segment) => ({
    key: segment.sha256,
    span: segment.span,
    /** UTC year or month: `2011`, `2011-03`. */
    unit: segment.key,
    /** Key of the list of ids, which changes less often than the events. */
    idsKey: segment.idsSha256,
    /** `idHash` of every id, those of withdrawn events included. @throws UserError `store-unreadable`, `store-malformed` */
    ids: () => readHashes(readWhole(dir, idsFile(segment), segment.idsSha256)),
    /** @throws UserError `store-unreadable`, `store-malformed` */
    events: () => readSegment(dir, segment).events,
  }));
}

/**
 * Withdrawals in the archive.
 *
 * @param since only withdrawals after this time, ms since 1970 UTC; segments without any are not read
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export function* segmentWithdrawals(
  dir: string,
  { archive }: Pick<UsgsState, "archive">,
  since = Number.NEGATIVE_INFINITY,
): Generator<Withdrawal> {
  for (const segment of archive?.segments ?? []) {
    // A withdrawal is in the segment of the month or year in which it was made.
    if (segment.withdrawn === 0 || endOf(segment) <= since) continue;
    for (const withdrawal of readSegment(dir, segment).withdrawn) if (withdrawal.withdrawnAt >= since) yield withdrawal;
  }
}

/** End of the month or year of a segment, ms since 1970 UTC. */
function endOf({ key }: Segment): number {
  const [year, month] = key.split("-").map(Number) as [number, number?];
  return new Date(0).setUTCFullYear(month === undefined ? year + 1 : year, month ?? 0, 1);
}

function readSegment(dir: string, segment: Segment): Holdings {
  const name = rowsFile(segment);
  const bytes = readWhole(dir, name);
  let text: Uint8Array;
  try {
    text = gunzipSync(bytes);
  } catch {
    throw malformed(dir, name);
  }
  if (sha256(text) !== segment.sha256) throw malformed(dir, name);
  const events: UsgsEvent[] = [];
  const withdrawn: Withdrawal[] = [];
  for (const line of new TextDecoder().decode(text).split("\n")) {
    if (line === "") continue;
    // No schema is necessary: the hash in the state proves that the bytes are unchanged.
    const row = JSON.parse(line) as UsgsEvent | Withdrawal;
    if ("withdrawnAt" in row) withdrawn.push(row);
    else events.push(row);
  }
  return { events, withdrawn };
}

function describe(key: string, { events, withdrawn }: Holdings): { segment: Segment; text: Buffer; ids: Uint8Array } {
  const text = Buffer.from([...events, ...withdrawn].map((row) => `${JSON.stringify(row)}\n`).join(""));
  const ids = hashesOf([...events, ...withdrawn].flatMap((row) => row.ids));
  const span = events.reduce<Segment["span"]>(
    (all, { time }) => ({ from: Math.min(all?.from ?? time, time), to: Math.max(all?.to ?? time, time) }),
    null,
  );
  const counts = { events: events.length, withdrawn: withdrawn.length };
  return { segment: { key, sha256: sha256(text), idsSha256: sha256(ids), ...counts, span }, text, ids };
}

function rowsFile({ key, sha256: hash }: Segment): string {
  return `${FOLDER}/${key}-${hash.slice(0, 16)}.ndjson.gz`;
}

function idsFile({ key, idsSha256 }: Segment): string {
  return `${FOLDER}/${key}-${idsSha256.slice(0, 16)}.ids`;
}

/** @param hash expected hash of the file; without it the content is not checked */
function readWhole(dir: string, name: string, hash?: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path.join(dir, name));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UserError("store-unreadable", `the store's ${path.join(dir, name)} cannot be read: ${code}`, HINT);
  }
  if (hash !== undefined && sha256(bytes) !== hash) throw malformed(dir, name);
  return bytes;
}

const HINT = "restore the store from a backup, or remove its folder usgs and ingest again";

function malformed(dir: string, name: string): UserError {
  return new UserError("store-malformed", `the store's ${path.join(dir, name)} was changed after it was written`, HINT);
}

function isThere(dir: string, name: string): boolean {
  return existsSync(path.join(dir, name));
}

function filesIn(dir: string): string[] {
  try {
    return readdirSync(path.join(dir, FOLDER)).map((name) => `${FOLDER}/${name}`);
  } catch {
    return [];
  }
}

/**
 * The ids of a segment are stored as sorted 32-bit hashes of four bytes each, so that a million ids can be searched without reading
 * the events. The only cost of a collision is an unnecessary read of a segment.
 */
const BYTES = 4;

/** The hashes in the format of a file: little-endian, ascending. */
function hashesOf(ids: readonly string[]): Uint8Array {
  const hashes = Uint32Array.from(new Set(ids.map(idHash))).toSorted();
  const view = new DataView(new ArrayBuffer(hashes.length * BYTES));
  for (const [at, hash] of hashes.entries()) view.setUint32(at * BYTES, hash, true);
  return new Uint8Array(view.buffer);
}

function readHashes(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / BYTES }, (_, at) => view.getUint32(at * BYTES, true));
}

/** @param hashes sorted, ascending */
function hasHash(hashes: Uint32Array, hash: number): boolean {
  return hashes[lowerBound(0, hashes.length, (at) => (hashes[at] as number) >= hash)] === hash;
}
