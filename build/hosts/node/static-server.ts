import { realpathSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { join, relative, sep } from "node:path";
// Only this half of http-server is used: the other half requires functions that Node 24 has removed.
import createMiddleware from "http-server/lib/core/index.js";
import { allowHalfOpen } from "./request.ts";

/** Longest time in which a client neither sends nor receives a byte, ms. */
const SILENCE = 20_000;

/** No file of a tree has such a path. http-server would answer with a stack trace, or redirect `//docs` to a host of that name. */
const UNUSABLE = /^\/\/|%00|\\|%5c|[^/]{256}/i;

/**
 * A server for the files of a folder that behaves like a plain static host: a path is a file, a folder is its `index.html`, queries
 * are ignored, and everything else is an error. It does not list folders and does not know the API. Other origins may read its
 * files.
 *
 * @param dir read again for each request, so a folder that replaces it is served immediately
 * @param around wraps the handler of requests
 */
export function createStaticServer(dir: string, around: (handler: RequestListener) => RequestListener = (handler) => handler): Server {
  const sendFile = createMiddleware({ root: dir, showDir: false, cache: 0, cors: true, gzip: false });
  const handler: RequestListener = (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    if (UNUSABLE.test(path) || leadsOut(dir, path)) response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
    else sendFile(request, response);
  };
  const server = createServer(around(handler));
  server.timeout = SILENCE;
  allowHalfOpen(server);
  return server;
}

/** Whether the file of a path is outside the folder, by way of a symbolic link. */
function leadsOut(dir: string, path: string): boolean {
  try {
    const way = relative(realpathSync(dir), realpathSync(join(dir, decodeURIComponent(path))));
    return way === ".." || way.startsWith(`..${sep}`);
  } catch {
    // Missing files and malformed paths get the answers of http-server.
    return false;
  }
}
