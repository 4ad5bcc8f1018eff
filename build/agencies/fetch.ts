import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { UserError } from "../error.ts";

/** The bytes of one answer of an agency, not compressed. */
export interface Capture {
  bytes: Uint8Array;
  /** The address after redirects. */
  retrievedFrom: string;
  /** As the server printed it. */
  lastModified?: string;
}

export interface FetchOptions {
  fetch: typeof globalThis.fetch;
  /** An address or page that tells an agency who is asking. */
  contact?: string | undefined;
  /** For the whole answer, body included, ms. */
  timeoutMs: number;
  /** For the body, both as sent and unpacked. */
  maxBytes: number;
  /** Told of the bytes so far and of all (0 where the sender does not say). */
  onBytes?: (done: number, total: number) => void;
}

/** Types under which agencies, and the static hosts of saved captures, send JSON and gzip. Others are error pages. */
const CONTENT_TYPES = /^(?:application|text)\/(?:json|[\w.-]+\+json|plain|octet-stream|gzip|x-gzip)$/i;

/**
 * Reads a capture from a `file:`, `http:` or `https:` address. Bytes that are gzip are unpacked, wherever they come from.
 *
 * @throws UserError `capture-unreadable` (file), `capture-unreachable` (network, time-out), `capture-refused` (status,
 * content type), `capture-too-large`, `capture-malformed` (broken gzip)
 */
export async function fetchCapture(address: string, options: FetchOptions): Promise<Capture> {
  const local = new URL(address).protocol === "file:";
  const capture = local ? await readLocal(address, options) : await readRemote(address, options);
  return { ...capture, bytes: await unpacked(capture.bytes, address, options.maxBytes) };
}

async function readLocal(address: string, options: FetchOptions): Promise<Capture> {
  const hint = "check agencies.usgs.feed in the configuration";
  try {
    const stream = createReadStream(fileURLToPath(address));
    return { bytes: await readBounded(stream, 0, address, options), retrievedFrom: address };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError("capture-unreadable", `${address} cannot be read: ${reasonOf(error)}`, hint);
  }
}

async function readRemote(address: string, options: FetchOptions): Promise<Capture> {
  const { timeoutMs } = options;
  const abort = new AbortController();
  // An own timer rather than AbortSignal.timeout, which keeps the process from ending until it has run out.
  const timer = setTimeout(() => abort.abort(new Error(`no complete answer within ${timeoutMs / 1000} s`)), timeoutMs);
  try {
    const response = await options.fetch(address, { headers: headers(options.contact), signal: abort.signal });
    const length = checkResponse(response, address, options.maxBytes);
    const bytes = await readBounded(response.body ?? [], length, address, options);
    const lastModified = response.headers.get("last-modified");
    return { bytes, retrievedFrom: response.url || address, ...(lastModified === null ? {} : { lastModified }) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = reasonOf(abort.signal.aborted ? abort.signal.reason : error);
    throw new UserError("capture-unreachable", `${address} cannot be reached: ${reason}`, "try again later");
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

function headers(contact: string | undefined): Record<string, string> {
  const agent = `quaketree/${version}`;
  return {
    accept: "application/geo+json, application/json;q=0.9",
    "user-agent": contact === undefined ? agent : `${agent} (${contact})`,
  };
}

/** The length that the answer states for its body, 0 where it states none, or none that tells the size of what arrives. */
function checkResponse(response: Response, address: string, maxBytes: number): number {
  if (response.status !== 200) {
    const hint =
      response.status === 403 && new URL(address).search !== ""
        ? "USGS feeds refuse addresses with a query string"
        : "check the address in the configuration, or try again later";
    const status = `${response.status} ${response.statusText}`.trim();
    throw new UserError("capture-refused", `${address} answered ${status}`, hint);
  }
  const type = response.headers.get("content-type")?.split(";")[0]?.trim();
  if (type && !CONTENT_TYPES.test(type)) {
    throw new UserError(
      "capture-refused",
      `${address} answered with ${type}, not JSON`,
      "is it the address of a feed?",
    );
  }
  const length = Number(response.headers.get("content-length") ?? 0) || 0;
  if (length > maxBytes) throw tooLarge(address, maxBytes);
  return response.headers.has("content-encoding") ? 0 : length;
}

async function readBounded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  length: number,
  address: string,
  { maxBytes, onBytes }: FetchOptions,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(address, maxBytes);
    parts.push(chunk);
    onBytes?.(size, length);
  }
  return new Uint8Array(Buffer.concat(parts, size));
}

/** RFC 1952: gzip begins with 1f 8b; JSON cannot. */
async function unpacked(bytes: Uint8Array, address: string, maxBytes: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return new Uint8Array(await promisify(gunzip)(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") throw tooLarge(address, maxBytes);
    throw new UserError("capture-malformed", `${address} is broken gzip: ${reasonOf(error)}`);
  }
}

function tooLarge(address: string, maxBytes: number): UserError {
  const hint = "thresholds.capture_mb in the configuration sets the limit";
  return new UserError("capture-too-large", `${address} is larger than ${maxBytes / 1e6} MB`, hint);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Undici hides what happened behind "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const [line = ""] = (error.message || codeOf(error) || error.name).split("\n");
  return line;
}
