import type { FileHandle } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Encoding, etagOf } from "../../contract/wire/etag.ts";
import { memoizeByKey } from "../../contract/wire/memoize.ts";
import type { IndexEntry } from "../../contract/wire/snapshot.ts";
import { createLruCache } from "../../platform/lru-cache.ts";
import type { BodyReply, FileReply, Headers, StreamReply } from "../../rewrite/reply.ts";
import { openInside } from "../../tree/read.ts";
import { UNINDEXED } from "../../tree/unindexed.ts";
import type { ByteCache } from "../byte-cache.ts";
import { type FileAnswer, type FileRequest, failedPrecondition, fileAnswer } from "../file-answer.ts";
import type { LoadedTree } from "../load-tree.ts";
import { type Content, readContent } from "../tree-file.ts";
import { admits, PIECE } from "./bounded-connections.ts";
import { busy } from "./host-problems.ts";
import { hasConditions } from "./hot-answers.ts";

/** Sends a complete reply. Adds Content-Length and evaluates the conditions of the request. */
export function sendBody(request: IncomingMessage, response: ServerResponse, reply: BodyReply): void {
  const conditional = hasConditions(request.headers) && reply.headers["etag"] !== undefined;
  const failed = conditional ? failedPrecondition(fileRequestOf(request), reply.headers) : undefined;
  if (failed) sendEmpty(request, response, failed);
  else send(request, response, reply);
}

function sendEmpty(request: IncomingMessage, response: ServerResponse, { status, headers }: { status: number; headers: Headers }): void {
  send(request, response, { kind: "body", status, headers, body: new Uint8Array(0) });
}

/** Sends a reply to a request without conditions. */
export function send(request: IncomingMessage, response: ServerResponse, reply: BodyReply): void {
  const { status, body, shared, own } = reply;
  const isPieces = body.length > PIECE && request.method !== "HEAD";
  if (isPieces && !admits(response, body.length)) return send(request, response, busy("sending other large answers to you"));
  const all = shared && own ? [...listOf(shared)] : Object.entries(reply.headers).flat();
  if (shared && own) for (const name in own) all.push(name, own[name] as string);
  // RFC 9110, section 8.6: no Content-Length with 204, and none with 304 if the length of the 200 is not known.
  if (status !== 204 && status !== 304) all.push("content-length", String(body.length));
  response.writeHead(status, all);
  if (isPieces) sendPieces(response, body);
  else if (request.method === "HEAD") response.end();
  else response.end(body);
}

function sendPieces(response: ServerResponse, body: Uint8Array): void {
  let at = 0;
  const next = () => {
    while (at < body.length) if (!response.write(body.subarray(at, (at += PIECE)))) return;
    response.off("drain", next).end();
  };
  response.on("drain", next);
  next();
}

/** Sends a body as fast as the client takes it. If it cannot be made to its end, the connection is closed without the end of the body. */
export async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, chunks }: StreamReply,
): Promise<void> {
  response.writeHead(status, headers);
  if (request.method === "HEAD") return void response.end();
  await pipeline(Readable.from(chunks, { objectMode: false, highWaterMark: 0 }), response);
}

/** Names and values in turn. */
const listOf = memoizeByKey((headers: Headers) => Object.entries(headers).flat());

/** Receives the headers and bytes of a response with status 200. */
export type OnWhole = (headers: Headers, bytes: Uint8Array) => void;

/**
 * Sends a file of the tree, whole or in part, in the encoding that the client prefers.
 *
 * @param onWhole called for a whole file that is sent from memory
 * @returns false, without sending anything, if the folder no longer has the file that the loaded index describes
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  reply: FileReply,
  tree: LoadedTree,
  cache: ByteCache,
  onWhole: OnWhole = () => {},
): Promise<boolean> {
  if (BESIDE.some((kind) => kind.isFile(reply.path))) {
    await sendUnindexed(request, response, reply, tree);
    return true;
  }
  if (reply.bytes) {
    await sendBytes(request, response, reply, reply.bytes, onWhole);
    return true;
  }
  const entry = tree.files.get(reply.path);
  if (!entry) {
    sendBody(request, response, reply.ifMissing());
    return true;
  }
  const answer = fileAnswer(fileRequestOf(request), reply, entry);
  if (answer.kind === "empty") {
    sendEmpty(request, response, answer);
    return true;
  }
  const content = await readContent(tree, entry, answer.encoding, cache);
  if (!content) return false;
  if (answer.status === 200 && "bytes" in content) onWhole(answer.headers, content.bytes);
  await sendContent(request, response, answer, content);
  return true;
}

/** Files that are read from the folder even if the loaded index does not list them. */
const BESIDE = [UNINDEXED.status, UNINDEXED.deltas, UNINDEXED.feeds, UNINDEXED.data];

async function sendUnindexed(request: IncomingMessage, response: ServerResponse, reply: FileReply, tree: LoadedTree): Promise<void> {
  const handle = (await openInside(tree.dir, reply.path)) ?? (await delay(SWAP).then(() => openInside(tree.dir, reply.path)));
  if (!handle) return sendBody(request, response, reply.ifMissing());
  const { size, ...stat } = await handle.stat({ bigint: true });
  const etag = await etagOfFile(reply.path, `${stat.ino} ${stat.mtimeNs} ${size}`, handle);
  const answer = fileAnswer(fileRequestOf(request), reply, { etag, bytes: Number(size), encodings: [] });
  if (answer.kind === "content") return sendContent(request, response, answer, { size: Number(size), handle });
  await handle.close();
  sendEmpty(request, response, answer);
}

/** The ETags of the files that no index lists, by their paths. A file is read whole once. */
const etags = createLruCache<{ identity: string; etag: string }>(1_000, () => 1);

async function etagOfFile(path: string, identity: string, handle: FileHandle): Promise<string> {
  const known = etags.get(path);
  if (known?.identity === identity) return known.etag;
  const etag = etagOf(await handle.readFile());
  etags.set(path, { identity, etag });
  return etag;
}

/** Sends bytes of a file that is in no index, without encodings. */
async function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  reply: FileReply,
  bytes: Uint8Array,
  onWhole: OnWhole = () => {},
): Promise<void> {
  const answer = fileAnswer(fileRequestOf(request), reply, { etag: etagOf(bytes), bytes: bytes.length, encodings: [] });
  if (answer.kind === "empty") return sendEmpty(request, response, answer);
  if (answer.status === 200) onWhole(answer.headers, bytes);
  await sendContent(request, response, answer, { size: bytes.length, bytes });
}

async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, part }: FileAnswer & { kind: "content" },
  content: Content,
): Promise<void> {
  const { first, last } = part ?? { first: 0, last: content.size - 1 };
  if ("bytes" in content) return send(request, response, { kind: "body", status, headers, body: content.bytes.subarray(first, last + 1) });
  response.writeHead(status, { ...headers, "content-length": String(last - first + 1) });
  if (request.method === "HEAD") {
    await content.handle.close();
    response.end();
    return;
  }
  await pipeline(content.handle.createReadStream({ start: first, end: last }), response);
}

/** Adapts a request of `node:http`. */
function fileRequestOf({ method = "GET", headers }: IncomingMessage): FileRequest {
  return {
    method,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(",") : value;
    },
  };
}

/** If a compressed variant cannot be read, the plain file is sent instead. */
export function withoutEncoding(tree: LoadedTree, path: string): LoadedTree {
  const entry = tree.files.get(path);
  if (!entry) return tree;
  const plain: IndexEntry = { ...entry, encodings: [] satisfies Encoding[] };
  return { ...tree, files: new Map([[path, plain]]) };
}

/** Longest time for which a tree may be absent during a swap, ms. */
const SWAP = 50;
