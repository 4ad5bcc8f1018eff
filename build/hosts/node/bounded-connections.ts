import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What the clients of one server may take, all of them together and each of them. */
export interface ConnectionLimits {
  /** Open connections. */
  connections: number;
  /** Requests of one connection that are being answered or wait for those before them. */
  pipelined: number;
  /** Bytes of responses that the clients of all connections have not taken yet. */
  unsentBytes: number;
}

export interface BoundedConnections {
  /**
   * Sends the bytes as the last response of a connection, after those that are under way, and closes it. Without them where the
   * connection ends within the body of a request, which has a response already.
   */
  endWith: (socket: Socket, bytes: Uint8Array) => void;
}

interface Connection {
  socket: Socket;
  /** In the order in which they came; the first is being answered. */
  exchanges: { request: IncomingMessage; response: ServerResponse }[];
  unsent: number;
  /** The request that came last. */
  latest: IncomingMessage | undefined;
  last: Uint8Array | undefined;
}

const NOTHING = new Uint8Array(0);

/** What a response that is still being made counts as, in bytes: files are streamed in parts of this size. */
const IN_PROGRESS = 65_536;

/**
 * Hands the requests of a server to a handler, one at a time for each connection, within limits. Beyond the limit of
 * connections or of unsent bytes, the connection without activity for the longest time is closed; a client that pipelines too
 * many requests loses its connection. Activity is a new connection, a request, a finished response, or a part of a file taken.
 */
export function boundConnections(
  server: Server,
  handler: RequestListener,
  { connections: most, pipelined, unsentBytes }: ConnectionLimits,
): BoundedConnections {
  /** The order of the map is that of the last activity, the oldest first. */
  const open = new Map<Socket, Connection>();
  let unsent = 0;

  function forget(connection: Connection): void {
    if (open.delete(connection.socket)) unsent -= connection.unsent;
  }

  function drop(connection: Connection): void {
    forget(connection);
    connection.socket.destroy();
  }

  function markActive(connection: Connection): void {
    if (open.delete(connection.socket)) open.set(connection.socket, connection);
  }

  function countUnsent(connection: Connection, bytes: number): void {
    if (!open.has(connection.socket)) return;
    unsent += bytes - connection.unsent;
    connection.unsent = bytes;
    for (const other of open.values()) {
      if (unsent <= unsentBytes) return;
      if (other.unsent > 0) drop(other);
    }
  }

  function answerNext(connection: Connection): void {
    const [exchange] = connection.exchanges;
    if (!exchange) return;
    const { request, response } = exchange;
    response.once("close", () => endExchange(connection));
    handler(request, response);
    if (!response.writableEnded) {
      response.on("drain", () => markActive(connection));
      response.once("prefinish", () => countUnsent(connection, response.writableLength));
    }
    countUnsent(connection, response.writableEnded ? response.writableLength : IN_PROGRESS);
  }

  function endExchange(connection: Connection): void {
    if (!open.has(connection.socket)) return;
    connection.exchanges.shift();
    countUnsent(connection, 0);
    markActive(connection);
    if (connection.exchanges.length > 0) answerNext(connection);
    else if (connection.last) connection.socket.end(connection.last);
  }

  server.on("connection", (socket: Socket) => {
    const connection: Connection = { socket, exchanges: [], unsent: 0, latest: undefined, last: undefined };
    open.set(socket, connection);
    socket.once("close", () => forget(connection));
    const [oldest] = open.values();
    if (open.size > most && oldest) drop(oldest);
  });

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = open.get(request.socket);
    // The parser hands over what it has already read, even if the connection is closed by now.
    if (!connection) return;
    if (connection.exchanges.length >= pipelined) return drop(connection);
    markActive(connection);
    connection.latest = request;
    connection.exchanges.push({ request, response });
    if (connection.exchanges.length === 1) answerNext(connection);
  }

  // RFC 9110, section 10.1.1: a final response is right without a 100 before it, and an unknown expectation may be ignored.
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, receive);

  return {
    endWith(socket, bytes) {
      const connection = open.get(socket);
      if (!connection || !socket.writable) return void socket.destroy();
      // A request whose body is cut short has its own response: another would look like that of the next request.
      const last = connection.latest?.complete === false ? NOTHING : bytes;
      if (connection.exchanges.length > 0) connection.last ??= last;
      else socket.end(last);
    },
  };
}
