import { copyRows, rowsBytes } from "../shards/records.ts";
import { loadRows, type RowsPart } from "./record-shards.ts";

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

/** Sees to it that all records of a body are in memory. */
export async function loadParts(parts: readonly Part[]): Promise<void> {
  for (const part of parts) if (typeof part !== "string") await loadRows(part);
}

/** One body of its parts, in one piece. All records that it needs have to be loaded. */
export function bodyOf(parts: readonly Part[], allocate: Allocate = allocateFresh): Uint8Array {
  let size = 0;
  const texts = parts.map((part) => {
    const text = typeof part === "string" ? ENCODER.encode(part) : undefined;
    size += text ? text.length : rowsBytes((part as RowsPart).shards.table, (part as RowsPart).rows);
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
  return body.length === size ? body : body.subarray(0, size);
}
