import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { publishHeaders } from "../../build/commands/publish-headers.ts";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { edgeFunction } from "../../build/hosts/static/edge-function.ts";
import { workerRoutes } from "../../build/hosts/worker/deployment.ts";
import type { Cache } from "../../build/tree/publish-send.ts";
import { type Asked, representative } from "./callers.ts";
import { type Lifetime, lifetimeOf } from "./edge-cache.ts";
import { compressedBytes } from "./follower.ts";

/** A published tree behind CloudFront, and what of it a Worker's routes take. */
export interface Site {
  find: (asked: Asked) => SiteFile;
  reachesWorker: (target: string) => boolean;
}

interface SiteFile {
  /** Whether the function answers by itself, without cache or origin. */
  refused: boolean;
  key: string;
  lifetime: Lifetime;
  bytes: number;
}

interface Handled {
  uri?: string;
  statusCode?: number;
  body?: { data: string };
}

/** Reads a tree as it is published, with the function that `quaketree host cloudfront` prints for it. */
export async function openSite(dir: string): Promise<Site> {
  const tree = await loadTree(dir);
  const handle = loadFunction(await edgeFunction(tree, "cloudfront"));
  const routes = workerRoutes().map((route) => route.replace("/*", "/"));
  const found = new Map<string, SiteFile>();

  function look(target: string): SiteFile {
    const { uri = "", statusCode, body } = handle(target);
    const none = { fresh: 0, stale: 0 };
    if (statusCode !== undefined)
      return { refused: true, key: "", lifetime: none, bytes: Buffer.byteLength(body?.data ?? "") };
    const path = decodeURIComponent(uri.slice(1));
    const entry = tree.files.get(path);
    const cache: Cache =
      entry?.cache ?? (path.startsWith("deltas/") || path.startsWith("pins/") ? "immutable" : "minute");
    const { cacheControl } = publishHeaders(path, cache);
    return { refused: false, key: uri, lifetime: lifetimeOf(cacheControl), bytes: sizeOf(join(dir, path)) };
  }

  return {
    find({ kind, target, key }) {
      const like = representative({ kind, target, key });
      const known = found.get(like) ?? look(like);
      found.set(like, known);
      return key === target ? known : { ...known, key };
    },
    reachesWorker(target) {
      const path = target.replace(/\?.*/, "");
      return routes.some((route) => path === route || (route.endsWith("/") && path.startsWith(route)));
    },
  };
}

/** As the edge would send it; 0 where there is no such file. */
function sizeOf(file: string): number {
  if (existsSync(`${file}.br`)) return readFileSync(`${file}.br`).length;
  return existsSync(file) ? compressedBytes(readFileSync(file)) : 0;
}

/** The function, in a realm of its own. */
function loadFunction(code: string): (target: string) => Handled {
  const realm = createContext({});
  new Script(
    `"use strict";${code};globalThis.run = (given) => JSON.stringify(handler(JSON.parse(given)));`,
  ).runInContext(realm);
  const run = realm["run"] as (given: string) => string;
  return (target) => {
    const [uri = "", query = ""] = target.split("?");
    const given = [...new URLSearchParams(query)].map(([name, value]) => [name, { value: encodeURIComponent(value) }]);
    const request = { method: "GET", uri, querystring: Object.fromEntries(given) as object, headers: {}, cookies: {} };
    return JSON.parse(run(JSON.stringify({ context: { eventType: "viewer-request" }, request }))) as Handled;
  };
}
