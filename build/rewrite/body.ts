import type { Slice } from "../shards/records.ts";

const COMMA = 0x2c;
const ENCODER = new TextEncoder();

/** A piece of a body: a text as it stands, or records with commas between them. */
export type Part = string | readonly Slice[];

/** One body of its parts, in one buffer that is exactly as long. */
export function bodyOf(parts: readonly Part[]): Uint8Array {
  const encoded = parts.map((part) => (typeof part === "string" ? ENCODER.encode(part) : part));
  const body = new Uint8Array(encoded.reduce((sum, part) => sum + lengthOf(part), 0));
  let at = 0;
  for (const part of encoded) {
    if (part instanceof Uint8Array) {
      body.set(part, at);
      at += part.length;
    } else at = copySlices(part, body, at);
  }
  return body;
}

function lengthOf(part: Uint8Array | readonly Slice[]): number {
  if (part instanceof Uint8Array) return part.length;
  return part.reduce((sum, { from, to }) => sum + to - from, Math.max(0, part.length - 1));
}

function copySlices(slices: readonly Slice[], body: Uint8Array, start: number): number {
  let at = start;
  for (const { source, from, to } of slices) {
    if (at > start) body[at++] = COMMA;
    body.set(source.subarray(from, to), at);
    at += to - from;
  }
  return at;
}

/** Whole records, each in bytes of its own. */
export function slicesOf(records: readonly Uint8Array[]): Slice[] {
  return records.map((source) => ({ source, from: 0, to: source.length }));
}
