import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Limits of a server, for each client and for all clients together. */
export interface ConnectionLimits {
  /** Open connections. */
  connections: number;
  /** Pipelined requests of one connection: in progress or queued. */
  pipelined: number;
  /**
   * Response bytes in memory that clients have not received yet. Beyond it, clients that have read nothing for `patience` lose their
   * connections, and beyond twice as much the one that has read nothing for the longest time.
   */
  unsentBytes: number;
  /** ms. */
  patience: number;
}

interface BoundedConnections {
  /**
   * Sends the bytes as the last response of a connection, after the pending responses, and closes it. Sends nothing if the
   * connection ends within the body of a request, because that request already has a response.
   */
  endWith: (socket: Socket, bytes: Uint8Array) => void;
}

interface Connection {
  socket: Socket;
  /** In order of arrival. The first one is in progress. */
  exchanges: { request: IncomingMessage; response: ServerResponse }[];
  unsent: number;
  /** Of the last activity, ms. */
  activeAt: number;
  /** The most recent request. */
  latest: IncomingMessage | undefined;
  last: Uint8Array | undefined;
}

const NOTHING = new Uint8Array(0);

/** Bytes assumed for a response in progress: files and streams are sent in chunks of about this size. */
const IN_PROGRESS = 65_536;

/** Bytes in memory of responses in progress. */
const held = new WeakMap<ServerResponse, number>();

/** Says that a response in progress has its whole body in memory. */
export function noteHeld(response: ServerResponse, bytes: number): void {
  held.set(response, bytes);
}

/**
 * Passes the requests of a server to a handler, one at a time for each connection, within limits. Beyond the limit of connections,
 * it closes the connection that has been idle for the longest time. It closes a connection with too many
 * pipelined requests. A new connection, a request, a finished response, and a sent chunk of a file count as activity.
 */
export function boundConnections(
  server: Server,
  handler: RequestListener,
  { connections: most, pipelined, unsentBytes, patience }: ConnectionLimits,
  now: () => number = () => performance.now(),
): BoundedConnections {
  /** Sorted by the last activity, oldest first: a Map keeps the order of insertion. */
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
    connection.activeAt = now();
    if (open.delete(connection.socket)) open.set(connection.socket, connection);
  }

  function countUnsent(connection: Connection, bytes: number): void {
    if (!open.has(connection.socket)) return;
    unsent += bytes - connection.unsent;
    connection.unsent = bytes;
    for (const other of open.values()) {
      const isPatient = unsent <= 2 * unsentBytes && now() - other.activeAt < patience;
      if (unsent <= unsentBytes || isPatient) return;
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
    countUnsent(connection, response.writableEnded ? response.writableLength : (held.get(response) ?? IN_PROGRESS));
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
    const connection: Connection = { socket, exchanges: [], unsent: 0, activeAt: now(), latest: undefined, last: undefined };
    open.set(socket, connection);
    stopParsingWhenClosed(socket);
    socket.once("close", () => forget(connection));
    const [oldest] = open.values();
    if (open.size > most && oldest) drop(oldest);
  });

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = open.get(request.socket);
    // The connection has been closed since the request arrived.
    if (!connection) return;
    if (connection.exchanges.length >= pipelined) return drop(connection);
    markActive(connection);
    connection.latest = request;
    connection.exchanges.push({ request, response });
    if (connection.exchanges.length === 1) answerNext(connection);
  }

  // RFC 9110, section 10.1.1: a final response may be sent without a 100, and an unknown expectation may be ignored.
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, receive);

  return {
    endWith(socket, bytes) {
      const connection = open.get(socket);
      if (!connection || !socket.writable) return void socket.destroy();
      // A request with a truncated body already has its response. A second one would look like the response to the next request.
      const last = connection.latest?.complete === false ? NOTHING : bytes;
      if (connection.exchanges.length > 0) connection.last ??= last;
      else socket.end(last);
    },
  };
}

/** The parser of `node:http` for a connection. It is not documented. */
interface Parser {
  /** Called for each head. The return value controls how the parser continues. */
  onIncoming?: ((request: IncomingMessage, keepAlive: boolean) => number) | null;
}

/** Return value of `onIncoming`: another protocol follows, so the parser does not touch the rest. */
const LEAVE_THE_REST = 2;

/**
 * When the connection is closed, makes the parser ignore the bytes that it has read but not parsed. Otherwise it would make objects
 * for all requests in its 64 KB, and an error for each, which takes 20 ms.
 */
function stopParsingWhenClosed(socket: Socket & { parser?: Parser | null }): void {
  const { parser } = socket;
  const onIncoming = parser?.onIncoming;
  if (!parser || !onIncoming) return;
  parser.onIncoming = (request, keepAlive) => {
    const how = onIncoming(request, keepAlive);
    return socket.destroyed ? LEAVE_THE_REST : how;
  };
}
