import type { IncomingMessage, ServerResponse } from "node:http";
import { type AnswerCache, createAnswerCache } from "../rewrite/answer-cache.ts";
import { noTree } from "../rewrite/problems.ts";
import type { BodyReply, FileReply } from "../rewrite/reply.ts";
import { type RespondOptions, respond } from "../rewrite/respond.ts";
import { type BodyPool, createBodyPool } from "./body-pool.ts";
import { type ByteCache, createByteCache } from "./byte-cache.ts";
import { internalError } from "./internal-error.ts";
import type { LoadedTree } from "./load-tree.ts";
import { sendBody, sendFile, withoutEncoding } from "./send.ts";
import { staticReply } from "./static-file.ts";
import { type TreeWatch, watchTree } from "./watch-tree.ts";

/** A request handler for `node:http` and whatever takes one. Answers every request itself. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface NodeHandlerOptions {
  /** Told of what an operator should know: a newer tree that cannot be loaded (once), a damaged file, a mistake of ours. */
  onError?: (error: Error) => void;
  /** Bytes of files that are kept in memory; 64 MB unless said otherwise. */
  cacheBytes?: number;
  /** ms; a monotonic clock. */
  now?: () => number;
}

/** Bytes of finished answers that are kept in memory. */
const ANSWER_BYTES = 16_000_000;

/** So often a tree may be replaced under one request before it is told to come back. */
const ATTEMPTS = 30;

/**
 * Serves a tree: every answer of the API, every page, shard and index. Each response is made of one snapshot, that which is
 * loaded; a newer tree takes over when all of it has been loaded, and one that cannot be loaded leaves the older one where
 * it is. Without a tree every answer is a 503 until there is one.
 *
 * @param dir folder of the tree
 * @example http.createServer(await createNodeHandler("dist")).listen(8080)
 */
export async function createNodeHandler(dir: string, options: NodeHandlerOptions = {}): Promise<NodeHandler> {
  const { onError = () => {}, cacheBytes = 64_000_000, now = () => performance.now() } = options;
  const watch = await watchTree(dir, { onError, now });
  const cache = createByteCache(cacheBytes);
  const answers = createAnswerCache(ANSWER_BYTES);
  const bodies = createBodyPool();
  const damaged = new Set<string>();
  const onDamage = (tree: LoadedTree, path: string) => {
    if (damaged.has(path)) return;
    damaged.add(path);
    onError(new Error(`${path} is not the file that the index of ${tree.dir} describes; run quaketree verify`));
  };
  return (request, response) => {
    serve(request, response, { watch, cache, answers, bodies, onDamage }).catch((error: unknown) => {
      const gone = (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
      if (!gone) onError(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else sendBody(request, response, internalError());
    });
  };
}

interface Serving {
  watch: TreeWatch;
  cache: ByteCache;
  answers: AnswerCache;
  bodies: BodyPool;
  onDamage: (tree: LoadedTree, path: string) => void;
}

async function serve(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const { watch, cache, answers, bodies, onDamage } = serving;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const tree = watch.current();
    const reply = await replyTo(tree, request, { cache: answers, allocate: bodies.allocate });
    if (reply.kind === "body") {
      // Only what the system has taken over may be written on again; a response that was cut short keeps its bytes.
      response.once("finish", () => bodies.recycle(reply.body));
      return sendBody(request, response, reply);
    }
    if (!tree) break;
    if (await sendFile(request, response, reply, tree, cache)) return;
    const state = await watch.overtaken(tree);
    if (state === "newer") continue;
    if (state === "late") break;
    onDamage(tree, reply.path);
    if (await sendFile(request, response, reply, withoutEncoding(tree, reply.path), cache)) return;
    return sendBody(request, response, internalError());
  }
  sendBody(request, response, noTree());
}

async function replyTo(
  tree: LoadedTree | undefined,
  request: IncomingMessage,
  options: RespondOptions,
): Promise<BodyReply | FileReply> {
  const { method = "GET", url: target = "/" } = request;
  const ifNoneMatch = request.headers["if-none-match"];
  const reply = await respond(tree?.snapshot, { method, target, ifNoneMatch }, options);
  if (reply.kind !== "pass") return reply;
  if (method === "GET" || method === "HEAD") return tree ? staticReply(tree, target) : noTree();
  // What may be asked, and how, is the same for pages and files as for the API.
  return (await respond(tree?.snapshot, { method, target: "/api/" })) as BodyReply;
}
