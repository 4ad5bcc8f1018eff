import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { type Encoding, encodedEtag, etagMatches } from "../contract/etag.ts";
import type { IndexEntry } from "../contract/snapshot.ts";
import type { BodyReply, FileReply, Headers } from "../rewrite/reply.ts";
import { chooseEncoding } from "./accept-encoding.ts";
import type { ByteCache } from "./byte-cache.ts";
import type { LoadedTree } from "./load-tree.ts";
import { parseRange, rangeHolds } from "./range.ts";
import { type Content, readContent } from "./tree-file.ts";

/** Sends a reply that is complete but for its length. */
export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: BodyReply,
): void {
  // RFC 9110, section 8.6: no Content-Length with 204, and none with 304 where the length of the 200 is not at hand.
  const length: Headers = status === 204 || status === 304 ? {} : { "content-length": String(body.length) };
  response.writeHead(status, { ...headers, ...length });
  response.end(request.method === "HEAD" ? undefined : body);
}

/**
 * Sends a file of the tree, whole or in part, encoded as the client likes it.
 *
 * @returns false, with nothing sent, where the folder no longer has the file that the loaded index describes
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  reply: FileReply,
  tree: LoadedTree,
  cache: ByteCache,
): Promise<boolean> {
  const entry = tree.files.get(reply.path);
  if (!entry) {
    sendBody(request, response, reply.ifMissing);
    return true;
  }
  const partly = request.method === "GET" && request.headers.range !== undefined;
  const encoding = partly ? undefined : chooseEncoding(acceptEncoding(request), entry.encodings);
  const etag = encoding ? encodedEtag(entry.etag, encoding) : entry.etag;
  const headers: Headers = { ...reply.headers, etag, "accept-ranges": "bytes" };
  const ifNoneMatch = request.headers["if-none-match"];
  if (ifNoneMatch !== undefined && etagMatches(ifNoneMatch, etag)) {
    const { "content-type": _, ...kept } = headers;
    sendBody(request, response, { kind: "body", status: 304, headers: kept, body: new Uint8Array(0) });
    return true;
  }
  if (encoding) headers["content-encoding"] = encoding;
  const content = await readContent(tree, entry, encoding, cache);
  if (!content) return false;
  if (partly) await sendPart(request, response, headers, content, entry);
  else await sendContent(request, response, 200, headers, content, 0, content.size - 1);
  return true;
}

async function sendPart(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Headers,
  content: Content,
  { etag }: IndexEntry,
): Promise<void> {
  const holds = rangeHolds(request.headers["if-range"] as string | undefined, etag);
  const range = holds ? parseRange(request.headers.range, content.size) : "whole";
  if (range === "whole") return sendContent(request, response, 200, headers, content, 0, content.size - 1);
  if (range === "unsatisfiable") {
    if ("handle" in content) await content.handle.close();
    const { "content-type": _, etag: __, ...kept } = headers;
    const refusal = { ...kept, "content-range": `bytes */${content.size}` };
    return sendBody(request, response, { kind: "body", status: 416, headers: refusal, body: new Uint8Array(0) });
  }
  const { first, last } = range;
  const partial = { ...headers, "content-range": `bytes ${first}-${last}/${content.size}` };
  return sendContent(request, response, 206, partial, content, first, last);
}

async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Headers,
  content: Content,
  first: number,
  last: number,
): Promise<void> {
  response.writeHead(status, { ...headers, "content-length": String(last - first + 1) });
  if ("bytes" in content) {
    response.end(request.method === "HEAD" ? undefined : content.bytes.subarray(first, last + 1));
    return;
  }
  if (request.method === "HEAD") {
    await content.handle.close();
    response.end();
    return;
  }
  await pipeline(content.handle.createReadStream({ start: first, end: last }), response);
}

function acceptEncoding(request: IncomingMessage): string | undefined {
  const header: string | string[] | undefined = request.headers["accept-encoding"];
  return Array.isArray(header) ? header.join(",") : header;
}

/** The content coding of a variant that cannot be read is no reason to fail: the plain file says the same. */
export function withoutEncoding(tree: LoadedTree, path: string): LoadedTree {
  const entry = tree.files.get(path);
  if (!entry) return tree;
  const plain: IndexEntry = { ...entry, encodings: [] satisfies Encoding[] };
  return { ...tree, files: new Map([[path, plain]]) };
}
