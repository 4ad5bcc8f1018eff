import { earthquakesReply } from "../../fdsn/earthquakes.ts";
import { fdsnReply } from "../../fdsn/service.ts";
import type { StreamReply } from "../../rewrite/reply.ts";
import { SnapshotError } from "../../rewrite/respond.ts";
import { completeBody, type HostReply } from "../file-answer.ts";
import { type Host, type HostRequest, handle } from "../handle.ts";
import { internalError } from "../host-problems.ts";
import { noFile } from "../static-file.ts";
import { createWorkerArchive, type WorkerArchive } from "./archive.ts";
import { type Assets, type AssetTree, assetFile, assetReader, forOneRequest, openAssetTree, type ReadAsset } from "./asset-tree.ts";
import { createWorkerPins, type WorkerPins } from "./pins.ts";

/** The bindings of the configuration. */
interface WorkerEnv {
  ASSETS: Assets;
}

/** The execution context of a request. */
interface WorkerContext {
  waitUntil: (work: Promise<unknown>) => void;
}

/** The entry point that Cloudflare calls. */
export interface Worker {
  fetch: (request: Request, env: WorkerEnv, context: WorkerContext) => Promise<Response>;
}

/**
 * Minimum time between checks for a newer snapshot, ms. Assets are deployed together with the Worker, so in production an isolate
 * never sees another snapshot. With other bindings it may.
 */
const RECHECK_AFTER = 30_000;

/** Number of attempts for a request while the tree is being replaced. */
const ATTEMPTS = 8;

/** Increase of the delay from attempt to attempt, ms. */
const PAUSE = 2;

/** Reports errors that the operator should know. @param code stable */
type ReportError = (code: string, error: unknown) => void;

/** Writes to the log of the platform. */
function logError(code: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the platform has no other log
  console.error(`quaketree: ${code}:`, error);
}

/**
 * A Cloudflare Worker that answers the API from static assets. It gets the paths of the API and those without a file.
 *
 * @param now ms since 1970 UTC
 * @param report called for every failed request, and for a newer tree that cannot be opened
 * @example export default createWorker();
 */
export function createWorker(now: () => number = Date.now, report: ReportError = logError): Worker {
  const stores: Stores = { pins: createWorkerPins(), archive: createWorkerArchive() };
  let held: AssetTree | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function open(assets: Assets): Promise<AssetTree> {
    checkedAt = now();
    held = await openAssetTree(assets, held);
    return held;
  }

  async function current(assets: Assets, { waitUntil }: WorkerContext): Promise<AssetTree> {
    if (!held) return open(assets);
    // If a newer tree cannot be opened, the older one is still used.
    if (now() - checkedAt >= RECHECK_AFTER) waitUntil(open(assets).catch((error: unknown) => report(codeOf(error), error)));
    return held;
  }

  return {
    async fetch(request, env, context) {
      const bound: WorkerContext = { waitUntil: (work) => context.waitUntil(work) };
      const host = hostFor(assetReader(env.ASSETS), stores, now());
      const asked = requestOf(request);
      let failure: unknown;
      let tree: AssetTree | undefined;
      const ifMissing = (error: unknown): undefined => {
        if (!isOvertaken(error)) throw error;
        failure = error;
      };
      try {
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE ** attempt));
          tree = await current(env.ASSETS, bound).catch(ifMissing);
          const reply = tree && (await answer(asked, tree, host).catch(ifMissing));
          if (reply) return responseOf(request, reply);
          held = undefined;
        }
        report(codeOf(failure), failure);
        if (!tree) return responseOf(request, await handle(asked, undefined, host));
      } catch (error) {
        report(codeOf(error), error);
      }
      return responseOf(request, completeBody(asked, internalError()));
    },
  };
}

/** The tree was probably replaced during the read. */
function isOvertaken(error: unknown): error is SnapshotError {
  return error instanceof SnapshotError;
}

function codeOf(error: unknown): string {
  return isOvertaken(error) ? error.code : "internal-error";
}

/** What an isolate keeps between requests besides the tree. */
interface Stores {
  pins: WorkerPins;
  archive: WorkerArchive;
}

async function answer(request: HostRequest, tree: AssetTree, host: Host<AssetTree, HostRequest>): Promise<HostReply> {
  return handle(request, { ...tree, snapshot: forOneRequest(tree.snapshot) }, host);
}

/** Everything about one request: what it needs is read for it alone. */
function hostFor(read: ReadAsset, { pins, archive }: Stores, now: number): Host<AssetTree, HostRequest> {
  return {
    now: () => now,
    find: async (tree, { path }, { header }) =>
      (await archive.file(path, tree, read)) ?? assetFile(tree, read, path, header("accept-encoding")),
    page: async (tree, { target, header }) => (await archive.page(target, tree, read)) ?? noFile(tree.snapshot, target, header("accept")),
    events: (tree, { method, target }) => fdsnReply(tree.snapshot, { method, target, now }, archive.open(tree, read)),
    earthquakes: (tree, { target }) => earthquakesReply(tree.snapshot, target, archive.open(tree, read)),
    openPin: (id, tree) => pins.open(id, tree, read),
    pinsSince: (tree) => pins.since(tree, read),
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
