import { type Encoding, etagOf } from "../contract/wire/etag.ts";
import type { BodyReply, FileReply, Headers, StreamReply } from "../rewrite/reply.ts";
import { SnapshotError } from "../rewrite/respond.ts";
import { type FileFacts, type FileRequest, failedPrecondition, fileAnswer } from "./file-answer.ts";

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

/**
 * Completes a reply: evaluates the conditions of the request, chooses range and encoding, and adds Content-Length.
 *
 * @throws SnapshotError if another version has taken the place of the file
 */
export function complete(request: FileRequest, reply: BodyReply | FileReply | StreamReply, find: FindFile): Awaitable<HostReply> {
  if (reply.kind === "body") return completeBody(request, reply);
  if (reply.kind === "file") return completeFile(request, reply, find);
  return request.method === "HEAD" ? { kind: "body", status: reply.status, headers: reply.headers, body: NOTHING } : reply;
}

/** Evaluates the conditions of a request for a complete reply, and adds Content-Length. */
export function completeBody(request: FileRequest, reply: BodyReply): BodyReply {
  const failed = reply.headers["etag"] === undefined ? undefined : failedPrecondition(request, reply.headers);
  return failed ? withLength(request, failed, NOTHING) : withLength(request, reply, reply.body);
}

/** RFC 9110, section 8.6: no Content-Length with 204, and none with 304 if the length of the 200 is not known. */
function withLength({ method }: FileRequest, { status, headers }: Pick<BodyReply, "status" | "headers">, body: Uint8Array): BodyReply {
  const all = status === 204 || status === 304 ? headers : { ...headers, "content-length": String(body.length) };
  return { kind: "body", status, headers: all, body: method === "HEAD" ? NOTHING : body };
}

async function completeFile(request: FileRequest, reply: FileReply, find: FindFile): Promise<HostReply> {
  const file = reply.bytes ? fileOf(reply.bytes) : await find(reply);
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
export function fileOf(bytes: Uint8Array): HostFile {
  return { etag: etagOf(bytes), bytes: bytes.length, encodings: [], read: () => ({ size: bytes.length, bytes }) };
}
