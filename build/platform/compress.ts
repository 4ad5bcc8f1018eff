import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip, type ZlibOptions } from "node:zlib";

/** A smaller answer fits into one packet together with its headers, bytes. */
export const SMALLEST_COMPRESSED = 1_400;

/**
 * Files that every rebuild changes must be quick to compress. On the files of a tree, quality 9 takes 5 to 7 times as long as 6 and
 * saves 1.4 %; on pages, 6 saves 0.2 % compared with 5.
 */
const BROTLI_QUALITY = { minute: 5, day: 6, immutable: 6 };

/** On files that change every minute, level 9 takes twice as long as 5 and 6 and saves 3 % and 2 %. */
const GZIP_LEVEL = { minute: 5, day: 9, immutable: 6 };

/** How often a file changes. */
type Lifetime = keyof typeof BROTLI_QUALITY;

const TEXT = /\.(json|geojson|html|js|css|svg|txt)$/;

const brotli = promisify(brotliCompress);
const deflate = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);

/** The compressed forms of a file. */
export interface Variants {
  br?: Uint8Array;
  gzip?: Uint8Array;
}

/** The precompressed variants of a file. A variant is made only if it is smaller than the file. */
export async function compress(path: string, bytes: Uint8Array, cache: Lifetime): Promise<Variants> {
  const [br, gz] = await Promise.all([compressAs("br", path, bytes, cache), compressAs("gzip", path, bytes, cache)]);
  return { ...(br.length < bytes.length && { br }), ...(gz.length < bytes.length && { gzip: gz }) };
}

/** One variant of a file, whatever its size. */
export function compressAs(encoding: keyof Variants, path: string, bytes: Uint8Array, cache: Lifetime): Promise<Uint8Array> {
  return encoding === "br" ? withBrotli(path, bytes, cache) : withGzip(bytes, cache);
}

/** A larger piece is not worth its memory, bytes. */
const LARGEST_PIECE = 1 << 20;

/** The size of the pieces of output: for each the main thread is called, and by default they have 16 KB. */
function pieceSize(bytes: Uint8Array): number {
  return Math.max(constants.Z_DEFAULT_CHUNK, Math.min(bytes.length >> 1, LARGEST_PIECE));
}

function withBrotli(path: string, bytes: Uint8Array, cache: Lifetime): Promise<Uint8Array> {
  return brotli(bytes, {
    chunkSize: pieceSize(bytes),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[cache],
      [constants.BROTLI_PARAM_MODE]: TEXT.test(path) ? constants.BROTLI_MODE_TEXT : constants.BROTLI_MODE_GENERIC,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

async function withGzip(bytes: Uint8Array, cache: Lifetime): Promise<Uint8Array> {
  const gz = await deflate(bytes, { level: GZIP_LEVEL[cache], chunkSize: pieceSize(bytes) });
  // RFC 1952, section 2.3: byte 9 is the operating system. 255 means "unknown", so that every machine writes the same bytes.
  gz[9] = 255;
  return gz;
}

/**
 * Unpacks a compressed stream. Refuses bytes after its end, because Node ignores them and clients may not.
 *
 * @param maxBytes largest unpacked size
 * @throws Error if it is truncated, malformed, larger, or followed by other bytes
 */
export function unpack(packed: Uint8Array, encoding: "br" | "gzip", maxBytes: number): Buffer {
  return whole(packed, (encoding === "br" ? brotliDecompressSync : gunzipSync)(packed, optionsOf(maxBytes)));
}

function optionsOf(maxBytes: number): BrotliOptions & ZlibOptions {
  return { maxOutputLength: Math.max(1, maxBytes), info: true };
}

function whole(packed: Uint8Array, unpacked: unknown): Buffer {
  const { buffer, engine } = unpacked as Unpacked;
  if (engine.bytesWritten !== packed.length) throw new Error("there are bytes after the end");
  return buffer;
}

/** The result of Node with the option `info`, which its types lack. */
interface Unpacked {
  buffer: Buffer;
  /** `bytesWritten`: number of input bytes that were used. */
  engine: { bytesWritten: number };
}
