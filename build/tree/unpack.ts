import { brotliDecompressSync, gunzipSync } from "node:zlib";

/**
 * What a compressed stream unpacks to, where nothing stands behind its end: Node passes over that; a client may not.
 *
 * @param maxBytes of what it may unpack to
 * @throws Error where it is cut short, malformed, larger, or goes on behind its end
 */
export function unpack(packed: Uint8Array, encoding: "br" | "gzip", maxBytes: number): Buffer {
  const options = { maxOutputLength: Math.max(1, maxBytes), info: true };
  const unpacked: unknown = (encoding === "br" ? brotliDecompressSync : gunzipSync)(packed, options);
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
