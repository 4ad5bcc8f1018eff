import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { problem } from "../../contract/wire/problem-types.ts";
import { type BodyReply, methodNotAllowed } from "../../rewrite/reply.ts";
import { hostProblem } from "../handle.ts";
import { boundConnections, type ConnectionLimits } from "./bounded-connections.ts";
import { createNodeHandler, type NodeHandlerOptions } from "./node.ts";
import { allowHalfOpen } from "./request.ts";
import { sendOwn } from "./send.ts";

/** Longest times for which a server waits for clients, ms. */
export interface TimeLimits {
  /** From the start of a connection or request to the end of its headers. */
  headers: number;
  /** From the start of a request to the end of its body. */
  request: number;
  /** From a response to the next request. */
  keepAlive: number;
  /** Without a received or sent byte. The system buffers megabytes for a slow client, and reports nothing until a part is sent. */
  silence: number;
  /** How often `headers` and `request` are checked, and how fast clients take their responses. */
  check: number;
}

interface TreeServerOptions extends NodeHandlerOptions {
  limits?: ConnectionLimits;
  /** Number of processes that serve the tree together. Each has its part of the memory for answers. Default: 1. */
  processes?: number;
  times?: TimeLimits;
  /** Wraps the handler of requests; for example `observed`. */
  around?: (handler: RequestListener) => RequestListener;
}

const LIMITS: ConnectionLimits = {
  connections: 512,
  pipelined: 4,
  unsentBytes: 100_000_000,
  // 4 KB/s, far below any connection that a person uses.
  slowest: { bytes: 240_000, period: 60_000 },
};
/** No process has a smaller part of `unsentBytes`: several times the largest answer that is sent from memory. */
const LEAST_UNSENT = 25_000_000;
const TIMES: TimeLimits = { headers: 10_000, request: 30_000, keepAlive: 10_000, silence: 60_000, check: 2_000 };

/**
 * A server for a tree. It closes connections of slow, silent and malicious clients. It answers requests that cannot be parsed with
 * a problem document.
 *
 * @param dir folder of the tree
 */
export async function createTreeServer(dir: string, options: TreeServerOptions = {}): Promise<Server> {
  const { processes = 1, times = TIMES, around = (handler) => handler } = options;
  const limits = options.limits ?? { ...LIMITS, unsentBytes: Math.max(LIMITS.unsentBytes / processes, LEAST_UNSENT) };
  const server = createServer({
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    connectionsCheckingInterval: times.check,
    // Node itself would answer with an empty body.
    requireHostHeader: false,
  });
  server.timeout = times.silence;
  allowHalfOpen(server);
  const closed = new AbortController();
  server.once("close", () => closed.abort());
  const handler = around(requiringHost(await createNodeHandler(dir, { ...options, until: closed.signal })));
  const { dropSlow, endWith } = boundConnections(server, handler, limits);
  const checking = setInterval(dropSlow, times.check).unref();
  server.once("close", () => clearInterval(checking));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // The client has disconnected, or has sent nothing.
    if (error.code === "ECONNRESET" || socket.bytesRead === 0) socket.destroy();
    else endWith(socket, lastResponse(parseRefusal(error.code), new Date()));
  });
  server.on("connect", (_, socket: Socket) => {
    // `node:http` no longer handles errors of the socket after this event.
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
    else sendOwn(request, response, withoutHost());
  };
}

/** 400 for an HTTP/1.1 request without a Host header (RFC 9112, section 3.2). */
function withoutHost(): BodyReply {
  return hostProblem(problem("malformed-request", "The request has no Host header, which HTTP/1.1 requires."));
}

/** The reply to a request that could not be parsed. @param code error code of `node:http` */
function parseRefusal(code: string | undefined): BodyReply {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return hostProblem(problem("headers-too-large", "The request line and the headers are longer than 16 KB together."));
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return hostProblem(problem("request-timeout", "The request did not arrive completely in time."));
    default:
      return hostProblem(problem("malformed-request", "The request does not follow the syntax of HTTP/1.1 (RFC 9112)."));
  }
}

/** A reply as the bytes of the last response, for a connection for which `node:http` has no response object. */
function lastResponse({ status, headers, body }: BodyReply, date: Date): Uint8Array {
  const all = { date: date.toUTCString(), connection: "close", ...headers, "content-length": String(body.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head, "latin1"), body]);
}
