/**
 * Which ids a segment holds, as sorted 32-bit hashes: four bytes an id, so that those of a million events can be searched
 * without reading the events. Two ids with one hash cost the reading of a segment in vain, no more.
 */
const BYTES = 4;

/** FNV-1a (Fowler, Noll, Vo; 32 bits) of an id, which is ASCII. */
export function idHash(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** As a file has them: little-endian, ascending. */
export function hashesOf(ids: readonly string[]): Uint8Array {
  const hashes = Uint32Array.from(new Set(ids.map(idHash))).toSorted();
  const view = new DataView(new ArrayBuffer(hashes.length * BYTES));
  for (const [at, hash] of hashes.entries()) view.setUint32(at * BYTES, hash, true);
  return new Uint8Array(view.buffer);
}

export function readHashes(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / BYTES }, (_, at) => view.getUint32(at * BYTES, true));
}

/** @param hashes ascending */
export function hasHash(hashes: Uint32Array, hash: number): boolean {
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hashes[middle] as number) < hash) low = middle + 1;
    else high = middle;
  }
  return hashes[low] === hash;
}
