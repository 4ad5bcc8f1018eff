import type { IncomingMessage } from "node:http";
import type { ArchiveSource } from "../../fdsn/archive/reader.ts";
import { failure } from "../../fdsn/failure.ts";
import { sha256 } from "../../platform/hash.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { openInside } from "../../tree/read.ts";
import type { LoadedTree } from "../load-tree.ts";
import { createWorkQueue } from "../pinned/work-queue.ts";
import { busy } from "./host-problems.ts";

/** Answers from the archive of a tree. */
export interface FdsnHost {
  /** A request below `/fdsnws/`. @param tree undefined if the host has none */
  events: (tree: LoadedTree | undefined, request: IncomingMessage) => Promise<BodyReply>;
  /** A request to `/api/v1/earthquakes/` with a window of times. */
  earthquakes: (tree: LoadedTree, request: IncomingMessage) => Promise<BodyReply>;
}

/** Size limit of the archive's bytes in memory. */
const CACHE_BYTES = 24_000_000;

/** An answer may have 20,000 events, so only a few are made at the same time. */
const QUEUE = { running: 3, waiting: 253, perClient: 256 };

/**
 * Loads the service at the first request for it.
 *
 * @param dir folder of the tree @param clock ms since 1970 UTC
 */
export function createFdsnHost(dir: string, clock: () => number): FdsnHost {
  const queue = createWorkQueue(QUEUE);
  let loaded: ReturnType<typeof load> | undefined;

  async function load() {
    const service = import("../../fdsn/service.ts");
    const list = import("../../fdsn/earthquakes.ts");
    const { createArchiveCache, createArchiveReader } = await import("../../fdsn/archive/reader.ts");
    const open = createArchiveReader(sourceIn(dir), createArchiveCache(CACHE_BYTES));
    return { ...(await service), ...(await list), open };
  }

  return {
    async events(tree, { method = "GET", url: target = "/", socket }) {
      const request = { method, target, now: clock() };
      if (!tree) return failure(undefined, request, 503, "This host has no data yet.");
      const { snapshot } = tree;
      const { fdsnReply, open } = await (loaded ??= load());
      return (
        queue(socket.remoteAddress ?? "", () => fdsnReply(snapshot, request, open)) ??
        failure(snapshot, request, 503, "The host is busy answering other queries.")
      );
    },
    async earthquakes({ snapshot }, { url: target = "/", socket }) {
      const { earthquakesReply, open } = await (loaded ??= load());
      const answer = () => earthquakesReply(snapshot, target, open);
      return queue(socket.remoteAddress ?? "", answer) ?? busy("answering other queries");
    },
  };
}

function sourceIn(dir: string): ArchiveSource {
  return {
    digest: sha256,
    async read(path, range) {
      const handle = await openInside(dir, path);
      if (!handle) return undefined;
      try {
        if (!range) return await handle.readFile();
        const bytes = Buffer.allocUnsafeSlow(range.bytes);
        const { bytesRead } = await handle.read(bytes, 0, range.bytes, range.at);
        return bytes.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
  };
}
