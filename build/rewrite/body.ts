import { etagOfHash, hashOf } from "../contract/wire/etag.ts";
import { copyRows, rowsBytes } from "../shards/records.ts";
import { hashRows, loadRows, putHash, type RowsPart } from "./record-shards.ts";

const ENCODER = new TextEncoder();

/** A part of a body: a literal text, or records separated by commas. */
export type Part = string | RowsPart;

/** Returns a buffer for a body, at least as long as requested. A host that knows when a body has been sent may reuse the buffer. */
export type Allocate = (bytes: number) => Uint8Array;

function allocateFresh(bytes: number): Uint8Array {
  return new Uint8Array(bytes);
}

/** Loads all records of a body; undefined if they are loaded already. */
export function loadParts(parts: readonly Part[]): Promise<unknown> | undefined {
  const waiting = parts.flatMap((part) => (typeof part === "string" ? [] : (loadRows(part) ?? [])));
  return waiting.length > 0 ? Promise.all(waiting) : undefined;
}

/**
 * Assembles a body of its parts and computes its ETag. All its records must be loaded. The ETag is derived from the
 * hashes of the parts, and those of records are cached: hashing a whole body takes ten times as long as making it.
 */
export function bodyOf(parts: readonly Part[], allocate: Allocate = allocateFresh): { body: Uint8Array; etag: string } {
  let size = 0;
  const hashes = new Int32Array(2 * parts.length);
  const texts = parts.map((part, index) => {
    if (typeof part !== "string") {
      size += rowsBytes(part.shards.table, part.rows);
      putHash(hashes, index, hashRows(part));
      return undefined;
    }
    const text = ENCODER.encode(part);
    size += text.length;
    putHash(hashes, index, hashOf(text));
    return text;
  });
  const body = allocate(size);
  let at = 0;
  parts.forEach((part, index) => {
    const text = texts[index];
    if (text) {
      body.set(text, at);
      at += text.length;
    } else {
      const { shards, rows } = part as RowsPart;
      at = copyRows(shards.table, shards.loaded, rows, body, at);
    }
  });
  return { body: body.length === size ? body : body.subarray(0, size), etag: etagOfHash(hashOf(hashes)) };
}
