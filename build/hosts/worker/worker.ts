import type { OpenArchive } from "../../fdsn/archive/reader.ts";
import { earthquakesReply } from "../../fdsn/earthquakes.ts";
import { failure } from "../../fdsn/failure.ts";
import { type FdsnReply, fdsnReply } from "../../fdsn/service.ts";
import { SnapshotError } from "../../rewrite/record-shards.ts";
import type { StreamReply } from "../../rewrite/reply.ts";
import { completeBody, type HostReply } from "../file-answer.ts";
import { busy, type Host, type HostRequest, handle, internalError } from "../handle.ts";
import { noFile } from "../static-file.ts";
import { BusyError, FULL } from "../work-queue.ts";
import { createWorkerArchive, type WorkerArchive } from "./archive.ts";
import { type Assets, type AssetTree, assetFile, assetReader, forOneRequest, openAssetTree, type ReadAsset } from "./asset-tree.ts";
import { createWorkerPins, type WorkerPins } from "./pins.ts";

/** The bindings of the configuration. */
interface WorkerEnv {
  ASSETS: Assets;
}

/** The entry point that Cloudflare calls. */
export interface Worker {
  fetch: (request: Request, env: WorkerEnv) => Promise<Response>;
}

/** Reports errors that the operator should know. @param code stable */
type ReportError = (code: string, error: unknown) => void;

/** Writes to the log of the platform. */
function logError(code: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the platform has no other log
  console.error(`quaketree: ${code}:`, error);
}

/**
 * A Cloudflare Worker that answers the API from static assets. It gets the paths of the API and those without a file. The platform
 * deploys a Worker and its assets together, so an isolate has one tree, which it opens once.
 *
 * @param now ms since 1970 UTC
 * @param report called for every failed request
 * @example export default createWorker();
 */
export function createWorker(now: () => number = Date.now, report: ReportError = logError): Worker {
  const stores: Stores = { pins: createWorkerPins(), archive: createWorkerArchive(), place: createPlaces(now) };
  let held: AssetTree | undefined;

  async function open(read: ReadAsset): Promise<AssetTree | undefined> {
    try {
      return await openAssetTree(read);
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      report(error.code, error);
      return undefined;
    }
  }

  return {
    async fetch(request, env) {
      const read = assetReader(env.ASSETS);
      const asked = requestOf(request);
      try {
        held ??= await open(read);
        const tree = held && { ...held, snapshot: forOneRequest(held.snapshot) };
        return responseOf(request, await handle(asked, tree, hostFor(read, stores, now())));
      } catch (error) {
        report(error instanceof SnapshotError ? error.code : "internal-error", error);
        return responseOf(request, completeBody(asked, internalError()));
      }
    },
  };
}

/** What an isolate keeps between requests besides the tree. */
interface Stores {
  pins: WorkerPins;
  archive: WorkerArchive;
  place: ReturnType<typeof createPlaces>;
}

/** Everything about one request: what it needs is read for it alone. */
function hostFor(read: ReadAsset, { pins, archive, place }: Stores, now: number): Host<AssetTree, HostRequest> {
  async function placed<Result>(answer: (open: OpenArchive) => Promise<Result>, refused: (message: string) => Result): Promise<Result> {
    const { turn, release } = place();
    try {
      return await answer(archive.open(read, turn));
    } catch (error) {
      if (error instanceof BusyError) return refused(error.message);
      throw error;
    } finally {
      release();
    }
  }

  return {
    now: () => now,
    find: async (tree, { path }, { header }) => (await archive.file(path, read)) ?? assetFile(tree, read, path, header("accept-encoding")),
    page: async (tree, { target, header }) => (await archive.page(target, tree, read)) ?? noFile(tree.snapshot, target, header("accept")),
    events(tree, { method, target }) {
      const request = { method, target, now };
      const refused = (message: string): FdsnReply => failure(tree.snapshot, request, 503, message);
      return placed((open) => fdsnReply(tree.snapshot, request, open), refused);
    },
    earthquakes: (tree, { target }) =>
      placed(
        (open) => earthquakesReply(tree.snapshot, target, open),
        () => busy("answering other queries"),
      ),
    openPin: (id, tree) => pins.open(id, tree, read),
    pinsSince: () => pins.since(read),
  };
}

/** Encodes characters beyond ASCII again: the runtime decodes them, but the rewrite expects targets as sent. */
function octetsEncoded(text: string): string {
  return [...new TextEncoder().encode(text)].map((octet) => `%${octet.toString(16)}`).join("");
}

function responseOf({ method }: Request, reply: HostReply): Response {
  const { status, headers } = reply;
  const bytes = reply.kind === "stream" ? streamOf(reply) : reply.body;
  // `encodeBody` is an option of Cloudflare: the bytes are already encoded.
  const init = { status, headers, encodeBody: "manual" };
  return new Response(status === 204 || status === 304 || method === "HEAD" ? null : bytes, init);
}

function streamOf({ chunks }: StreamReply): ReadableStream<Uint8Array> {
  const next = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await next.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await next.return?.()),
    },
    { highWaterMark: 0 },
  );
}

/** Adapts a request. Cloudflare replaces the client's Accept-Encoding and keeps the original in `cf`. */
function requestOf({ url, method, headers, cf }: Request & { cf?: { clientAcceptEncoding?: unknown } }): HostRequest {
  const accepted = cf?.clientAcceptEncoding;
  return {
    method,
    target: url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[^\0-\x7f]+/g, octetsEncoded),
    header: (name) => (name === "accept-encoding" && typeof accepted === "string" ? accepted : (headers.get(name) ?? undefined)),
  };
}

/**
 * Places for long work in an isolate, whose memory all its requests share: each may need 15 MB until its answer begins.
 *
 * A request that finds no place is refused at once and does not wait for another: the platform stops the code of a client that has
 * left, which would then wake nobody. For the same reason a place is given up by itself.
 */
const PLACES = 2;
/** Pieces of work that a request may do without a place, as on the Node host. */
const FREE = 64;
/** A place is given up after this time, ms: longer than any query takes that is not refused. */
const LONGEST = 20_000;

/** The work for one request. */
interface PlacedWork {
  /** As the archive calls it. @throws BusyError if the work is long and all places are taken */
  turn: (pieces?: number) => undefined;
  /** Called when the answer begins: what follows is sent piece by piece. */
  release: () => void;
}

/** @param clock ms */
export function createPlaces(clock: () => number): () => PlacedWork {
  let taken: { until: number }[] = [];
  return () => {
    let [turns, isOver] = [0, false];
    const own = { until: 0 };
    return {
      turn(pieces = 1) {
        turns++;
        if (isOver || own.until > 0 || Math.max(turns, turns + pieces - 1) <= FREE) return undefined;
        const now = clock();
        taken = taken.filter(({ until }) => until > now);
        if (taken.length >= PLACES) throw new BusyError(FULL);
        own.until = now + LONGEST;
        taken.push(own);
        return undefined;
      },
      release() {
        isOver = true;
        own.until = 0;
      },
    };
  };
}
