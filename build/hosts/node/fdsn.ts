import type { IncomingMessage } from "node:http";
import type { ArchiveSource } from "../../fdsn/archive/reader.ts";
import { sha256 } from "../../platform/hash.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { openInside } from "../../tree/read.ts";
import type { LoadedTree } from "../load-tree.ts";
import { createWorkQueue } from "../pinned/work-queue.ts";
import { busy } from "./host-problems.ts";

/** Answers a request below `/fdsnws/` from a tree. */
export type FdsnHost = (tree: LoadedTree, request: IncomingMessage) => Promise<BodyReply>;

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
    const { createArchiveReader } = await import("../../fdsn/archive/reader.ts");
    return { ...(await service), open: createArchiveReader(sourceIn(dir), CACHE_BYTES) };
  }

  return async ({ snapshot }, { method = "GET", url: target = "/", headers, socket }) => {
    const { fdsnReply, open } = await (loaded ??= load());
    const request = { method, target, host: headers.host, now: clock() };
    return (
      queue(socket.remoteAddress ?? "", () => fdsnReply(snapshot, request, open)) ?? busy("answering other queries")
    );
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
