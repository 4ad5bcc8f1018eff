import { COPY_AS_OF, ON_DEMAND } from "../../../contract/texts/vocabulary.ts";
import type { BodyReply } from "../../../rewrite/reply.ts";
import { contentType } from "../../media-types.ts";
import { type Digest, platformDigest } from "../../tree-index.ts";
import type { createEventService, EventService } from "../event-service.ts";
import { fileReader } from "../fetch-file.ts";
import { type CachedPage, isOfTree } from "./cached-pages.ts";
import type { ByteStore, CachedTree } from "./cached-tree.ts";
import { createOfflineHost } from "./host.ts";

/**
 * Enables a plain static host, or a browser without a network, to answer all requests to the API. The worker stores a copy of the
 * tree. Pages control it with `navigator.serviceWorker.controller.postMessage({ type: "keep-everything" }, [port])`. The types are
 * `update` (copy the host's current snapshot), `keep-everything` (from now on also store the details of all events) and
 * `set-language` (also store the pages in `language`). The port receives `{ ok: true, snapshot: { id, as_of } }` or `{ ok: false,
 * error }`.
 */
declare const self: ServiceWorkerGlobalScope;

const RECHECK_AFTER = 60_000;

/** Registered with this query, the worker copies nothing. It fetches what an answer needs, and keeps that. */
const isOnDemand = self.location.search === ON_DEMAND;

/** If the host takes longer than this, the copy answers, if it can; ms. */
const HOST_TIMEOUT_MS = 5_000;

const scope = new URL("./", self.location.href);
const host = createOfflineHost({
  read: fileReader(scope.href, (url, init) => fetch(url, init)),
  store: cacheStore(caches, scope.href),
  // A service worker always runs in a secure context, which has a digest.
  digest: platformDigest() as Digest,
  recheckAfter: RECHECK_AFTER,
  now: () => performance.now(),
  onDemand: isOnDemand,
  giveUp: () => AbortSignal.timeout(HOST_TIMEOUT_MS),
});

declare const quaketreeEvents: { createEventService: typeof createEventService };
let events: EventService | undefined;

/**
 * The FDSN event service; undefined if the tree has no script for it. A browser only lets a worker load scripts that it has loaded
 * at its installation.
 */
function eventService(): EventService | undefined {
  try {
    self.importScripts("assets/event-service-worker.js");
    events = quaketreeEvents.createEventService({ base: scope.href });
  } catch {
    // The host answers.
  }
  return events;
}

self.addEventListener("install", (event) => {
  eventService();
  event.waitUntil((isOnDemand ? storeOfflinePage() : host.update()).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(keepOpenPages));
});

/** Stores the open pages, because they were requested before the worker was active. */
async function keepOpenPages(): Promise<void> {
  const open = await self.clients.matchAll({ type: "window" });
  const seen = open.map(async ({ url }) => keepVisited(targetOf(new URL(url)), await fetch(url)));
  await Promise.allSettled(seen);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  // A stream has no end, so it cannot be kept.
  if (event.request.headers.get("accept") === "text/event-stream") return;
  const answered = answer(event.request, targetOf(url));
  event.respondWith(answered.then(({ response }) => response));
  event.waitUntil(answered.then(({ background }) => background).catch(() => {}));
});

/** Path and query relative to the folder of the tree. */
function targetOf({ pathname, search }: URL): string {
  return pathname.slice(scope.pathname.length - 1) + search;
}

/** Letters may be percent-encoded: `/%61pi/`. The rewrite refuses targets that cannot be decoded. */
function topFolder(target: string): string {
  const [first = ""] = target.slice(1).split(/[/?#]/, 1);
  try {
    return decodeURIComponent(first);
  } catch {
    return "api";
  }
}

/** A list with a window of times, which the copy cannot answer, because it has no archive. */
const OF_ARCHIVE = /^\/api\/.*[?&](start|end)=/;

interface Answered {
  response: Response;
  background?: Promise<unknown> | undefined;
}

async function answer(request: Request, target: string): Promise<Answered> {
  const folder = topFolder(target);
  const service = folder === "fdsnws" ? (events ?? eventService()) : undefined;
  if (service) return { response: await service(target, request) };
  if (OF_ARCHIVE.test(target)) {
    const response = await fetch(request).catch(() => undefined);
    // Only hosts with the rewrite name a snapshot.
    if (response?.headers.has("x-snapshot")) return { response };
  }
  if (folder === "api") {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const { reply, background } = await host.respond({ method: request.method, target, header });
    if (reply) return { response: responseOf(reply), background };
  }
  const shard = await host.shard(fileOf(target));
  return shard ? { response: fileResponse(fileOf(target), shard, {}) } : fromNetwork(request, target);
}

/** Answers with pages and files: from the host if it responds, otherwise from the copy. */
async function fromNetwork(request: Request, target: string): Promise<Answered> {
  const language = new URLSearchParams(target.replace(/^[^?]*/, "")).get("lang") ?? undefined;
  const kept = async () => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const page = await host.page(fileOf(target), language);
    // The page in the copy lists what a whole copy contains.
    return isOnDemand && page?.found === false ? undefined : page;
  };
  try {
    const response = await inTime(fetch(request), kept);
    const page = response.status >= 500 ? await kept() : undefined;
    if (page) return { response: keptResponse(request, target, page) };
    const visited = isFileOf(target, response) && request.method === "GET" ? keepVisited(target, response.clone()) : undefined;
    return { response, background: Promise.all([visited, isNewPage(request) ? host.refresh() : undefined]) };
  } catch (error) {
    const page = await kept();
    if (page) return { response: keptResponse(request, target, page) };
    const explained = request.mode === "navigate" ? await offlinePage() : undefined;
    if (!explained) throw error;
    return { response: explained };
  }
}

/**
 * A new page starts an update, so that readers who only open pages get a current copy too. It does not if the browser is set to
 * save data.
 */
function isNewPage({ mode }: Request): boolean {
  const { connection } = self.navigator as { connection?: { saveData?: boolean } };
  return mode === "navigate" && connection?.saveData !== true;
}

/** @throws Error if the host takes too long and the copy has the page */
function inTime(response: Promise<Response>, kept: () => Promise<CachedPage | undefined>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const giveUp = (page: CachedPage | undefined) => page?.found && reject(new Error("the host takes too long"));
    const timer = setTimeout(() => void kept().then(giveUp, reject), HOST_TIMEOUT_MS);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function keepVisited(target: string, response: Response): Promise<void> {
  const [id, asOf] = ["x-snapshot", "x-as-of"].map((name) => response.headers.get(name));
  if (!isFileOf(target, response)) return;
  const read = async () => new Uint8Array(await response.arrayBuffer());
  await host.keepVisited(fileOf(target), read, id && asOf ? { id, as_of: asOf } : undefined);
}

/** Whether a response can be the file of the tree at an address. A network that wants a login redirects, or sends its own page. */
function isFileOf(target: string, { status, redirected, headers }: Response): boolean {
  const isPage = headers.get("content-type")?.startsWith("text/html") === true;
  return status === 200 && !redirected && (!isPage || fileOf(target).endsWith(".html"));
}

/** The file of the tree for an address. */
function fileOf(target: string): string {
  const path = target.slice(1).replace(/[?#][^]*/, "");
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** The same response as from the host; 503 with an explanatory page if the copy does not have the requested page. */
function keptResponse({ method }: Request, target: string, { bytes, asOf, found }: CachedPage): Response {
  const headers = { [COPY_AS_OF]: asOf, "cache-control": "no-store" };
  const shown = found ? bytes : new TextEncoder().encode(atAnyAddress(new TextDecoder().decode(bytes)));
  return fileResponse(fileOf(target), method === "HEAD" ? null : shown, headers, found ? 200 : 503);
}

/** The page for what is not kept is shown at any address, so that its own addresses must not be relative to it. */
function atAnyAddress(page: string): string {
  return page.replace(/="(?:\.\.\/)+/g, () => `="${scope.pathname}`);
}

function fileResponse(file: string, bytes: Uint8Array | null, headers: Record<string, string>, status = 200): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer> | null, { status, headers: { "content-type": contentType(file), ...headers } });
}

function responseOf({ status, headers, body }: BodyReply): Response {
  const { location } = headers;
  const placed = location === undefined ? headers : { ...headers, location: scope.pathname + location.slice(1) };
  return new Response(body.length === 0 ? null : (body as Uint8Array<ArrayBuffer>), { status, headers: placed });
}

self.addEventListener("message", (event) => {
  const port = event.ports[0];
  const task = taskOf(event.data as Message | null);
  if (!task) return;
  const answer = task.then((tree) => {
    if (!tree && !isOnDemand) throw new Error("there is no copy yet");
    const snapshot = tree && { id: tree.record.id, as_of: tree.record.as_of };
    port?.postMessage({ ok: true, ...(snapshot && { snapshot }) });
  });
  event.waitUntil(answer.catch((error: unknown) => port?.postMessage({ ok: false, error: String(error) })));
});

interface Message {
  type?: unknown;
  language?: unknown;
}

function taskOf(message: Message | null): Promise<CachedTree | undefined> | undefined {
  switch (message?.type) {
    case "update":
      return host.update();
    case "keep-everything":
      return host.keepEverything();
    case "set-language":
      return setLanguage(String(message.language));
    default:
      return undefined;
  }
}

async function setLanguage(language: string): Promise<CachedTree | undefined> {
  const tree = await host.setLanguage(language);
  if (isOnDemand) await storeOfflinePage(language);
  return tree;
}

/** The cache of the page that a worker without a copy shows if the host is unreachable. */
const OFFLINE_CACHE = `quaketree ${scope.href} offline`;
const OFFLINE_PAGE = `${scope.href}offline/`;

/**
 * Stores that page. Without it the browser shows its own error, so a failure does not matter. The list of what the copy contains
 * is removed, because there is none.
 *
 * @param language default: that of the stored page, which is stored again
 */
async function storeOfflinePage(language?: string): Promise<void> {
  try {
    const cache = await caches.open(OFFLINE_CACHE);
    const stored = (await cache.match(OFFLINE_PAGE))?.headers.get("content-language");
    if (language !== undefined && language === stored) return;
    const tag = language ?? stored ?? "en";
    const response = await fetch(tag === "en" ? OFFLINE_PAGE : `${scope.href}${encodeURIComponent(tag)}/offline/`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!isFileOf("/offline/", response) || !isOfTree("offline/index.html", bytes)) return;
    const [before = "", kept = ""] = new TextDecoder().decode(bytes).split('<section id="kept">');
    const page = before + kept.split("</section>").slice(1).join("</section>");
    await cache.put(OFFLINE_PAGE, new Response(page, { headers: { "content-language": tag } }));
  } catch {
    // See above.
  }
}

async function offlinePage(): Promise<Response | undefined> {
  const stored = await (await caches.open(OFFLINE_CACHE)).match(OFFLINE_PAGE);
  if (!stored) return undefined;
  const headers = { "content-type": contentType("index.html"), "cache-control": "no-store" };
  return new Response(atAnyAddress(await stored.text()), { status: 503, headers });
}

/**
 * A store in the browser's Cache Storage. Its names are addresses below a path that no file of a tree has.
 *
 * @param scope address of the folder of the tree, with a closing slash
 */
function cacheStore(caches: CacheStorage, scope: string): ByteStore {
  const opened = caches.open(`quaketree ${scope}`);
  const prefix = `${scope}.kept/`;
  return {
    async get(name) {
      const response = await (await opened).match(prefix + name);
      return response && new Uint8Array(await response.arrayBuffer());
    },
    async put(name, bytes) {
      await (await opened).put(prefix + name, new Response(bytes as Uint8Array<ArrayBuffer>));
    },
    async names() {
      return (await (await opened).keys()).map(({ url }) => url.slice(prefix.length));
    },
    async remove(name) {
      await (await opened).delete(prefix + name);
    },
  };
}
