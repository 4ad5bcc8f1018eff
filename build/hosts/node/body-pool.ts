/** Reuses buffers for bodies, because allocating 100 KB takes longer than filling them. */
export interface BodyPool {
  allocate: (bytes: number) => Uint8Array;
  /** Whether the buffer belongs to the pool and must be returned. */
  isLent: (body: Uint8Array) => boolean;
  /** Returns a buffer to the pool after the body was sent. Ignores foreign buffers and buffers that were already returned. */
  recycle: (body: Uint8Array) => void;
}

/** Sizes are powers of two from 4 KB to 1 MB; allocating a smaller buffer is faster than recycling it. */
const SMALLEST = 12;
const LARGEST = 20;
/** Largest number of free bytes per size: enough for 64 connections that each request 100 KB. */
const READY_BYTES = 8_388_608;

class PooledBuffer extends ArrayBuffer {
  lent = false;
}

export function createBodyPool(): BodyPool {
  const ready = Array.from({ length: LARGEST + 1 }, (): PooledBuffer[] => []);

  return {
    allocate(bytes) {
      const size = 32 - Math.clz32(Math.max(1, bytes) - 1);
      // Every byte is overwritten, so the old content does not matter.
      if (size < SMALLEST || size > LARGEST) return Buffer.allocUnsafeSlow(bytes);
      const buffer = ready[size]?.pop() ?? new PooledBuffer(2 ** size);
      buffer.lent = true;
      // Streams would make a new Buffer from any other view.
      return Buffer.from(buffer, 0, bytes);
    },
    isLent: ({ buffer }) => buffer instanceof PooledBuffer && buffer.lent,
    recycle({ buffer }) {
      if (!(buffer instanceof PooledBuffer) || !buffer.lent) return;
      buffer.lent = false;
      const size = ready[31 - Math.clz32(buffer.byteLength)];
      if (size && size.length * buffer.byteLength < READY_BYTES) size.push(buffer);
    },
  };
}
