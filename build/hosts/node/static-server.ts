import { createServer, type RequestListener, type Server } from "node:http";
// Its other half, around this, uses what Node 24 has no more.
import createMiddleware from "http-server/lib/core/index.js";

/** How long a client may neither send nor take a byte, in ms. */
const SILENCE = 20_000;

/** No file of a tree has such a path. http-server would answer with a stack, or redirect `//docs` to a host of that name. */
const UNUSABLE = /^\/\/|%00|\\|%5c|[^/]{256}/i;

/**
 * A server for the files of a folder, as a plain static host serves them: a path is a file, a folder is its `index.html`, a query
 * means nothing, and everything else is an error. It lists no folders and knows nothing of the API. Other sites may read it.
 *
 * @param dir looked at for each request: a folder that takes its place is served from then on
 * @param around goes around the handler of requests
 */
export function createStaticServer(
  dir: string,
  around: (handler: RequestListener) => RequestListener = (handler) => handler,
): Server {
  const sendFile = createMiddleware({ root: dir, showDir: false, cache: 0, cors: true, gzip: false });
  const handler: RequestListener = (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    if (UNUSABLE.test(path)) response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
    else sendFile(request, response);
  };
  const server = createServer(around(handler));
  server.timeout = SILENCE;
  return server;
}
