import type { FileHandle } from "node:fs/promises";
import type { OpenArchive } from "../../fdsn/archive/reader.ts";
import { failure } from "../../fdsn/failure.ts";
import type { FdsnReply } from "../../fdsn/service.ts";
import { sha256 } from "../../platform/hash.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { openInside } from "../../tree/read.ts";
import { busy } from "../handle.ts";
import type { LoadedTree } from "../load-tree.ts";
import { BusyError } from "../work-queue.ts";
import type { NodeRequest } from "./request.ts";
import { createWorkShare, type ShareLimits } from "./work-share.ts";

/** Answers from the archive of a tree. When the request is over, answered or not, its work stops. */
interface FdsnHost {
  /** A request below `/fdsnws/`. */
  events: (tree: LoadedTree, request: NodeRequest) => Promise<FdsnReply>;
  /** A request to `/api/v1/earthquakes/` with a window of times. */
  earthquakes: (tree: LoadedTree, request: NodeRequest) => Promise<BodyReply>;
}

/** Size limit of the archive's bytes in memory. */
const CACHE_BYTES = 24_000_000;

/** A turn is a block of 128 events, or less. No client waits as long as programs usually do for the beginning of an answer. */
const SHARE: ShareLimits = { running: 2, waiting: 30, perClient: 12, free: 64, wait: 8_000, longest: 15_000 };

type Service = Awaited<ReturnType<typeof load>>;

async function load() {
  const service = import("../../fdsn/service.ts");
  const list = import("../../fdsn/earthquakes.ts");
  const { createArchiveCache, createArchiveReader } = await import("../../fdsn/archive/reader.ts");
  const cache = createArchiveCache(CACHE_BYTES);
  const open = (source: Omit<Parameters<typeof createArchiveReader>[0], "digest">) =>
    createArchiveReader({ digest: sha256, ...source }, cache);
  return { ...(await service), ...(await list), open };
}

/** Loads the service at the first request for it. @param dir folder of the tree @param clock ms since 1970 UTC */
export function createFdsnHost(dir: string, clock: () => number, limits: ShareLimits = SHARE): FdsnHost {
  const begin = createWorkShare(limits);
  const files = heldFiles(dir);
  let loaded: ReturnType<typeof load> | undefined;

  async function answered<Result>(
    request: NodeRequest,
    answer: (service: Service, open: OpenArchive) => Promise<Result>,
    refused: (message: string) => Result,
  ): Promise<Result> {
    const over = request.over();
    const service = await (loaded ??= load());
    over.throwIfAborted();
    const { turn, release } = begin(request.client, over);
    try {
      return await answer(service, service.open({ turn, ...files(over) }));
    } catch (error) {
      if (error instanceof BusyError) return refused(error.message);
      throw error;
    } finally {
      release();
    }
  }

  return {
    events({ snapshot }, given) {
      const { method, target } = given;
      const request = { method, target, now: clock() };
      const refused = (message: string): FdsnReply => failure(snapshot, request, 503, message);
      return answered(given, ({ fdsnReply }, open) => fdsnReply(snapshot, request, open), refused);
    },
    earthquakes({ snapshot }, given) {
      const answer = ({ earthquakesReply }: Service, open: OpenArchive) => earthquakesReply(snapshot, given.target, open);
      return answered(given, answer, () => busy("answering other queries"));
    },
  };
}

/** Opens files for requests, each once. A file that a request has read stays open until the request is over. */
function heldFiles(dir: string) {
  const held = new Map<string, { handle: Promise<FileHandle | undefined>; users: number }>();

  return (over: AbortSignal) => {
    const own = new Map<string, Promise<FileHandle | undefined>>();

    function open(path: string): Promise<FileHandle | undefined> {
      const known = own.get(path);
      if (known) return known;
      over.throwIfAborted();
      const file = held.get(path) ?? { handle: openInside(dir, path), users: 0 };
      file.users++;
      held.set(path, file);
      own.set(path, file.handle);
      return file.handle;
    }

    function closeAll(): void {
      for (const path of own.keys()) {
        const file = held.get(path);
        if (!file || --file.users > 0) continue;
        held.delete(path);
        void file.handle.then((handle) => handle?.close()).catch(() => {});
      }
    }

    over.addEventListener("abort", closeAll);
    return {
      hold: async (path: string) => (await open(path)) !== undefined,
      async read(path: string, range?: { at: number; bytes: number }) {
        const handle = await open(path);
        if (!handle) return undefined;
        const { at, bytes: size } = range ?? { at: 0, bytes: (await handle.stat()).size };
        const bytes = Buffer.allocUnsafeSlow(size);
        const { bytesRead } = await handle.read(bytes, 0, size, at);
        return bytes.subarray(0, bytesRead);
      },
    };
  };
}
