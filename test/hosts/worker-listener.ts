import type { RequestListener } from "node:http";
import type { Assets } from "../../build/hosts/worker/asset-tree.ts";
import { createWorker } from "../../build/hosts/worker/worker.ts";
import { readInside } from "../../build/tree/read.ts";

/** The files of a folder as the platform gives them to a Worker. @param more files besides, by path */
export function assetsIn(dir: string, more: Readonly<Record<string, string>> = {}): Assets {
  return {
    async fetch({ url }) {
      const path = new URL(url).pathname.slice(1);
      const bytes = more[path] ?? (await readInside(dir, path));
      return new Response(bytes === undefined ? null : Uint8Array.from(Buffer.from(bytes)), { status: bytes === undefined ? 404 : 200 });
    },
  };
}

/** A Worker behind a server, so that it is asked as the other hosts are. */
export function workerListener(assets: Assets, now: () => number = Date.now): RequestListener {
  const worker = createWorker(now, () => {});
  return (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const asked = new Request(`https://quakes.example${request.url}`, { method: request.method ?? "GET", headers });
    void worker.fetch(asked, { ASSETS: assets }).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  };
}
