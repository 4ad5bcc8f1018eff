import { etagOfHash, hashOf } from "../contract/wire/etag.ts";
import { copyRows, rowsBytes } from "../shards/records.ts";
import { hashRows, loadRows, putHash, type RowsPart } from "./record-shards.ts";

const ENCODER = new TextEncoder();

/** A piece of a body: a text as it stands, or records with commas between them. */
export type Part = string | RowsPart;

/**
 * Gives bytes to write a body into, at least as many as asked for. A host that knows when a body has been sent may hand out
 * the same bytes again.
 */
export type Allocate = (bytes: number) => Uint8Array;

function allocateFresh(bytes: number): Uint8Array {
  return new Uint8Array(bytes);
}

/** Sees to it that all records of a body are in memory; undefined where they are already. */
export function loadParts(parts: readonly Part[]): Promise<unknown> | undefined {
  const waiting = parts.flatMap((part) => (typeof part === "string" ? [] : (loadRows(part) ?? [])));
  return waiting.length > 0 ? Promise.all(waiting) : undefined;
}

/**
 * One body of its parts, in one piece, and its ETag. All records that it needs have to be loaded. The ETag follows from the
 * hashes of the parts, and those of records are kept: to hash a body anew takes ten times as long as to make it.
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
