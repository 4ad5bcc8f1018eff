import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { contentType } from "../../../build/hosts/media-types.ts";

/** A static host that is a map, so that a test can change any file between two requests. */
export interface MemoryHost {
  files: Map<string, Uint8Array>;
  /** Paths that were asked for, in order, with the cache mode. */
  asked: string[];
  /** Whether it can be reached. */
  up: boolean;
  /** Called before each answer. */
  before: (path: string) => void;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

export const BASE = "https://quakes.example/folder/";

export function memoryHost(files: Map<string, Uint8Array>): MemoryHost {
  const host: MemoryHost = {
    files,
    asked: [],
    up: true,
    before: () => {},
    async fetch(url, init = {}) {
      init.signal?.throwIfAborted();
      if (!host.up) throw new TypeError("fetch failed");
      if (!url.startsWith(BASE)) throw new Error(`asked outside of the tree: ${url}`);
      const path = url.slice(BASE.length);
      host.before(path);
      host.asked.push(`${path} ${(init as { cache?: string }).cache}`);
      const bytes = host.files.get(path);
      if (!bytes) return new Response("<h1>Not found</h1>", { status: 404, headers: { "content-type": "text/html" } });
      return new Response(Uint8Array.from(bytes), { headers: { "content-type": contentType(path) } });
    },
  };
  return host;
}

/** All files of a folder, by path. */
export function filesIn(dir: string): Map<string, Uint8Array> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(dir, path), readFileSync(path)]));
}

export function json(bytes: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
