import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { noTree } from "../../rewrite/replies.ts";
import { SnapshotError } from "../../rewrite/respond.ts";
import { type Awaitable, completeBody, type HostReply } from "../complete.ts";
import { type Host, handle } from "../handle.ts";
import { internalError } from "../host-problems.ts";
import { identityNow, identityOf, type LoadedTree, loadTree } from "../load-tree.ts";
import { createPinnedHost, OPENING } from "../pinned/pinned.ts";
import { staticReply } from "../static-file.ts";
import { createByteCache, treeFile } from "../tree-file.ts";
import type { QueueLimits } from "../work-queue.ts";
import { createChangeStreams, type StreamLimits } from "./change-stream.ts";
import { createFdsnHost } from "./fdsn.ts";
import { createHotAnswers, type HotAnswers, hotKey } from "./hot-answers.ts";
import { NodeRequest } from "./request.ts";
import { send, sendOwn } from "./send.ts";
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
    find: (tree, { path }) => treeFile(tree, path, cache),
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

/** Keeps a loaded tree up to date with its folder. */
interface TreeWatch {
  /** The loaded tree; undefined if there is none. If it is time, also starts a check for a newer tree in the background. */
  current: () => LoadedTree | undefined;
  /**
   * Waits for a newer tree, after a file did not match the loaded index.
   *
   * @returns `newer` when a newer tree is loaded; `same` if the folder has no other tree, so the file is damaged; `late` if no
   *   complete tree could be loaded in time
   */
  overtaken: (loaded: LoadedTree) => Promise<"newer" | "same" | "late">;
  /** Whether the folder has a newer tree, which is loaded then. A promise only if it has another. */
  renewed: (loaded: LoadedTree) => Promise<boolean> | false;
}

interface WatchOptions {
  /** Called once for each tree that cannot be loaded. */
  onError: (error: Error) => void;
  /** Called with each tree that is loaded. */
  onLoad: (tree: LoadedTree) => void;
  /** Reads a monotonic clock, ms. */
  now: () => number;
  /** Until it is aborted, the folder is also checked while nobody asks. */
  until: AbortSignal | undefined;
}

/** Interval between checks of the folder, ms. */
const EVERY = 1_000;
/** Delay before the next attempt to load a tree that could not be loaded, ms: a missing file may have been restored. */
const TRY_AGAIN = 10_000;
/** Longest wait for the record of a tree whose files are in place, ms. Its writer may have been killed. */
const RELOAD_TIMEOUT_MS = 5_000;

async function watchTree(dir: string, { onError, onLoad, now, until }: WatchOptions): Promise<TreeWatch> {
  let loaded: LoadedTree | undefined;
  let refused: { identity: string; at: number } | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    checkedAt = now();
    const identity = await identityOf(dir);
    if (identity === undefined || identity === loaded?.identity) return;
    if (identity === refused?.identity && now() - refused.at < TRY_AGAIN) return;
    await load(identity);
  }

  async function load(identity: string): Promise<void> {
    try {
      const tree = await loadTree(dir);
      // The tree is consistent even if it was replaced in the meantime, because every file was checked by its hash.
      if (tree.identity === loaded?.identity) return;
      loaded = tree;
      onLoad(tree);
    } catch (error) {
      if ((await identityOf(dir)) !== identity) return;
      if (identity !== refused?.identity) onError(error instanceof Error ? error : new Error(String(error)));
      refused = { identity, at: now() };
    }
  }

  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  /** The first check may have begun earlier. */
  const checkTwice = () => checkOnce().then(checkOnce);

  await checkOnce();
  if (until) {
    const timer = setInterval(() => void checkOnce(), EVERY).unref();
    until.addEventListener("abort", () => clearInterval(timer));
  }
  return {
    current() {
      if (now() - checkedAt >= EVERY) void checkOnce();
      return loaded;
    },
    async overtaken(tree) {
      for (const end = now() + RELOAD_TIMEOUT_MS; now() < end; await delay(10)) {
        await checkOnce();
        if (loaded !== tree) return "newer";
        const identity = await identityOf(dir);
        if (identity === tree.identity || (identity !== undefined && identity === refused?.identity)) return "same";
      }
      return "late";
    },
    renewed: (tree) => identityNow(dir) !== tree.identity && checkTwice().then(() => loaded !== tree),
  };
}
