import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { methodNotAllowed } from "../../rewrite/problems.ts";
import { boundConnections, type ConnectionLimits } from "./bounded-connections.ts";
import { createNodeHandler, type NodeHandlerOptions } from "./node.ts";
import { lastResponse, parseRefusal, withoutHost } from "./refusals.ts";
import { sendBody } from "./send.ts";

/** How long clients may keep a server waiting, ms. */
export interface TimeLimits {
  /** From the start of a connection or request to the end of its headers. */
  headers: number;
  /** From the start of a request to the end of its body. */
  request: number;
  /** From a response to the next request. */
  keepAlive: number;
  /** Without a byte received or sent. */
  silence: number;
  /** How often `headers` and `request` are checked. */
  check: number;
}

export interface TreeServerOptions extends NodeHandlerOptions {
  limits?: ConnectionLimits;
  times?: TimeLimits;
}

const LIMITS: ConnectionLimits = { connections: 512, pipelined: 4, unsentBytes: 8_000_000 };
const TIMES: TimeLimits = { headers: 10_000, request: 30_000, keepAlive: 10_000, silence: 20_000, check: 2_000 };

/**
 * A server for a tree. It closes connections of slow, silent and malicious clients, and answers requests that cannot be
 * parsed with a problem document.
 *
 * @param dir folder of the tree
 */
export async function createTreeServer(dir: string, options: TreeServerOptions = {}): Promise<Server> {
  const { limits = LIMITS, times = TIMES } = options;
  const server = createServer({
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    connectionsCheckingInterval: times.check,
    // Node would answer with an empty body.
    requireHostHeader: false,
  });
  server.timeout = times.silence;
  const { endWith } = boundConnections(server, requiringHost(await createNodeHandler(dir, options)), limits);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // The client has gone, or has sent nothing.
    if (error.code === "ECONNRESET" || socket.bytesRead === 0) socket.destroy();
    else endWith(socket, lastResponse(parseRefusal(error.code), new Date()));
  });
  server.on("connect", (_, socket: Socket) => {
    // From here on `node:http` does not handle the socket.
    socket.on("error", () => socket.destroy());
    socket.setTimeout(times.silence, () => socket.destroy());
    endWith(socket, lastResponse(methodNotAllowed(undefined, "CONNECT"), new Date()));
    socket.resume();
  });
  return server;
}

function requiringHost(handler: RequestListener): RequestListener {
  return (request, response) => {
    if (request.httpVersion !== "1.1" || request.headers.host !== undefined) handler(request, response);
    else sendBody(request, response, withoutHost());
  };
}
