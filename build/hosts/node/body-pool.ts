/** Reuses buffers for bodies: allocating 100 KB takes longer than filling them. */
export interface BodyPool {
  allocate: (bytes: number) => Uint8Array;
  /** Whether the buffer belongs to the pool and must be returned. */
  isLent: (body: Uint8Array) => boolean;
  /** Returns a buffer to the pool after the body was sent. Ignores foreign buffers and buffers that were already returned. */
  recycle: (body: Uint8Array) => void;
}

/** Sizes are powers of two from 32 KB to 1 MB; allocating a smaller buffer is faster than recycling it. */
const SMALLEST = 15;
const LARGEST = 20;
/** Free bytes per size at most: enough for 64 connections that each ask for 100 KB. */
const READY_BYTES = 8_388_608;

export function createBodyPool(): BodyPool {
  const ready = Array.from({ length: LARGEST + 1 }, (): ArrayBuffer[] => []);
  const lent = new WeakSet<ArrayBufferLike>();

  return {
    allocate(bytes) {
      const size = 32 - Math.clz32(Math.max(1, bytes) - 1);
      // Every byte is overwritten, so the old content does not matter.
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
