import { etagOfHash, hashOf } from "../contract/wire/etag.ts";
import { hashRows, loadRows, putHash, type RowsPart } from "./record-shards.ts";
import { copyRows, rowsBytes } from "./shards/records.ts";

const ENCODER = new TextEncoder();

/** A part of a body: a literal text, or records separated by commas. */
export type Part = string | RowsPart;

/** Loads all records of a body; undefined if they are loaded already. */
export function loadParts(parts: readonly Part[]): Promise<unknown> | undefined {
  const waiting: Promise<void>[] = [];
  for (const part of parts) if (typeof part !== "string") loadRows(part, waiting);
  return waiting.length > 0 ? Promise.all(waiting) : undefined;
}

/**
 * Joins the parts of a body and computes its ETag. All its records must be loaded. The ETag is computed from the hashes of the
 * parts, and the hashes of records are cached: hashing a whole body takes ten times as long as building it.
 */
export function bodyOf(parts: readonly Part[]): { body: Uint8Array; etag: string } {
  let size = 0;
  // A UTF-16 unit takes at most three bytes of UTF-8.
  for (const part of parts) size += typeof part === "string" ? part.length * 3 : rowsBytes(part.shards.table, part.rows);
  const body = new Uint8Array(size);
  const hashes = new Int32Array(2 * parts.length);
  let at = 0;
  parts.forEach((part, index) => {
    const from = at;
    if (typeof part === "string") {
      at += ENCODER.encodeInto(part, body.subarray(at)).written;
      putHash(hashes, index, hashOf(body, from, at));
    } else {
      at = copyRows(part.shards.table, part.shards.loaded, part.rows, body, at);
      putHash(hashes, index, hashRows(part));
    }
  });
  return { body: body.subarray(0, at), etag: etagOfHash(hashOf(hashes)) };
}
