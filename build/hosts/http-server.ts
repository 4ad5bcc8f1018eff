import { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import httpServer from "http-server";
import { createNodeHandler, type NodeHandlerOptions } from "./node.ts";

/** What http-server hands to `before`: streams of its own around the request and response of `node:http`. */
interface Wrapped {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * A server for a tree: http-server listens and our handler, first in its `before` chain, answers every request.
 * Nothing is left to http-server's own file serving, whose answers differ from the API's contract: no `Vary` beside its
 * compressed files, ETags made of the inode, 405 without `Allow`, 500 for `/%00`, links that lead out of the folder
 * followed, dotfiles shown.
 *
 * @param dir folder of the tree
 */
export async function createTreeServer(dir: string, options: NodeHandlerOptions = {}): Promise<Server> {
  const handler = await createNodeHandler(dir, options);
  const before = (request: unknown, response: unknown) => {
    answer(handler, { request: (request as Wrapped).request, response: (response as Wrapped).response }, request);
  };
  // showDir and autoIndex count as on unless they are the string "false".
  const shell = httpServer.createServer({ root: dir, showDir: "false", autoIndex: "false", before: [before] });
  const { server } = shell as unknown as { server: Server };
  guard(server, handler);
  return server;
}

function answer(handler: RequestListener, { request, response }: Wrapped, stream: unknown): void {
  // It would keep the body of a request, of any size, in memory; nobody reads it.
  request.unpipe(stream as NodeJS.WritableStream);
  request.resume();
  response.removeHeader("accept-ranges");
  handler(request, response);
}

/** http-server parses the target before it calls us, throws for some, and nobody else would catch that. */
function guard(server: Server, handler: RequestListener): void {
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    shadowDeprecated(response);
    try {
      for (const listener of listeners) listener(request, response);
    } catch {
      request.unpipe();
      request.resume();
      response.removeHeader("accept-ranges");
      handler(request, response);
    }
  });
}

/**
 * http-server writes `_headers` and `_headerNames` of every response, which Node announces as deprecated (DEP0066). As
 * properties of the response itself they are nothing but what they were meant to be: a place to write to.
 */
function shadowDeprecated(response: ServerResponse): void {
  for (const name of ["_headers", "_headerNames"]) {
    Object.defineProperty(response, name, { value: {}, writable: true, configurable: true });
  }
}
