import type { IncomingMessage, ServerResponse } from "node:http";
import { compressAs } from "../../platform/compress.ts";
import { SnapshotError } from "../../rewrite/record-shards.ts";
import { noTree } from "../../rewrite/reply.ts";
import { type Awaitable, completeBody, type HostReply } from "../file-answer.ts";
import { type Host, handle, internalError } from "../handle.ts";
import type { LoadedTree } from "../load-tree.ts";
import { createPinnedHost, OPENING } from "../pinned/pinned.ts";
import { staticReply } from "../static-file.ts";
import { createByteCache, findFile } from "../tree-file.ts";
import type { QueueLimits } from "../work-queue.ts";
import { createChangeStreams, type StreamLimits } from "./change-stream.ts";
import { createFdsnHost } from "./fdsn.ts";
import { createHotAnswers, type HotAnswers, hotKey } from "./hot-answers.ts";
import { NodeRequest } from "./request.ts";
import { send, sendOwn } from "./send.ts";
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
  /** Limits of /api/changes/stream. */
  streams?: StreamLimits;
  /** Reads a monotonic clock, ms. */
  now?: () => number;
  /** Reads the clock, ms since 1970 UTC: for the age of the tree in /healthz. */
  clock?: () => number;
  /** Until it is aborted, a newer tree is looked for also while nobody asks. Default: only with requests. */
  until?: AbortSignal;
}

/** Size limit of ready responses, bytes. Most of them share their body with a cached file. */
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
  const { now = () => performance.now(), until } = options;
  const streams = createChangeStreams(() => watch.current(), options.streams);
  const onTree = (tree: LoadedTree) => {
    onLoad(tree);
    streams.renewed();
  };
  const watch = await watchTree(dir, { onError, onLoad: onTree, now, until });
  const cache = createByteCache(cacheBytes);
  const pins = createPinnedHost(opening);
  const damaged = new Set<string>();
  const host: Host<LoadedTree, NodeRequest> = {
    ...createFdsnHost(dir, clock, queries),
    now: clock,
    find: (tree, { path }) => findFile(tree, path, cache),
    compress: async (body, etag, encoding) =>
      (await cache.get(`${etag} ${encoding}`, async () =>
        Buffer.from(await compressAs(encoding, "answer.json", body, "minute")),
      )) as Buffer,
    page: (tree, { target, header }) => staticReply(tree, target, header("accept")),
    openPin: (id, tree, { client }) => pins.open(id, tree, client),
    pinsSince: pins.since,
    stream: streams.reply,
  };
  const serving: Serving = {
    watch,
    hot: createHotAnswers(HOT_BYTES),
    answer: (request, tree) => handle(request, tree, host),
    onDamage(tree, path) {
      if (damaged.has(path)) return;
      damaged.add(path);
      onError(new Error(`${path} is not the file that the index of ${tree.dir} describes; run quaketree verify`));
    },
  };
  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    // The client has left.
    if (response.closed) return;
    onError(error instanceof Error ? error : new Error(String(error)));
    if (response.headersSent) response.destroy();
    else sendOwn(request, response, internalError());
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
  watch: TreeWatch;
  hot: HotAnswers;
  answer: (request: NodeRequest, tree: LoadedTree | undefined) => Awaitable<HostReply>;
  onDamage: (tree: LoadedTree, path: string) => void;
}

/** Answers most requests synchronously, because an unnecessary await takes as long as selecting the answer. */
function serve(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> | undefined {
  const { watch, hot, answer } = serving;
  const tree = watch.current();
  const key = tree && hotKey(request);
  const ready = key !== undefined ? hot.find(tree as LoadedTree, key) : undefined;
  if (ready) {
    response.writeHead(200, ready.headers as string[]);
    response.end(ready.body);
    return undefined;
  }
  const asked = new NodeRequest(request, response);
  const reply = answer(asked, tree);
  if (reply instanceof Promise) return serveRead(asked, response, serving, tree, reply, key);
  if (reply.status === 404 && tree && watch.renewed(tree)) return serveRead(asked, response, serving, tree, reply, key);
  if (key !== undefined) hot.keep(tree as LoadedTree, key, reply);
  return send(response, reply);
}

/**
 * Serves a reply for which something has to be read, from a newer tree if this one is replaced meanwhile. What this tree
 * lacks may be in a newer one, which another process of the host has shown to the client.
 */
async function serveRead(
  asked: NodeRequest,
  response: ServerResponse,
  { watch, hot, answer, onDamage }: Serving,
  begun: LoadedTree | undefined,
  first: Awaitable<HostReply>,
  key: string | undefined,
): Promise<void> {
  let tree = begun;
  let reply = await settled(first);
  for (let attempt = 0; attempt < ATTEMPTS && tree; attempt++) {
    if (reply instanceof SnapshotError) {
      const state = await watch.overtaken(tree);
      if (state === "late") break;
      if (state === "same") {
        onDamage(tree, reply.path);
        reply = await settled(answer(asked, withoutEncoding(tree, reply.path)));
        return send(response, reply instanceof SnapshotError ? completeBody(asked, internalError()) : reply);
      }
    } else if (reply.status !== 404 || !(await watch.renewed(tree))) {
      if (key !== undefined) hot.keep(tree, key, reply);
      return send(response, reply);
    }
    tree = watch.current();
    reply = await settled(answer(asked, tree));
  }
  return send(response, reply instanceof SnapshotError ? completeBody(asked, noTree()) : reply);
}

/** The reply, or the error for a missing file, because the tree may just have been replaced. */
async function settled(reply: Awaitable<HostReply>): Promise<HostReply | SnapshotError> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof SnapshotError) return error;
    throw error;
  }
}

/** If a compressed variant cannot be read, the plain file is sent instead. */
function withoutEncoding(tree: LoadedTree, path: string): LoadedTree {
  const entry = tree.files.get(path);
  return entry ? { ...tree, files: new Map([[path, { ...entry, encodings: [] }]]) } : tree;
}
