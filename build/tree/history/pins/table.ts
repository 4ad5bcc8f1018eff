import { lowerBound } from "../../../platform/lists.ts";

/** A replaced snapshot in a pin. */
export interface PinnedSnapshot {
  id: string;
  /** ms since 1970 UTC. */
  asOf: number;
  /** `as_of` of the snapshot that replaced it, ms since 1970 UTC. */
  supersededAt: number;
  /** SHA-256 of its `snapshot.json`. */
  record: string;
}

/** The place of a removed content in a pin. */
export interface PinObject {
  sha256: string;
  /** Its path or part (the first half of a SHA-256), and the number of its version, from 0 each day (UTC). */
  lineage: string;
  version: number;
  /** In the file. */
  offset: number;
  length: number;
  /** Of the content. */
  bytes: number;
}

/** The head of a pin. */
export interface PinTable {
  snapshots: readonly PinnedSnapshot[];
  find: (sha256: string) => PinObject | undefined;
  objects: () => Iterable<PinObject>;
}

const MAGIC = "quakepin";
const FORMAT = 1;
const COUNTS = 20;
const SNAPSHOT = 56;
const OBJECT = 56;

/** The file ends with the SHA-256 of everything before it. */
export const CHECKSUM_BYTES = 32;

/** Length of the head of a pin, from its first bytes. @returns undefined if the file is not a pin */
export function headLength(begin: Uint8Array): number | undefined {
  if (begin.length < COUNTS) return undefined;
  const view = viewOf(begin);
  const isOurs = [...MAGIC].every((letter, at) => begin[at] === letter.charCodeAt(0)) && view.getUint32(8) === FORMAT;
  return isOurs ? COUNTS + SNAPSHOT * view.getUint32(12) + OBJECT * view.getUint32(16) : undefined;
}

/**
 * Reads the head of a pin, strictly.
 *
 * @param head the beginning of the file, of the length `headLength`
 * @param size of the file
 * @returns undefined if it is malformed
 */
export function readPinTable(head: Uint8Array, size: number): PinTable | undefined {
  if (headLength(head) !== head.length) return undefined;
  const view = viewOf(head);
  const from = COUNTS + SNAPSHOT * view.getUint32(12);
  const count = view.getUint32(16);
  const snapshots = Array.from({ length: view.getUint32(12) }, (_, at) => readSnapshot(head, COUNTS + SNAPSHOT * at));
  const objectAt = (row: number) => readObject(head, from + OBJECT * row);
  let end = head.length;
  for (let row = 0; row < count; row++) {
    const { offset, length } = objectAt(row);
    if (offset !== end || (row > 0 && compareHashes(head, from + OBJECT * (row - 1), head, from + OBJECT * row) >= 0)) return undefined;
    end += length;
  }
  if (end + CHECKSUM_BYTES !== size || !snapshots.every(({ asOf, supersededAt }) => asOf <= supersededAt)) return undefined;
  return {
    snapshots,
    find(sha256) {
      const target = bytesOf(sha256);
      const orderOf = (row: number) => compareHashes(head, from + OBJECT * row, target, 0);
      const row = lowerBound(0, count, (at) => orderOf(at) >= 0);
      return row < count && orderOf(row) === 0 ? objectAt(row) : undefined;
    },
    *objects() {
      for (let row = 0; row < count; row++) yield objectAt(row);
    },
  };
}

/** A pin without its checksum. @param encoded the encoded objects, in any order */
export function writePin(
  snapshots: readonly PinnedSnapshot[],
  encoded: readonly (Omit<PinObject, "offset" | "length"> & { blob: Uint8Array })[],
): Uint8Array {
  const objects = encoded.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const head = COUNTS + SNAPSHOT * snapshots.length + OBJECT * objects.length;
  const file = new Uint8Array(head + objects.reduce((sum, { blob }) => sum + blob.length, 0));
  const view = viewOf(file);
  file.set(new TextEncoder().encode(MAGIC));
  [FORMAT, snapshots.length, objects.length].forEach((number, at) => view.setUint32(8 + 4 * at, number));
  snapshots.forEach(({ id, asOf, supersededAt, record }, row) => {
    const at = COUNTS + SNAPSHOT * row;
    file.set(bytesOf(id), at);
    view.setFloat64(at + 8, asOf);
    view.setFloat64(at + 16, supersededAt);
    file.set(bytesOf(record), at + 24);
  });
  let offset = head;
  objects.forEach(({ sha256, lineage, version, bytes, blob }, row) => {
    const at = head - OBJECT * (objects.length - row);
    file.set(bytesOf(sha256 + lineage), at);
    [version, offset, blob.length, bytes].forEach((number, place) => view.setUint32(at + 40 + 4 * place, number));
    file.set(blob, offset);
    offset += blob.length;
  });
  return file;
}

function readSnapshot(head: Uint8Array, at: number): PinnedSnapshot {
  const view = viewOf(head);
  return {
    id: hexOf(head, at, 8),
    asOf: view.getFloat64(at + 8),
    supersededAt: view.getFloat64(at + 16),
    record: hexOf(head, at + 24, 32),
  };
}

function readObject(head: Uint8Array, at: number): PinObject {
  const view = viewOf(head);
  return {
    sha256: hexOf(head, at, 32),
    lineage: hexOf(head, at + 32, 8),
    version: view.getUint32(at + 40),
    offset: view.getUint32(at + 44),
    length: view.getUint32(at + 48),
    bytes: view.getUint32(at + 52),
  };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Order of two hashes of 32 bytes, at these places of two files. */
export function compareHashes(a: Uint8Array, at: number, b: Uint8Array, from: number): number {
  for (let byte = 0; byte < 32; byte++) {
    const difference = (a[at + byte] as number) - (b[from + byte] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Bytes of a file as lower-case hex digits. */
function hexOf(bytes: Uint8Array, at: number, length: number): string {
  return Array.from(bytes.subarray(at, at + length), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param hex an even number of digits */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

/** An encoded content: whole, or as a difference to another content. */
export interface PinBlob {
  blob: Uint8Array;
  /** Of the content. */
  bytes: number;
}

/** The functions that decode a content. */
export interface PinTools {
  /** Unpacks a stream of DEFLATE. @throws if the result exceeds `maxBytes`, or it is malformed */
  inflate: (packed: Uint8Array, maxBytes: number) => Promise<Uint8Array>;
  /** Applies a difference in the delta format of Fossil. @throws if the result has another number of bytes */
  applyDifference: (base: Uint8Array, encoded: Uint8Array, bytes: number) => Uint8Array;
}

/** The rest is a whole content, or a difference to the content whose SHA-256 precedes it. */
const WHOLE = 0;
const DIFFERENCE = 1;

/** A version of a day is decoded in at most 11 steps; see `deltaParent`. */
const DEEPEST = 40;

/**
 * The version of a day that is the base of another one: that with its lowest bit cleared. So the n-th takes as many steps as n has set
 * bits, and half of them have the previous version as their base.
 */
export function deltaParent(version: number): number {
  return version & (version - 1);
}

/** Encodes a content. @param base its SHA-256 as bytes; absent: whole */
export function pinBlob(packed: Uint8Array, base?: Uint8Array): Uint8Array {
  const blob = new Uint8Array(1 + (base?.length ?? 0) + packed.length);
  blob[0] = base ? DIFFERENCE : WHOLE;
  if (base) blob.set(base, 1);
  blob.set(packed, 1 + (base?.length ?? 0));
  return blob;
}

/**
 * Decodes a content. The caller checks its hash.
 *
 * @param find an encoded content, by its SHA-256
 * @returns undefined if it, or its base, is missing
 * @throws as the tools
 */
export async function pinContent(
  sha256: string,
  find: (sha256: string) => Promise<PinBlob | undefined>,
  { inflate, applyDifference }: PinTools,
): Promise<Uint8Array | undefined> {
  const steps: PinBlob[] = [];
  for (let hash: string | undefined = sha256; hash !== undefined; ) {
    const found: PinBlob | undefined = steps.length < DEEPEST ? await find(hash) : undefined;
    if (!found) return undefined;
    steps.push(found);
    hash = found.blob[0] === DIFFERENCE ? hexOf(found.blob, 1, 32) : undefined;
  }
  let content: Uint8Array = new Uint8Array(0);
  for (const { blob, bytes } of steps.toReversed()) {
    const isWhole = blob[0] === WHOLE;
    const encoded = await inflate(blob.subarray(isWhole ? 1 : 33), bytes);
    content = isWhole ? encoded : applyDifference(content, encoded, bytes);
  }
  return content;
}
