import { isArchiveQuery } from "../../fdsn/path.ts";
import { SnapshotError } from "../../rewrite/read-shard.ts";
import { noTree } from "../../rewrite/replies.ts";
import type { ApiRequest } from "../../rewrite/reply.ts";
import { type BodyReply, type FileReply, respond, type Snapshot } from "../../rewrite/respond.ts";
import { UNINDEXED } from "../../tree/unindexed.ts";
import {
  insidePin,
  type PinnedTarget,
  pinned,
  pinnedArchiveNotFound,
  pinnedChangesNotFound,
  pinnedFileNotFound,
  requestedSnapshot,
  unknownSnapshot,
} from "../pinned/replies.ts";
import { type AssetFile, type AssetTree, assetFile, forOneRequest, type ReadAsset } from "./asset-tree.ts";
import type { WorkerPins } from "./pins.ts";

/** A complete reply, or a reply with the file that it sends. */
type PinnedReply = BodyReply | (FileReply & { file: AssetFile | undefined });

interface PinnedContext {
  tree: AssetTree | undefined;
  read: ReadAsset;
  pins: WorkerPins;
  /** Encodings that the client accepts. Only the current snapshot has variants. */
  accepted: Parameters<typeof assetFile>[3];
}

/**
 * Answers a request under `/s/`.
 *
 * @throws SnapshotError if the assets now have another tree
 */
export async function pinnedReply(
  { id, target }: PinnedTarget,
  method: string,
  { tree, read, pins, accepted }: PinnedContext,
): Promise<PinnedReply> {
  if (method !== "GET" && method !== "HEAD") {
    return (await respond(tree?.snapshot, { method, target: "/api/" })) as BodyReply;
  }
  if (!tree) return noTree();
  if (id === tree.snapshot.record.id) {
    const file = (path: string) => assetFile(tree, read, path, accepted);
    return replyOf(forOneRequest(pinned(tree.snapshot)), { method, target }, id, file);
  }
  const found = id === undefined ? undefined : await pins.open(id, tree, read);
  if (id === undefined || !found) {
    return unknownSnapshot(tree.snapshot, id ?? requestedSnapshot(target), await pins.since(tree, read));
  }
  return replyOf(forOneRequest(found.snapshot), { method, target }, id, async (path) => {
    const entry = await found.file(path, found.content);
    const plain = entry && (await found.content(entry.sha256, path));
    if (entry && !plain) throw new SnapshotError(path, "is gone");
    return plain && { etag: entry.etag, plain, variants: new Map() };
  });
}

async function replyOf(
  snapshot: Snapshot,
  request: ApiRequest,
  id: string,
  fileAt: (path: string) => Promise<AssetFile | undefined>,
): Promise<PinnedReply> {
  const reply = await respond(snapshot, request);
  if (reply.kind === "pass") return pinnedFileNotFound(snapshot);
  if (reply.kind === "body" && reply.status === 400 && isArchiveQuery(request.target)) return pinnedArchiveNotFound(snapshot);
  if (reply.kind === "body") return { ...reply, headers: insidePin(id, reply.headers) };
  if (UNINDEXED.changes.isFile(reply.path)) return pinnedChangesNotFound(snapshot);
  return { ...reply, file: reply.bytes ? undefined : await fileAt(reply.path) };
}
