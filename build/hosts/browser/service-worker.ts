import type { BodyReply } from "../../rewrite/respond.ts";
import { contentType } from "../content-type.ts";
import { cacheStore } from "./cache-store.ts";
import { fileReader } from "./fetch-file.ts";
import type { KeptTree } from "./kept-tree.ts";
import { createOfflineHost } from "./offline-host.ts";
import { type Digest, platformDigest } from "./tree-index.ts";

/**
 * Lets a plain static host, or no network at all, answer the whole API. It keeps a copy of the tree, which pages may talk to
 * it about: `navigator.serviceWorker.controller.postMessage({ type: "keep-everything" }, [port])`, where the type is
 * `update` (take up what the host has now) or `keep-everything` (from now on the details of all events too). The port gets
 * `{ ok: true, snapshot: { id, as_of } }` or `{ ok: false, error }`.
 */
declare const self: ServiceWorkerGlobalScope;

const RECHECK_AFTER = 60_000;

const scope = new URL("./", self.location.href);
const host = createOfflineHost({
  read: fileReader(scope.href, (url, init) => fetch(url, init)),
  store: cacheStore(caches, scope.href),
  // A service worker is always where there is one.
  digest: platformDigest() as Digest,
  recheckAfter: RECHECK_AFTER,
  now: () => performance.now(),
});

self.addEventListener("install", (event) => {
  event.waitUntil(host.update().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const target = url.pathname.slice(scope.pathname.length - 1) + url.search;
  const answered = answer(event.request, target);
  event.respondWith(answered.then(({ response }) => response));
  event.waitUntil(answered.then(({ background }) => background));
});

async function answer(
  request: Request,
  target: string,
): Promise<{ response: Response; background?: Promise<unknown> }> {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const { reply, background } = await host.respond({ method: request.method, target, header });
  if (reply) return { response: responseOf(reply, request.method), background };
  return { response: await fromNetwork(request, target) };
}

/** Pages and files: from the host, which knows them best, and from the copy where it is away. */
async function fromNetwork(request: Request, target: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const path = target.slice(1).replace(/[?#].*$/, "");
    const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    const kept = request.method === "GET" ? await host.page(file) : undefined;
    if (!kept) throw error;
    return new Response(kept as Uint8Array<ArrayBuffer>, { headers: { "content-type": contentType(file) } });
  }
}

function responseOf({ status, headers, body }: BodyReply, method: string): Response {
  const { location } = headers;
  const placed = location === undefined ? headers : { ...headers, location: scope.pathname + location.slice(1) };
  const none = method === "HEAD" || status === 204 || status === 304;
  const length: Record<string, string> =
    status === 204 || status === 304 ? {} : { "content-length": String(body.length) };
  return new Response(none ? null : (body as Uint8Array<ArrayBuffer>), { status, headers: { ...placed, ...length } });
}

self.addEventListener("message", (event) => {
  const port = event.ports[0];
  const task = taskOf((event.data as { type?: unknown } | null)?.type);
  if (!task) return;
  const told = task.then(
    ({ record: { id, as_of: asOf } }) => port?.postMessage({ ok: true, snapshot: { id, as_of: asOf } }),
    (error: unknown) => port?.postMessage({ ok: false, error: String(error) }),
  );
  event.waitUntil(told);
});

function taskOf(type: unknown): Promise<KeptTree> | undefined {
  if (type === "update") return host.update();
  return type === "keep-everything" ? host.keepEverything() : undefined;
}
