/** Bytes that bodies are written into, again and again: allocating 100 KB takes longer than filling them. */
export interface BodyPool {
  allocate: (bytes: number) => Uint8Array;
  /** Takes back a body that has been sent. One that is not of this pool is left alone, and so is one taken back before. */
  recycle: (body: Uint8Array) => void;
}

/** Bodies of up to a megabyte, in powers of two from 4 KB on. */
const SMALLEST = 12;
const LARGEST = 20;
/** So many of each size lie ready at the most: 16 MB in all. */
const READY = 8;

export function createBodyPool(): BodyPool {
  const ready = Array.from({ length: LARGEST + 1 }, (): ArrayBuffer[] => []);
  const lent = new WeakSet<ArrayBufferLike>();

  return {
    allocate(bytes) {
      const size = Math.max(SMALLEST, 32 - Math.clz32(Math.max(1, bytes) - 1));
      if (size > LARGEST) return new Uint8Array(bytes);
      const buffer = ready[size]?.pop() ?? new ArrayBuffer(2 ** size);
      lent.add(buffer);
      return new Uint8Array(buffer, 0, bytes);
    },
    recycle({ buffer }) {
      if (!(buffer instanceof ArrayBuffer) || !lent.delete(buffer)) return;
      const size = ready[31 - Math.clz32(buffer.byteLength)];
      if (size && size.length < READY) size.push(buffer);
    },
  };
}
