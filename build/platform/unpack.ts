import {
  type BrotliOptions,
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  type ZlibOptions,
} from "node:zlib";

/**
 * What a compressed stream unpacks to, where nothing stands behind its end: Node passes over that; a client may not.
 *
 * @param maxBytes of what it may unpack to
 * @throws Error where it is cut short, malformed, larger, or goes on behind its end
 */
export function unpack(packed: Uint8Array, encoding: "br" | "gzip", maxBytes: number): Buffer {
  return whole(packed, (encoding === "br" ? brotliDecompressSync : gunzipSync)(packed, optionsOf(maxBytes)));
}

/** As `unpack`, in another thread. */
export function unpackBeside(packed: Uint8Array, encoding: "br" | "gzip", maxBytes: number): Promise<Buffer> {
  const start: Start = encoding === "br" ? brotliDecompress : gunzip;
  return new Promise((resolve, reject) => {
    start(packed, optionsOf(maxBytes), (error, unpacked) => {
      if (error) return reject(error);
      try {
        resolve(whole(packed, unpacked));
      } catch (wrong) {
        reject(wrong);
      }
    });
  });
}

type Start = (
  packed: Uint8Array,
  options: BrotliOptions & ZlibOptions,
  done: (error: Error | null, unpacked: unknown) => void,
) => void;

function optionsOf(maxBytes: number): BrotliOptions & ZlibOptions {
  return { maxOutputLength: Math.max(1, maxBytes), info: true };
}

function whole(packed: Uint8Array, unpacked: unknown): Buffer {
  const { buffer, engine } = unpacked as Unpacked;
  if (engine.bytesWritten !== packed.length) throw new Error("something stands behind the end");
  return buffer;
}

/** What Node returns with the option `info`, which its types leave out. */
interface Unpacked {
  buffer: Buffer;
  /** `bytesWritten`: how many bytes of the input were used. */
  engine: { bytesWritten: number };
}
