import { lowerBound } from "../../platform/lists.ts";
import { bytesOf, compareHashes, type PinnedSnapshot, type PinObject } from "../../tree/history/pins/table.ts";

/** The list of deployed pins and their snapshots. */
export const PIN_LIST = "pins/list.json";
/** The table of contents: it maps each content to its pin. */
export const PIN_OBJECTS = "pins/objects.bin";

export interface PinList {
  /** Paths of the pins. */
  pins: readonly string[];
  snapshots: readonly PinnedSnapshot[];
}

/** The place of a content. */
interface PinPlace {
  /** Index in the list of pins. */
  pin: number;
  offset: number;
  length: number;
  /** Length of the content. */
  bytes: number;
}

const HASH = 32;
const OBJECT = HASH + 4 * 4;

/** Writes all objects, sorted by hash, 48 bytes each, with big-endian numbers: a binary search needs no parsing. */
export function writeObjects(objects: readonly (PinPlace & Pick<PinObject, "sha256">)[]): Uint8Array {
  const distinct = [...new Map(objects.map((object) => [object.sha256, object])).values()];
  const sorted = distinct.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const file = new Uint8Array(OBJECT * sorted.length);
  const view = new DataView(file.buffer);
  sorted.forEach(({ sha256, pin, offset, length, bytes }, row) => {
    file.set(bytesOf(sha256), OBJECT * row);
    [pin, offset, length, bytes].forEach((number, at) => view.setUint32(OBJECT * row + HASH + 4 * at, number));
  });
  return file;
}

/** Finds the place of a content; undefined if no pin has it. @param file as `writeObjects` wrote it */
export function findObject(file: Uint8Array, sha256: string): PinPlace | undefined {
  const target = bytesOf(sha256);
  const count = Math.floor(file.length / OBJECT);
  const orderOf = (row: number) => compareHashes(file, OBJECT * row, target, 0);
  const row = lowerBound(0, count, (at) => orderOf(at) >= 0);
  return row < count && orderOf(row) === 0 ? placeAt(file, OBJECT * row + HASH) : undefined;
}

function placeAt({ buffer, byteOffset }: Uint8Array, at: number): PinPlace {
  const view = new DataView(buffer, byteOffset + at, 4 * 4);
  return { pin: view.getUint32(0), offset: view.getUint32(4), length: view.getUint32(8), bytes: view.getUint32(12) };
}
