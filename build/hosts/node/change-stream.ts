import type { SnapshotPosition } from "../../contract/resources/resources.ts";
import { fileOf } from "../../contract/table/paths.ts";
import { SnapshotError } from "../../rewrite/record-shards.ts";
import { type BodyReply, commonHeaders, type StreamReply } from "../../rewrite/reply.ts";
import { readNamed } from "../../tree/read.ts";
import { type ChangesSince, readChanges } from "../browser/follow-changes.ts";
import type { Source } from "../browser/source.ts";
import { busy } from "../handle.ts";
import type { LoadedTree } from "../load-tree.ts";
import type { NodeRequest } from "./request.ts";

/** Limits of the open streams of one process. */
export interface StreamLimits {
  open: number;
  perClient: number;
  /** Longest silence, ms: shorter than that after which this server and most proxies close a connection. */
  silence: number;
}

const LIMITS: StreamLimits = { open: 100, perClient: 10, silence: 15_000 };

/** After this time a browser that has lost the stream asks again, ms. */
const RETRY = 5_000;

interface ChangeStreams {
  reply: (request: NodeRequest) => StreamReply | BodyReply;
  /** To be called when another tree is loaded. */
  renewed: () => void;
}

/**
 * The changes as server-sent events. An event `snapshot` says where the stream begins, or goes on after entries that are missing; an
 * event `changes` is an entry of the change feed. Each stream has only its position, so a slow reader costs no memory.
 *
 * @param current the loaded tree; it is also asked during silence, because a newer tree may only be looked for with requests
 */
export function createChangeStreams(
  current: () => LoadedTree | undefined,
  { open, perClient, silence }: StreamLimits = LIMITS,
): ChangeStreams {
  const clients: string[] = [];
  const waiting = new Set<() => void>();
  let latest: { tree: LoadedTree; from: string; step: Promise<Step> } | undefined;

  /** Most streams are at the same position, so they share what follows. */
  function next(tree: LoadedTree, since: SnapshotPosition | undefined): Promise<Step> {
    const from = since ? idOf(since) : "";
    if (latest?.tree !== tree || latest.from !== from) latest = { tree, from, step: readStep(tree, since) };
    return latest.step;
  }

  function pause(over: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        over.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, silence);
      waiting.add(end);
      over.addEventListener("abort", end);
    });
  }

  async function* events(lastId: string | undefined, over: AbortSignal): AsyncGenerator<Uint8Array> {
    yield encoded(`retry: ${RETRY}\n\n`);
    for (let since = positionIn(lastId); !over.aborted; ) {
      const tree = current() as LoadedTree;
      const { position, sent } = await next(tree, since);
      since = position;
      yield* sent;
      if (sent.length > 0 || tree !== current()) continue;
      await pause(over);
      if (tree === current()) yield encoded(":\n\n");
    }
  }

  return {
    reply(request) {
      const { client, header } = request;
      if (clients.length >= open || clients.filter((one) => one === client).length >= perClient) return busy("sending other streams");
      const over = request.over();
      clients.push(client);
      over.addEventListener("abort", () => clients.splice(clients.indexOf(client), 1));
      // nginx would keep events back.
      const headers = { ...commonHeaders(undefined, "never"), "content-type": "text/event-stream", "x-accel-buffering": "no" };
      return { kind: "stream", status: 200, headers, chunks: events(header("last-event-id"), over) };
    },
    renewed() {
      latest = undefined;
      for (const end of waiting) end();
    },
  };
}

interface Step {
  /** Where the stream is after it. */
  position: SnapshotPosition;
  sent: readonly Uint8Array[];
}

/** What a tree has after a position: at most an hour of entries. A tree that does not say what changed begins anew. */
async function readStep(tree: LoadedTree, since: SnapshotPosition | undefined): Promise<Step> {
  const { id, sequence, as_of } = tree.snapshot.record;
  if (since?.id === id && since.sequence === sequence) return { position: since, sent: [] };
  const anew: ChangesSince = { gap: true, entries: [], position: { id, sequence, as_of } };
  const { gap, entries, position } = await (since ? readChanges(sourceOf(tree), since, undefined, 1).catch(() => anew) : anew);
  if (gap) return { position, sent: [event("snapshot", position, position)] };
  return { position, sent: entries.map((entry) => event("changes", entry.to, entry)) };
}

function sourceOf({ dir, files }: LoadedTree): Source {
  return async (target) => {
    const path = fileOf(target);
    const entry = files.get(path);
    const bytes = entry && (await readNamed(dir, entry));
    if (!bytes) throw new SnapshotError(path, "is not in the tree");
    return { status: 200, contentType: "", etag: undefined, link: undefined, snapshot: { id: undefined, as_of: undefined }, bytes };
  };
}

function event(name: string, at: SnapshotPosition, data: object): Uint8Array {
  return encoded(`event: ${name}\nid: ${idOf(at)}\ndata: ${JSON.stringify(data)}\n\n`);
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function idOf({ sequence, id, as_of }: SnapshotPosition): string {
  return `${sequence}/${id}/${as_of}`;
}

function positionIn(lastId = ""): SnapshotPosition | undefined {
  const [, sequence, id, as_of] = /^(\d{1,15})\/([0-9a-f]{16})\/(\d{4}-\d\d-\d\dT[\d:.]+Z)$/.exec(lastId) ?? [];
  return id !== undefined && as_of !== undefined ? { sequence: Number(sequence), id, as_of } : undefined;
}
