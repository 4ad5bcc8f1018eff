import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { sha256 } from "../../../platform/hash.ts";
import { openInside } from "../../read.ts";
import { applyDifference } from "../deltas/difference.ts";
import { bytesOf, CHECKSUM_BYTES, headLength, type PinObject, type PinTable, type PinTools, readPinTable, writePin } from "./table.ts";

/** A pin of a tree with its head. */
export interface OpenPin {
  path: string;
  table: PinTable;
}

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);

export const NODE_PIN_TOOLS: PinTools = {
  // For Node 0 means no limit.
  inflate: (packed, maxBytes) => inflate(packed, { maxOutputLength: Math.max(1, maxBytes) }),
  applyDifference,
};

/** Most heads are shorter. */
const BEGIN = 16_384;

/** Reads the head of a pin; undefined if there is none, or it is malformed. */
export async function openPin(dir: string, path: string): Promise<OpenPin | undefined> {
  const handle = await openInside(dir, path);
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    const begin = await readAt(handle, 0, Math.min(BEGIN, size));
    const length = headLength(begin);
    if (length === undefined || length > size) return undefined;
    const head = length <= begin.length ? begin.subarray(0, length) : await readAt(handle, 0, length);
    const table = readPinTable(head, size);
    return table && { path, table };
  } finally {
    await handle.close();
  }
}

/** An encoded object; undefined if the pin no longer exists. */
export async function readBlob(dir: string, path: string, { offset, length }: PinObject): Promise<Uint8Array | undefined> {
  const handle = await openInside(dir, path);
  if (!handle) return undefined;
  try {
    return await readAt(handle, offset, length);
  } finally {
    await handle.close();
  }
}

type Handle = NonNullable<Awaited<ReturnType<typeof openInside>>>;

async function readAt(handle: Handle, position: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

export function withChecksum(pin: Uint8Array): Uint8Array {
  return Buffer.concat([pin, bytesOf(sha256(pin))]);
}

/** Whether a pin is undamaged. */
export function isWholePin(file: Uint8Array): boolean {
  const seal = Buffer.from(file.subarray(Math.max(0, file.length - CHECKSUM_BYTES))).toString("hex");
  return seal === sha256(file.subarray(0, -CHECKSUM_BYTES)) && tableOf(file) !== undefined;
}

/** Joins several pins of a day. Damaged ones are left out, and their contents are missing. */
export function joinPins(files: readonly Uint8Array[]): Uint8Array {
  const opened = files.filter(isWholePin).map((file) => ({ file, table: tableOf(file) }));
  const objects = opened.flatMap(({ file, table }) =>
    [...(table?.objects() ?? [])].map((object) => ({ ...object, blob: file.subarray(object.offset, object.offset + object.length) })),
  );
  const distinct = [...new Map(objects.map((object) => [object.sha256, object])).values()];
  return withChecksum(
    writePin(
      opened.flatMap(({ table }) => table?.snapshots ?? []),
      distinct,
    ),
  );
}

function tableOf(file: Uint8Array) {
  const length = headLength(file);
  return length === undefined || length > file.length ? undefined : readPinTable(file.subarray(0, length), file.length);
}
