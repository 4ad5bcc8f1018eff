/** What tells a content: by itself, or as a difference to another content. */
export interface PinBlob {
  blob: Uint8Array;
  /** Of the content. */
  bytes: number;
}

/** What it takes to make a content of what tells it. */
export interface PinTools {
  /** Unpacks a stream of DEFLATE. @throws where it makes more than `maxBytes`, or is malformed */
  inflate: (packed: Uint8Array, maxBytes: number) => Promise<Uint8Array>;
  /** Applies a difference in the delta format of Fossil. @throws where it does not make a content of so many bytes */
  applyDifference: (base: Uint8Array, told: Uint8Array, bytes: number) => Uint8Array;
}

/** Whatever follows is told by itself, or as a difference to the content whose SHA-256 comes first. */
const WHOLE = 0;
const DIFFERENCE = 1;

/** The versions of a day are told in at most 11 steps; see `baseVersion`. */
const DEEPEST = 40;

/**
 * The version of a day to which another one is told as a difference: that with its lowest bit cleared. So the n-th takes as many
 * steps as n has bits, and half of them are told by the one just before.
 */
export function baseVersion(version: number): number {
  return version & (version - 1);
}

/** What tells a content. @param base by its SHA-256 as bytes; none: by itself */
export function pinBlob(packed: Uint8Array, base?: Uint8Array): Uint8Array {
  const blob = new Uint8Array(1 + (base?.length ?? 0) + packed.length);
  blob[0] = base ? DIFFERENCE : WHOLE;
  if (base) blob.set(base, 1);
  blob.set(packed, 1 + (base?.length ?? 0));
  return blob;
}

/**
 * Makes a content. Whether it has the hash by which it was asked for is for the caller to see.
 *
 * @param find what tells a content, by its SHA-256
 * @returns undefined where it, or what it is told by, is not there
 * @throws as the tools
 */
export async function pinContent(
  sha256: string,
  find: (sha256: string) => Promise<PinBlob | undefined>,
  { inflate, applyDifference }: PinTools,
): Promise<Uint8Array | undefined> {
  const steps: PinBlob[] = [];
  for (let wanted: string | undefined = sha256; wanted !== undefined; ) {
    const found: PinBlob | undefined = steps.length < DEEPEST ? await find(wanted) : undefined;
    if (!found) return undefined;
    steps.push(found);
    wanted = found.blob[0] === DIFFERENCE ? hexOf(found.blob.subarray(1, 33)) : undefined;
  }
  let content: Uint8Array = new Uint8Array(0);
  for (const { blob, bytes } of steps.toReversed()) {
    const isWhole = blob[0] === WHOLE;
    const told = await inflate(blob.subarray(isWhole ? 1 : 33), bytes);
    content = isWhole ? told : applyDifference(content, told, bytes);
  }
  return content;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
