/** Bytes that bodies are written into, again and again: allocating 100 KB takes longer than filling them. */
export interface BodyPool {
  allocate: (bytes: number) => Uint8Array;
  /** Whether the bytes are of this pool and are to be taken back. */
  isLent: (body: Uint8Array) => boolean;
  /** Takes back a body that has been sent. One that is not of this pool is left alone, and so is one taken back before. */
  recycle: (body: Uint8Array) => void;
}

/** Bodies of up to a megabyte, in powers of two from 32 KB on; smaller ones are made faster than they are taken back. */
const SMALLEST = 15;
const LARGEST = 20;
/** So many bytes of each size lie ready at the most: enough for 64 connections that ask for 100 KB at once. */
const READY_BYTES = 8_388_608;

export function createBodyPool(): BodyPool {
  const ready = Array.from({ length: LARGEST + 1 }, (): ArrayBuffer[] => []);
  const lent = new WeakSet<ArrayBufferLike>();

  return {
    allocate(bytes) {
      const size = 32 - Math.clz32(Math.max(1, bytes) - 1);
      // Every byte of a body is written, so what was in them before does not matter.
      if (size < SMALLEST || size > LARGEST) return Buffer.allocUnsafeSlow(bytes);
      const buffer = ready[size]?.pop() ?? new ArrayBuffer(2 ** size);
      lent.add(buffer);
      return new Uint8Array(buffer, 0, bytes);
    },
    isLent: ({ buffer }) => lent.has(buffer),
    recycle({ buffer }) {
      if (!(buffer instanceof ArrayBuffer) || !lent.delete(buffer)) return;
      const size = ready[31 - Math.clz32(buffer.byteLength)];
      if (size && size.length * buffer.byteLength < READY_BYTES) size.push(buffer);
    },
  };
}
