import { endpoint } from "../contract/table/endpoints.ts";
import { parseQuery } from "../contract/table/parameters.ts";
import type { Problem } from "../contract/wire/problem.ts";
import { problem } from "../contract/wire/problem-types.ts";
import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { failure } from "../fdsn/failure.ts";
import { isArchiveQuery, isFdsn } from "../fdsn/path.ts";
import type { FdsnReply } from "../fdsn/service.ts";
import {
  type ApiRequest,
  type BodyReply,
  commonHeaders,
  type FileReply,
  type Headers,
  invalid,
  noTree,
  notFound,
  problemReply,
  type Reply,
  type StreamReply,
} from "../rewrite/reply.ts";
import { respond } from "../rewrite/respond.ts";
import type { Snapshot } from "../rewrite/snapshot.ts";
import { UNINDEXED } from "../tree/unindexed.ts";
import { type Awaitable, type CompressAnswer, complete, type FileRequest, type FindFile, type HostReply } from "./file-answer.ts";
import { insidePin, type PinnedTarget, pinned, readPin, requestedSnapshot, unknownSnapshot } from "./pinned/pinned-tree.ts";

/** A request as received. */
export interface HostRequest extends ApiRequest, FileRequest {
  method: string;
}

/** A snapshot, and the files that its replies name. */
export interface OpenSnapshot {
  snapshot: Snapshot;
  find: FindFile;
}

/** What a host answers from. A tree that changes during a request makes these functions throw a SnapshotError. */
export interface Host<Tree extends { snapshot: Snapshot }, Request extends HostRequest> {
  /** ms since 1970 UTC. */
  now: () => number;
  find: (tree: Tree, reply: FileReply, request: Request) => ReturnType<FindFile>;
  /** Compresses large answers; absent where the platform of the host does so. */
  compress?: CompressAnswer;
  /** A GET or HEAD for a page or a file outside the API. */
  page: (tree: Tree, request: Request) => Awaitable<BodyReply | FileReply>;
  /** A request below `/fdsnws/`. */
  events: (tree: Tree, request: Request) => Promise<FdsnReply>;
  /** A list of earthquakes with a window of times. */
  earthquakes: (tree: Tree, request: Request) => Promise<BodyReply>;
  /** A GET or HEAD for the stream of changes; undefined on a host that cannot keep a connection. */
  stream?: (request: Request) => BodyReply | StreamReply;
  /** An older snapshot; undefined if it is unknown. A reply is sent instead. */
  openPin: (id: string, tree: Tree, request: Request) => Promise<OpenSnapshot | BodyReply | undefined>;
  /** `as_of` of the oldest snapshot that can be opened, ms since 1970 UTC. */
  pinsSince: (tree: Tree) => Promise<number | undefined>;
}

/**
 * Answers any request: the API, older snapshots under `/s/`, the FDSN event service, the health check, pages and files. A promise is
 * returned only if something must be read first.
 *
 * @param tree undefined while the host has none
 * @throws SnapshotError if the tree was replaced during the request, or is damaged
 */
export function handle<Tree extends { snapshot: Snapshot }, Request extends HostRequest>(
  request: Request,
  tree: Tree | undefined,
  host: Host<Tree, Request>,
): Awaitable<HostReply> {
  const pin = readPin(request.target);
  const reply = pin ? pinnedReply(pin, request, tree, host) : replyTo(request, tree, host);
  return reply instanceof Promise ? reply.then(completed) : completed(reply);

  function completed(found: BodyReply | FileReply | StreamReply | OfPin): Awaitable<HostReply> {
    if ("find" in found) return complete(request, found.reply, found.find, host.compress);
    return complete(request, found, (file) => (tree ? host.find(tree, file, request) : undefined), host.compress);
  }
}

/** A reply, and the files of its snapshot. */
interface OfPin {
  reply: BodyReply | FileReply;
  find: FindFile;
}

function replyTo<Tree extends { snapshot: Snapshot }, Request extends HostRequest>(
  request: Request,
  tree: Tree | undefined,
  host: Host<Tree, Request>,
): Awaitable<BodyReply | FileReply | StreamReply> {
  if (request.target.startsWith(STREAM) && isRead(request)) return streamed(request, tree, host);
  const reply = respond(tree?.snapshot, request);
  // Only files of packs have to be read.
  if (reply instanceof Promise) return reply as Promise<BodyReply | FileReply>;
  if (reply.kind === "pass") return outside(request, tree, host);
  return tree && isOfArchive(reply, request) ? host.earthquakes(tree, request) : reply;
}

const STREAM = "/api/changes/stream";

function streamed<Tree extends { snapshot: Snapshot }, Request extends HostRequest>(
  request: Request,
  tree: Tree | undefined,
  { stream }: Host<Tree, Request>,
): BodyReply | StreamReply {
  if (!tree) return noTree();
  const [path, query = ""] = request.target.split("?");
  const parsed = parseQuery(endpoint("changes"), query);
  if (path !== STREAM || !stream) return notFound(tree.snapshot, "There is no stream here. Ask /api/changes/ for the changes.");
  return parsed.ok ? stream(request) : invalid(tree.snapshot, parsed.errors);
}

/** Whether the rewrite refuses a window of times, which only the archive knows. */
function isOfArchive(reply: Reply, { target }: ApiRequest): boolean {
  return reply.kind === "body" && reply.status === 400 && isArchiveQuery(target);
}

function outside<Tree extends { snapshot: Snapshot }, Request extends HostRequest>(
  request: Request,
  tree: Tree | undefined,
  host: Host<Tree, Request>,
): Awaitable<BodyReply | FileReply | StreamReply> {
  const { target } = request;
  if (isFdsn(target)) {
    if (tree) return host.events(tree, request);
    return failure(undefined, { target, now: host.now() }, 503, "This host has no data yet.");
  }
  if (!isRead(request)) return otherMethod(tree, request);
  if (HEALTH.test(target)) return healthReply(tree?.snapshot.record, host.now());
  return tree ? host.page(tree, request) : noTree();
}

function isRead({ method }: ApiRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** Pages, files and older snapshots, even unknown ones, allow the same methods as the API. */
function otherMethod(tree: { snapshot: Snapshot } | undefined, { method }: ApiRequest): BodyReply {
  return respond(tree?.snapshot, { method, target: "/api/" }) as BodyReply;
}

async function pinnedReply<Tree extends { snapshot: Snapshot }, Request extends HostRequest>(
  { id, target }: PinnedTarget,
  request: Request,
  tree: Tree | undefined,
  host: Host<Tree, Request>,
): Promise<BodyReply | OfPin> {
  if (!isRead(request)) return otherMethod(tree, request);
  if (!tree) return noTree();
  const current = { snapshot: pinned(tree.snapshot), find: (file: FileReply) => host.find(tree, file, request) };
  const open = id === undefined || id === tree.snapshot.record.id ? id && current : await host.openPin(id, tree, request);
  if (!open || id === undefined) {
    return unknownSnapshot(tree.snapshot, id ?? requestedSnapshot(target), await host.pinsSince(tree));
  }
  if ("kind" in open) return open;
  const { snapshot, find } = open;
  const inside = { method: request.method, target };
  const reply = await respond(snapshot, inside);
  if (reply.kind === "pass")
    return notFound(snapshot, "Only the API of a snapshot is available: /s/, its id, and a path that begins with /api/.");
  if (isOfArchive(reply, inside)) {
    // Only the current snapshot has an archive.
    return notFound(snapshot, "The archive is not part of a snapshot: ask /api/v1/earthquakes/ without /s/ and the id.");
  }
  if (reply.kind === "body") return { ...reply, headers: insidePin(id, reply.headers) };
  // The change feed describes the history of trees.
  if (UNINDEXED.changes.isFile(reply.path)) return notFound(snapshot, "What has changed is not part of a snapshot: ask /api/changes/.");
  return { reply, find };
}

/** The target of the health check of the host, with any query. */
const HEALTH = /^\/healthz(?:\?|$)/;

/**
 * 200 if a tree is loaded, whatever its age. The age is only in the body: a load balancer must not take a host out of service
 * because an agency does not respond. 503 if no tree is loaded.
 *
 * @param now ms since 1970 UTC
 */
function healthReply(record: SnapshotRecord | undefined, now: number): BodyReply {
  if (!record) return noTree();
  const { id, sequence, as_of, sample, stale_after_s } = record;
  const ageS = Math.round((now - Date.parse(as_of)) / 1000);
  const body = {
    status: "ok",
    snapshot: id,
    sequence,
    as_of,
    ...(sample && { sample }),
    age_s: ageS,
    stale: stale_after_s === undefined ? null : ageS > stale_after_s,
  };
  const headers = { "content-type": "application/json", ...commonHeaders(undefined, "never") };
  return { kind: "body", status: 200, headers, body: new TextEncoder().encode(`${JSON.stringify(body)}\n`) };
}

/** Seconds after which a busy host may have capacity again. */
const BUSY_RETRY_AFTER = "5";

/** A problem of the host that does not depend on its tree. Not cacheable. */
export function hostProblem(document: Problem, more: Headers = {}): BodyReply {
  return problemReply(document, { ...commonHeaders(undefined, "never"), ...more });
}

/** 500. The response does not reveal the error. */
export function internalError(): BodyReply {
  const detail = "The host failed, although the request may be valid. Ask again later.";
  return hostProblem(problem("internal-error", detail));
}

/** 503 for work that the host does only for a few requests at the same time. @param work such as `answering queries` */
export function busy(work: string): BodyReply {
  const detail = `The host is busy ${work}. Ask again in ${BUSY_RETRY_AFTER} seconds.`;
  return hostProblem(problem("busy", detail), { "retry-after": BUSY_RETRY_AFTER });
}
