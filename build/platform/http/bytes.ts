import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { UserError } from "../error.ts";

/** Told of the bytes so far and of all (0 where the sender does not say). */
export type OnBytes = (done: number, total: number) => void;

/**
 * Collects what arrives, as long as it is not more than `maxBytes`.
 *
 * @param length bytes that the sender announced, 0 where it did not; only for `onBytes`
 * @throws UserError `capture-too-large`
 */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { where, maxBytes, length = 0, onBytes }: { where: string; maxBytes: number; length?: number; onBytes?: OnBytes },
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(where, maxBytes);
    parts.push(chunk);
    onBytes?.(size, length);
  }
  return new Uint8Array(Buffer.concat(parts, size));
}

/**
 * Bytes that begin as gzip does (RFC 1952: 1f 8b, which no text can) are unpacked, others are handed back.
 *
 * @throws UserError `capture-malformed` (broken or cut gzip), `capture-too-large`
 */
export async function unpacked(bytes: Uint8Array, where: string, maxBytes: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return new Uint8Array(await promisify(gunzip)(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") throw tooLarge(where, maxBytes);
    throw brokenGzip(where, error);
  }
}

/**
 * The bytes of a `file:` address, as they lie there.
 *
 * @throws UserError `capture-unreadable`, `capture-too-large`
 */
export async function readLocal(address: string, maxBytes: number, onBytes?: OnBytes): Promise<Uint8Array> {
  try {
    const stream = createReadStream(fileURLToPath(address));
    return await readBounded(stream, { where: address, maxBytes, ...(onBytes && { onBytes }) });
  } catch (error) {
    if (error instanceof UserError) throw error;
    const hint = "check the address in the configuration";
    throw new UserError("capture-unreadable", `${address} cannot be read: ${reasonOf(error)}`, hint);
  }
}

export function tooLarge(where: string, maxBytes: number): UserError {
  const hint = "thresholds.capture_mb in the configuration sets the limit";
  return new UserError("capture-too-large", `${where} is larger than ${maxBytes / 1e6} MB`, hint);
}

export function brokenGzip(where: string, error: unknown): UserError {
  return new UserError("capture-malformed", `${where} is broken gzip: ${reasonOf(error)}`);
}

/** The system's code of an error or of what caused it, such as `ECONNREFUSED` or `Z_DATA_ERROR`. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

/** One line. Undici hides what happened behind "fetch failed" and "terminated". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const [line = ""] = (error.message || codeOf(error) || error.name).split("\n");
  return line;
}
