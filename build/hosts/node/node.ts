import type { IncomingMessage, ServerResponse } from "node:http";
import { isArchiveQuery, isFdsn } from "../../fdsn/path.ts";
import { type AnswerCache, createAnswerCache } from "../../rewrite/answer-cache.ts";
import { noTree } from "../../rewrite/replies.ts";
import type { BodyReply, FileReply, StreamReply } from "../../rewrite/reply.ts";
import { respond, SnapshotError } from "../../rewrite/respond.ts";
import { type ByteCache, createByteCache } from "../byte-cache.ts";
import { healthReply, isHealth } from "../health.ts";
import type { LoadedTree } from "../load-tree.ts";
import { createPinnedHost, OPENING, type PinnedHost } from "../pinned/pinned.ts";
import { readPin } from "../pinned/replies.ts";
import type { QueueLimits } from "../work-queue.ts";
import { type BodyPool, createBodyPool } from "./body-pool.ts";
import { createFdsnHost, type FdsnHost } from "./fdsn.ts";
import { internalError } from "./host-problems.ts";
import { createHotAnswers, type HotAnswers, hotKey } from "./hot-answers.ts";
import { type OnWhole, send, sendBody, sendFile, sendStream, withoutEncoding } from "./send.ts";
import { staticReply } from "./static-file.ts";
import { type TreeWatch, watchTree } from "./watch-tree.ts";
import type { ShareLimits } from "./work-share.ts";

/** A request handler for `node:http` and compatible servers. It answers every request. */
type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface NodeHandlerOptions {
  /** Reports errors that the operator should know: a newer tree that cannot be loaded (once), a damaged file, an internal error. */
  onError?: (error: Error) => void;
  /** Called with each loaded tree: the first one, and each replacement. */
  onLoad?: (tree: LoadedTree) => void;
  /** Size limit of files in memory, bytes. Default: 64 MB. */
  cacheBytes?: number;
  /** Largest number of older snapshots that are opened at the same time for requests under /s/, and of requests that wait. */
  opening?: QueueLimits;
  /** Limits of long queries of the archive. */
  queries?: ShareLimits;
  /** Reads a monotonic clock, ms. */
  now?: () => number;
  /** Reads the clock, ms since 1970 UTC: for the age of the tree in /healthz. */
  clock?: () => number;
}

/** Size limit of finished answers in memory, bytes. */
const ANSWER_BYTES = 16_000_000;

/** Size limit of ready responses, bytes. Most of them share their body with a cached answer or file. */
const HOT_BYTES = 32_000_000;

/** Number of times a tree may be replaced during one request before the client is told to retry. */
const ATTEMPTS = 30;

/**
 * Serves a tree: the API, pages, shards and indexes. Each response comes from one snapshot, the loaded one. A newer tree replaces
 * it as soon as the newer tree is loaded completely; if it cannot be loaded, the older one stays. Without a tree, every answer is
 * a 503.
 *
 * @param dir folder of the tree
 * @example http.createServer(await createNodeHandler("dist")).listen(8080)
 */
export async function createNodeHandler(dir: string, options: NodeHandlerOptions = {}): Promise<NodeHandler> {
  const { onError = () => {}, onLoad = () => {}, cacheBytes = 64_000_000, opening = OPENING, queries, clock = Date.now } = options;
  const { now = () => performance.now() } = options;
  const watch = await watchTree(dir, { onError, onLoad, now });
  const cache = createByteCache(cacheBytes);
  const answers = createAnswerCache(ANSWER_BYTES);
  const bodies = createBodyPool();
  const damaged = new Set<string>();
  const onDamage = (tree: LoadedTree, path: string) => {
    if (damaged.has(path)) return;
    damaged.add(path);
    onError(new Error(`${path} is not the file that the index of ${tree.dir} describes; run quaketree verify`));
  };
  const pins = createPinnedHost(watch, cache, opening);
  const serving = {
    pins,
    watch,
    cache,
    answers,
    bodies,
    hot: createHotAnswers(HOT_BYTES),
    onDamage,
    clock,
    fdsn: createFdsnHost(dir, clock, queries),
  };
  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    // The client has left.
    if (response.closed) return;
    onError(error instanceof Error ? error : new Error(String(error)));
    if (response.headersSent) response.destroy();
    else sendBody(request, response, internalError());
  };
  return (request, response) => {
    try {
      serve(request, response, serving)?.catch((error: unknown) => fail(request, response, error));
    } catch (error) {
      fail(request, response, error);
    }
  };
}

interface Serving {
  pins: PinnedHost;
  watch: TreeWatch;
  cache: ByteCache;
  answers: AnswerCache;
  bodies: BodyPool;
  hot: HotAnswers;
  onDamage: (tree: LoadedTree, path: string) => void;
  fdsn: FdsnHost;
  clock: () => number;
}

/** Answers most requests synchronously, because an unnecessary await takes as long as selecting the answer. */
function serve(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> | undefined {
  const tree = serving.watch.current();
  const key = tree && hotKey(request);
  const ready = key !== undefined ? serving.hot.find(tree as LoadedTree, key) : undefined;
  if (ready) {
    response.writeHead(200, ready.headers as string[]);
    response.end(ready.body);
    return undefined;
  }
  const pin = readPin(request.url ?? "/");
  if (pin) return serving.pins.serve(request, response, pin);
  const reply = replyTo(tree, request, response, serving);
  if (reply instanceof Promise || reply.kind !== "body") return serveFile(request, response, serving, tree, reply, key);
  // A request with a cache key has no conditions.
  sendOwn(request, response, reply, serving.bodies, key === undefined ? sendBody : send);
  if (key !== undefined && reply.kept) serving.hot.keep(tree as LoadedTree, key, reply.headers, reply.body);
  return undefined;
}

function sendOwn(
  request: IncomingMessage,
  response: ServerResponse,
  reply: BodyReply,
  bodies: BodyPool,
  by: typeof sendBody = sendBody,
): void {
  // The buffer may be reused only after the system has accepted it. A response that was cut short keeps it.
  if (bodies.isLent(reply.body)) response.on("finish", () => bodies.recycle(reply.body));
  by(request, response, reply);
}

async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
  begun: LoadedTree | undefined,
  first: Awaitable<NodeReply>,
  key: string | undefined,
): Promise<void> {
  const { watch, cache, bodies, hot, onDamage } = serving;
  let tree = begun;
  let reply = await settled(first);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if ("kind" in reply && reply.kind === "body") return sendOwn(request, response, reply, bodies);
    if ("kind" in reply && reply.kind === "stream") return sendStream(request, response, reply);
    if (!tree) break;
    const of = tree;
    const onWhole: OnWhole = (headers, bytes) => key !== undefined && hot.keep(of, key, headers, bytes);
    if ("kind" in reply && (await sendFile(request, response, reply, tree, cache, onWhole))) return;
    const state = await watch.overtaken(tree);
    if (state === "late") break;
    if (state === "same") {
      onDamage(tree, reply.path);
      if ("kind" in reply && (await sendFile(request, response, reply, withoutEncoding(tree, reply.path), cache))) return;
      return sendBody(request, response, internalError());
    }
    tree = watch.current();
    reply = await settled(replyTo(tree, request, response, serving));
  }
  sendBody(request, response, noTree());
}

type NodeReply = BodyReply | FileReply | StreamReply;
type Awaitable<Value> = Value | Promise<Value>;

/** The reply, or the error for a missing file, because the tree may just have been replaced. */
async function settled<Whole>(reply: Awaitable<Whole>): Promise<Whole | SnapshotError> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof SnapshotError) return error;
    throw error;
  }
}

function replyTo(
  tree: LoadedTree | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  { answers, bodies, clock, fdsn }: Serving,
): Awaitable<NodeReply> {
  const { method = "GET", url: target = "/" } = request;
  const reply = respond(tree?.snapshot, { method, target }, { cache: answers, allocate: bodies.allocate });
  if (reply instanceof Promise) return reply as Promise<BodyReply | FileReply>;
  if (tree && reply.kind === "body" && reply.status === 400 && isArchiveQuery(target))
    return fdsn.earthquakes(tree, request, overOf(response));
  if (reply.kind !== "pass") return reply;
  if (isFdsn(target)) return fdsn.events(tree, request, overOf(response));
  if (method === "GET" || method === "HEAD") {
    if (isHealth(target)) return healthReply(tree?.snapshot.record, clock());
    return tree ? staticReply(tree, target, request.headers.accept) : noTree();
  }
  // Pages and files allow the same methods as the API.
  return respond(tree?.snapshot, { method, target: "/api/" }) as BodyReply;
}

/** Says when the request is over: it is answered, or the client has left. */
function overOf(response: ServerResponse): AbortSignal {
  const over = new AbortController();
  if (response.closed) over.abort();
  else response.once("close", () => over.abort());
  return over.signal;
}
