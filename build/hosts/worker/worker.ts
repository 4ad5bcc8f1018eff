import { type Encoding, etagOf } from "../../contract/wire/etag.ts";
import { earthquakesReply } from "../../fdsn/earthquakes.ts";
import { failure } from "../../fdsn/failure.ts";
import { isArchiveQuery, isFdsn } from "../../fdsn/path.ts";
import { fdsnReply } from "../../fdsn/service.ts";
import { noTree } from "../../rewrite/replies.ts";
import type { Headers as ReplyHeaders, StreamReply } from "../../rewrite/reply.ts";
import { type BodyReply, type FileReply, respond, SnapshotError } from "../../rewrite/respond.ts";
import { chooseEncoding } from "../accept-encoding.ts";
import { type FileRequest, failedPrecondition, fileAnswer } from "../file-answer.ts";
import { healthReply, isHealth } from "../health.ts";
import { internalError } from "../node/host-problems.ts";
import { noFile } from "../node/static-file.ts";
import { readPin } from "../pinned/replies.ts";
import { createWorkerArchive, type PackFile, type WorkerArchive } from "./archive.ts";
import {
  type AssetFile,
  type Assets,
  type AssetTree,
  assetFile,
  assetReader,
  forOneRequest,
  openAssetTree,
  type ReadAsset,
} from "./asset-tree.ts";
import { pinnedReply } from "./pinned-reply.ts";
import { createWorkerPins, type WorkerPins } from "./pins.ts";

/** The bindings of the configuration. */
interface WorkerEnv {
  ASSETS: Assets;
}

/** The execution context of a request. */
interface WorkerContext {
  waitUntil: (work: Promise<unknown>) => void;
}

/** The entry point that Cloudflare calls. */
export interface Worker {
  fetch: (request: Request, env: WorkerEnv, context: WorkerContext) => Promise<Response>;
}

/**
 * Minimum time between checks for a newer snapshot, ms. Assets are deployed together with the Worker, so in production an isolate
 * never sees another snapshot. With other bindings it may.
 */
const RECHECK_AFTER = 30_000;

/** Number of attempts for a request while the tree is being replaced. */
const ATTEMPTS = 8;

/** Increase of the delay from attempt to attempt, ms. */
const PAUSE = 2;

const ENCODINGS = ["br", "gzip"] as const;

/** Reports errors that the operator should know. @param code stable */
type ReportError = (code: string, error: unknown) => void;

/** Writes to the log of the platform. */
function logError(code: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the platform has no other log
  console.error(`quaketree: ${code}:`, error);
}

/**
 * A Cloudflare Worker that answers the API from static assets. It gets the paths of the API and those without a file.
 *
 * @param now ms since 1970 UTC
 * @param report called for every failed request, and for a newer tree that cannot be opened
 * @example export default createWorker();
 */
export function createWorker(now: () => number = Date.now, report: ReportError = logError): Worker {
  const stores: Stores = { pins: createWorkerPins(), archive: createWorkerArchive() };
  let held: AssetTree | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function open(assets: Assets): Promise<AssetTree> {
    checkedAt = now();
    held = await openAssetTree(assets, held);
    return held;
  }

  async function current(assets: Assets, { waitUntil }: WorkerContext): Promise<AssetTree> {
    if (!held) return open(assets);
    // If a newer tree cannot be opened, the older one is still used.
    if (now() - checkedAt >= RECHECK_AFTER) waitUntil(open(assets).catch((error: unknown) => report(codeOf(error), error)));
    return held;
  }

  return {
    async fetch(request, env, context) {
      const bound: WorkerContext = { waitUntil: (work) => context.waitUntil(work) };
      const read = assetReader(env.ASSETS);
      let failure: unknown;
      let tree: AssetTree | undefined;
      const ifMissing = (error: unknown): undefined => {
        if (!isOvertaken(error)) throw error;
        failure = error;
      };
      try {
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE ** attempt));
          tree = await current(env.ASSETS, bound).catch(ifMissing);
          const response = tree && (await answer(request, tree, read, stores, now()).catch(ifMissing));
          if (response) return response;
          held = undefined;
        }
        report(codeOf(failure), failure);
        if (!tree) return await answer(request, undefined, read, stores, now());
      } catch (error) {
        report(codeOf(error), error);
      }
      return bodyResponse(request, internalError());
    },
  };
}

/** The tree was probably replaced during the read. */
function isOvertaken(error: unknown): error is SnapshotError {
  return error instanceof SnapshotError;
}

function codeOf(error: unknown): string {
  return isOvertaken(error) ? error.code : "internal-error";
}

/** What an isolate keeps between requests besides the tree. */
interface Stores {
  pins: WorkerPins;
  archive: WorkerArchive;
}

async function answer(
  request: Request,
  tree: AssetTree | undefined,
  read: ReadAsset,
  { pins, archive }: Stores,
  now: number,
): Promise<Response> {
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[^\0-\x7f]+/g, octetsEncoded);
  const snapshot = tree && forOneRequest(tree.snapshot);
  const { method } = request;
  const pin = readPin(target);
  if (pin) {
    const found = await pinnedReply(pin, method, { tree, read, pins, accepted: acceptedBy(request) });
    return found.kind === "body" ? bodyResponse(request, found) : assetResponse(request, found, found.file);
  }
  const reply = await respond(snapshot, { method, target });
  if (tree && reply.kind === "body" && reply.status === 400 && isArchiveQuery(target))
    return bodyResponse(request, await earthquakesReply(tree.snapshot, target, archive.open(tree, read)));
  if (reply.kind === "body") return bodyResponse(request, reply);
  const isRead = method === "GET" || method === "HEAD";
  if (reply.kind === "pass" && isRead && isHealth(target)) {
    return bodyResponse(request, healthReply(snapshot?.record, now));
  }
  if (reply.kind === "pass" && isFdsn(target)) {
    const events = { method, target, now };
    if (!tree) return bodyResponse(request, failure(undefined, events, 503, "This host has no data yet."));
    const found = await fdsnReply(tree.snapshot, events, archive.open(tree, read));
    return found.kind === "body" ? bodyResponse(request, found) : streamResponse(request, found);
  }
  if (!tree || !snapshot) return bodyResponse(request, noTree());
  if (reply.kind === "file") return fileResponse(request, reply, tree, read);
  if (isRead) {
    const pack = await archive.pack(target, tree, read);
    if (pack) return packResponse(request, pack);
    const missing = noFile(snapshot, target, request.headers.get("accept") ?? undefined);
    return missing.kind === "file" ? fileResponse(request, missing, tree, read) : bodyResponse(request, missing);
  }
  // Pages and files allow the same methods as the API.
  return bodyResponse(request, (await respond(snapshot, { method, target: "/api/" })) as BodyReply);
}

/** Encodes characters beyond ASCII again: the runtime decodes them, but the rewrite expects targets as sent. */
function octetsEncoded(text: string): string {
  return [...new TextEncoder().encode(text)].map((octet) => `%${octet.toString(16)}`).join("");
}

async function fileResponse(request: Request, reply: FileReply, tree: AssetTree, read: ReadAsset): Promise<Response> {
  const file = reply.bytes ? undefined : await assetFile(tree, read, reply.path, acceptedBy(request));
  return assetResponse(request, reply, file);
}

/** The encodings that the client accepts. */
function acceptedBy(request: Request): Encoding[] {
  const { header } = fileRequestOf(request);
  return ENCODINGS.filter((encoding) => chooseEncoding(header("accept-encoding"), [encoding]));
}

/** @param found undefined if there is no file, or if the reply contains the bytes */
function assetResponse(request: Request, reply: FileReply, found: AssetFile | undefined): Response {
  const fileRequest = fileRequestOf(request);
  const file = reply.bytes ? unnamed(reply.bytes) : found;
  if (!file) return bodyResponse(request, reply.ifMissing());
  const { etag, plain, variants } = file;
  const encodings = ENCODINGS.filter((encoding) => variants.get(encoding));
  const decided = fileAnswer(fileRequest, reply, { etag, bytes: plain.length, encodings });
  if (decided.kind === "empty") return respondWith(request, decided.status, decided.headers, new Uint8Array(0));
  const { status, headers, encoding, part } = decided;
  const bytes = (encoding && variants.get(encoding)) ?? plain;
  return respondWith(request, status, headers, part ? bytes.subarray(part.first, part.last + 1) : bytes);
}

/** A file that was deployed in pieces. Only one piece at a time is in memory. */
function packResponse(request: Request, { reply, facts, stream }: PackFile): Response {
  const decided = fileAnswer(fileRequestOf(request), reply, facts);
  if (decided.kind === "empty") return respondWith(request, decided.status, decided.headers, new Uint8Array(0));
  const { first, last } = decided.part ?? { first: 0, last: facts.bytes - 1 };
  const { status, headers } = decided;
  const all = { ...headers, "content-length": String(last - first + 1) };
  return new Response(request.method === "HEAD" ? null : stream(first, last), { status, headers: all });
}

/** The file of a detail from a pack, which has no file and no variants of its own. */
function unnamed(plain: Uint8Array): AssetFile {
  return { etag: etagOf(plain), plain, variants: new Map() };
}

function bodyResponse(request: Request, { status, headers, body }: BodyReply): Response {
  const failed = headers["etag"] ? failedPrecondition(fileRequestOf(request), headers) : undefined;
  if (failed) return respondWith(request, failed.status, failed.headers, new Uint8Array(0));
  return respondWith(request, status, headers, body);
}

function streamResponse({ method }: Request, { status, headers, chunks }: StreamReply): Response {
  const next = chunks[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await next.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await next.return?.()),
    },
    { highWaterMark: 0 },
  );
  return new Response(method === "HEAD" ? null : stream, { status, headers });
}

function respondWith(request: Request, status: number, headers: ReplyHeaders, body: Uint8Array): Response {
  const empty = status === 204 || status === 304;
  const all = empty ? headers : { ...headers, "content-length": String(body.length) };
  // `encodeBody` is an option of Cloudflare: the bytes are already encoded.
  const init = { status, headers: all, encodeBody: "manual" };
  return new Response(empty || request.method === "HEAD" ? null : body, init);
}

/** Adapts a request. Cloudflare replaces the client's Accept-Encoding and keeps the original in `cf`. */
function fileRequestOf({ method, headers, cf }: Request & { cf?: { clientAcceptEncoding?: unknown } }): FileRequest {
  const accepted = cf?.clientAcceptEncoding;
  return {
    method,
    header: (name) => (name === "accept-encoding" && typeof accepted === "string" ? accepted : (headers.get(name) ?? undefined)),
  };
}
