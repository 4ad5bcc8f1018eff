import { hexOf } from "./table.ts";

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
