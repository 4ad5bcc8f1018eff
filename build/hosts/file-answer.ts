import { type Encoding, encodedEtag, etagMatches, etagOf } from "../contract/wire/etag.ts";
import { SnapshotError } from "../rewrite/record-shards.ts";
import { type BodyReply, commonHeaders, type FileReply, type Headers, type StreamReply } from "../rewrite/reply.ts";

/** The part of a request that determines the form of a file. */
export interface FileRequest {
  method: string;
  /** A request header by its lower-case name; repeated headers are joined by commas. */
  header: (name: string) => string | undefined;
}

/** The properties of a file that determine its headers. */
interface FileFacts {
  /** Strong ETag of the plain bytes. */
  etag: string;
  /** Length of the plain bytes. */
  bytes: number;
  encodings: readonly Encoding[];
}

/** The form in which a file is sent. `content`: the bytes of the encoding, or a part of the plain file. */
type FileAnswer =
  | { kind: "empty"; status: 304 | 412 | 416; headers: Headers }
  | { kind: "content"; status: 200 | 206 | 404; headers: Headers; encoding: Encoding | undefined; part?: ByteRange };

/**
 * Decides how a file is sent: preconditions in the order of RFC 9110, section 13.2.2, then the range, then the encoding. A range is
 * a part of the plain bytes, and HEAD has no ranges (section 14.2).
 *
 * @param reply contains the headers, to which the headers of the form are added. With status 404 there are neither conditions nor
 *   ranges.
 */
function fileAnswer(request: FileRequest, { status, headers }: Pick<FileReply, "status" | "headers">, facts: FileFacts): FileAnswer {
  if (status === 404) {
    const encoding = chooseEncoding(request.header("accept-encoding"), facts.encodings);
    return { kind: "content", status, headers: encoding ? { ...headers, "content-encoding": encoding } : headers, encoding };
  }
  const range = request.method === "GET" ? request.header("range") : undefined;
  const encoding = range === undefined ? chooseEncoding(request.header("accept-encoding"), facts.encodings) : undefined;
  const etag = encoding ? encodedEtag(facts.etag, encoding) : facts.etag;
  const common: Headers = { ...headers, etag, "accept-ranges": "bytes" };
  const failed = failedPrecondition(request, common);
  if (failed) return { kind: "empty", ...failed };
  const full = encoding ? { ...common, "content-encoding": encoding } : common;
  if (range === undefined || !rangeHolds(request.header("if-range"), etag)) {
    return { kind: "content", status: 200, headers: full, encoding };
  }
  return partOf(range, full, facts.bytes);
}

function partOf(range: string, headers: Headers, bytes: number): FileAnswer {
  const part = parseRange(range, bytes);
  if (part === "whole") return { kind: "content", status: 200, headers, encoding: undefined };
  if (part === "unsatisfiable") {
    return { kind: "empty", status: 416, headers: { ...refusal(headers), "content-range": `bytes */${bytes}` } };
  }
  const contentRange = `bytes ${part.first}-${part.last}/${bytes}`;
  return { kind: "content", status: 206, headers: { ...headers, "content-range": contentRange }, encoding: undefined, part };
}

/**
 * The result of the preconditions of a request (RFC 9110, section 13.2.2): 412 if the client requires another version, 304 if it
 * has this one; undefined if it gets the answer.
 *
 * If-Modified-Since is ignored, as section 13.1.3 allows: Last-Modified is the time of the data, and a newer version of the program
 * may write the same data differently.
 *
 * @param headers of the answer, with its ETag
 */
function failedPrecondition({ header }: FileRequest, headers: Headers): { status: 304 | 412; headers: Headers } | undefined {
  const etag = headers["etag"] ?? "";
  const ifMatch = header("if-match");
  if (ifMatch === undefined ? isModifiedSince(header("if-unmodified-since"), headers) : !namesStrongly(ifMatch, etag)) {
    return { status: 412, headers: refusal(headers) };
  }
  const ifNoneMatch = header("if-none-match");
  if (ifNoneMatch === undefined || !etagMatches(ifNoneMatch, etag)) return undefined;
  const { "content-type": _, ...kept } = headers;
  return { status: 304, headers: kept };
}

/** RFC 9110, section 13.1.1 requires a strong comparison, so a weak tag never matches. */
function namesStrongly(ifMatch: string, etag: string): boolean {
  return etagMatches(
    ifMatch.replace(/(W\/)?("[^"]*")/g, (tag, weak) => (weak ? "" : tag)),
    etag,
  );
}

function isModifiedSince(date: string | undefined, headers: Headers): boolean {
  const since = Date.parse(date ?? "");
  // RFC 9110, section 13.1.4: an invalid date is ignored.
  return Date.parse(headers["last-modified"] ?? "") > since;
}

/** Headers that describe the file or allow caching it. */
const OF_THE_FILE = ["content-type", "etag", "last-modified", "cache-control"];

/** A refusal has no headers of the file. Above all, it must not have the file's caching time. */
function refusal(headers: Headers): Headers {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_FILE.includes(name));
  const { "cache-control": never = "no-store" } = commonHeaders(undefined, "never");
  return { ...Object.fromEntries(kept), "cache-control": never };
}

/** A part of a file, as the positions of its first and last byte, inclusive. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part of a file that a Range header selects (RFC 9110, section 14.1.2). `whole` without a header, or if the header may be
 * ignored: several ranges, another unit, malformed. `unsatisfiable` if the range begins after the end.
 *
 * @param size of the file, bytes
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const match = header === undefined ? null : /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header);
  if (!match) return "whole";
  const [, from, to] = match as unknown as [string, string, string];
  if (from === "") return to === "" ? "whole" : lastBytes(Number(to), size);
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return "whole";
  return first >= size ? "unsatisfiable" : { first, last };
}

function lastBytes(count: number, size: number): ByteRange | "unsatisfiable" {
  if (count === 0 || size === 0) return "unsatisfiable";
  return { first: Math.max(0, size - count), last: size - 1 };
}

/**
 * Whether If-Range matches (RFC 9110, section 13.1.5). Only an equal strong ETag matches. A date is not sufficient, because two
 * snapshots may share a second.
 */
function rangeHolds(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}

const PREFERENCE = ["br", "gzip"] as const;

/**
 * Chooses the content coding: the available one with the highest weight, and the smaller one if weights are equal; undefined for
 * none (RFC 9110, section 12.5.3). A client without the header gets the plain bytes. So does a client that refuses everything,
 * because a body that it may be able to read is better than none.
 *
 * @param header Accept-Encoding as received
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | undefined {
  if (header === undefined || available.length === 0) return undefined;
  const weights = parseWeights(header);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const plain = weights.get("identity") ?? 0;
  let best: Encoding | undefined;
  for (const coding of PREFERENCE) {
    if (!available.includes(coding) || weightOf(coding) === 0) continue;
    if (weightOf(coding) > (best ? weightOf(best) : 0) && weightOf(coding) >= plain) best = coding;
  }
  return best;
}

const CODING = /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/** Weights by coding. Malformed entries are ignored. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const match = CODING.exec(item.trim());
    if (!match?.[1]) continue;
    // RFC 9110, section 8.4.1.3: x-gzip is an old name of gzip.
    weights.set(match[1] === "x-gzip" ? "gzip" : match[1], match[2] === undefined ? 1 : Number(match[2]));
  }
  return weights;
}

export type Awaitable<Value> = Value | Promise<Value>;

/** A response as it is sent, with its Content-Length where it has one. The body is empty for HEAD. */
export type HostReply = BodyReply | StreamReply;

/** The bytes of a file in one encoding: in memory, or to be read while they are sent. A caller that does not read them must close it. */
export type Content = { size: number } & (
  | { bytes: Uint8Array }
  | { chunks: (first: number, last: number) => AsyncIterable<Uint8Array>; close: () => Awaitable<unknown> }
);

/** A file that a host can send. */
export interface HostFile extends FileFacts {
  /** Its headers, if they differ from those of the reply. */
  headers?: Headers;
  /** The bytes in an encoding, undefined for none; the result is undefined if they are not those of `etag` any more. */
  read: (encoding: Encoding | undefined) => Awaitable<Content | undefined>;
  /** Called instead of `read` if no bytes are needed. */
  close?: () => Promise<unknown>;
}

/** Finds the file of a reply. Undefined if there is none; a reply that is sent instead. @throws SnapshotError */
export type FindFile = (reply: FileReply) => Awaitable<HostFile | BodyReply | undefined>;

const NOTHING = new Uint8Array(0);

/** Compresses an answer, which its ETag identifies. */
export type CompressAnswer = (body: Uint8Array, etag: string, encoding: Encoding) => Promise<Uint8Array>;

/** Smaller answers are sent plain: compressing one takes a hundred times as long as selecting it. Bytes; the largest list has fewer. */
const LARGE_ANSWER = 200_000;

/**
 * Completes a reply: evaluates the conditions of the request, chooses range and encoding, and adds Content-Length.
 *
 * @param compress absent where the platform of the host compresses answers
 * @throws SnapshotError if another version has taken the place of the file
 */
export function complete(
  request: FileRequest,
  reply: BodyReply | FileReply | StreamReply,
  find: FindFile,
  compress?: CompressAnswer,
): Awaitable<HostReply> {
  if (reply.kind === "body") {
    return compress && reply.body.length >= LARGE_ANSWER ? completeLarge(request, reply, compress) : completeBody(request, reply);
  }
  if (reply.kind === "file") return completeFile(request, reply, find);
  return request.method === "HEAD" ? { kind: "body", status: reply.status, headers: reply.headers, body: NOTHING } : reply;
}

/** Evaluates the conditions of a request for a complete reply, and adds Content-Length. */
export function completeBody(request: FileRequest, reply: BodyReply): BodyReply {
  const failed = reply.headers["etag"] === undefined ? undefined : failedPrecondition(request, reply.headers);
  return failed ? withLength(request, failed, NOTHING) : withLength(request, reply, reply.body);
}

/** Like `completeBody`, in the encoding that the client prefers. */
async function completeLarge(request: FileRequest, reply: BodyReply, compress: CompressAnswer): Promise<BodyReply> {
  const { etag } = reply.headers;
  const encoding = chooseEncoding(request.header("accept-encoding"), PREFERENCE);
  if (etag === undefined || !encoding) return completeBody(request, reply);
  const headers = { ...reply.headers, etag: encodedEtag(etag, encoding) };
  const failed = failedPrecondition(request, headers);
  if (failed) return withLength(request, failed, NOTHING);
  const compressed = await compress(reply.body, etag, encoding);
  return withLength(request, { status: reply.status, headers: { ...headers, "content-encoding": encoding } }, compressed);
}

/** RFC 9110, section 8.6: no Content-Length with 204, and none with 304 if the length of the 200 is not known. */
function withLength({ method }: FileRequest, { status, headers }: Pick<BodyReply, "status" | "headers">, body: Uint8Array): BodyReply {
  const all = status === 204 || status === 304 ? headers : { ...headers, "content-length": String(body.length) };
  return { kind: "body", status, headers: all, body: method === "HEAD" ? NOTHING : body };
}

async function completeFile(request: FileRequest, reply: FileReply, find: FindFile): Promise<HostReply> {
  const file = reply.bytes ? fileOfBytes(reply.bytes) : await find(reply);
  if (!file) return completeBody(request, reply.ifMissing());
  if ("kind" in file) return completeBody(request, file);
  const answer = fileAnswer(request, { ...reply, ...(file.headers && { headers: file.headers }) }, file);
  if (answer.kind === "empty") {
    await file.close?.();
    return withLength(request, answer, NOTHING);
  }
  const content = await file.read(answer.encoding);
  if (!content) throw new SnapshotError(reply.path, "has been replaced");
  const { status, part } = answer;
  const { first, last } = part ?? { first: 0, last: content.size - 1 };
  if ("bytes" in content) return withLength(request, answer, content.bytes.subarray(first, last + 1));
  const headers = { ...answer.headers, "content-length": String(last - first + 1) };
  if (request.method !== "HEAD") return { kind: "stream", status, headers, chunks: content.chunks(first, last) };
  await content.close();
  return { kind: "body", status, headers, body: NOTHING };
}

/** A file of bytes that no index lists. */
export function fileOfBytes(bytes: Uint8Array): HostFile {
  return { etag: etagOf(bytes), bytes: bytes.length, encodings: [], read: () => ({ size: bytes.length, bytes }) };
}
