import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { UserError } from "../error.ts";
import { codeOf, readBounded, reasonOf } from "./client.ts";

/** The uncompressed bytes of one answer of an agency. */
export interface Capture {
  bytes: Uint8Array;
  /** The address after redirects. */
  retrievedFrom: string;
  /** ms since 1970 UTC by the local clock. */
  retrievedAt: number;
  /** Media type without parameters, lower case; null for a file. */
  type: string | null;
  etag?: string;
  /** The server's Last-Modified header. */
  lastModified?: string;
}

/** Reads the bytes of a `file:` address, unchanged. @throws UserError `capture-unreadable`, `capture-too-large` */
export async function readLocal(address: string, maxBytes: number, onSize: (bytes: number) => void): Promise<Uint8Array> {
  try {
    const stream = createReadStream(fileURLToPath(address));
    return await readBounded(stream, maxBytes, () => tooLarge(address, maxBytes), onSize);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const hint = "check the address in the configuration";
    throw new UserError("capture-unreadable", `${address} cannot be read: ${reasonOf(error)}`, hint);
  }
}

/**
 * Unpacks gzip, which it recognizes by the first bytes (RFC 1952: 1f 8b). Returns other bytes unchanged.
 *
 * @throws UserError `capture-malformed` (invalid or truncated gzip), `capture-too-large`
 */
export async function unpacked(bytes: Uint8Array, where: string, maxBytes: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return new Uint8Array(await promisify(gunzip)(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    throw codeOf(error) === "ERR_BUFFER_TOO_LARGE" ? tooLarge(where, maxBytes) : brokenGzip(where, reasonOf(error));
  }
}

export function tooLarge(where: string, maxBytes: number): UserError {
  const hint = "thresholds.capture_mb in the configuration sets the limit";
  return new UserError("capture-too-large", `${where} is larger than ${maxBytes / 1e6} MB`, hint);
}

export function brokenGzip(where: string, reason: string): UserError {
  return new UserError("capture-malformed", `${where} is broken gzip: ${reason}`);
}
