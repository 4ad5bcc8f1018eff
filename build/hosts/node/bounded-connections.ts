import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientOf } from "./request.ts";

/** Limits of a server, for each connection and client, and for all of them together. */
export interface ConnectionLimits {
  /** Open connections. */
  connections: number;
  /** Pipelined requests of one connection: in progress or queued. */
  pipelined: number;
  /**
   * Response bytes in memory that clients have not received yet. Beyond it, the client with the most of them loses the connection that
   * has read nothing for the longest time, so that no client suffers that has less than its even share.
   */
  unsentBytes: number;
  /** While bytes wait for a client, it takes as many `bytes` in each `period`, ms, or its connection is closed. */
  slowest: { bytes: number; period: number };
}

interface BoundedConnections {
  /** Closes the connections of clients that take their responses too slowly. To be called every few seconds. */
  dropSlow: () => void;
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
  /** Whose requests they are. */
  client: string;
  unsent: number;
  /** Bytes that the client had taken when it was looked at, and when that was, ms. */
  taken: number;
  takenAt: number;
  /** The most recent request. */
  latest: IncomingMessage | undefined;
  last: Uint8Array | undefined;
}

const NOTHING = new Uint8Array(0);

/** Larger bodies are sent in pieces of this size, so that it is seen whether a client reads. Bytes. */
export const PIECE = 262_144;

/** Bytes assumed for a response in progress: files and streams are sent in chunks of about this size. */
const IN_PROGRESS = 65_536;

/** Whether a response may begin that has its whole body in memory, by the size of the body. */
const admissions = new WeakMap<ServerResponse, (bytes: number) => boolean>();

/** Counts a body that stays in memory until it is sent. Returns false if its client has too much waiting already. */
export function admits(response: ServerResponse, bytes: number): boolean {
  return admissions.get(response)?.(bytes) ?? true;
}

/** Of the client with the most unsent bytes, the connection that comes first. @param more bytes that a client is to get besides */
export function offenderOf<Holder extends Pick<Connection, "client" | "unsent">>(
  connections: Iterable<Holder>,
  more?: { client: string; bytes: number },
): Holder | undefined {
  const first = new Map<string, Holder>();
  const unsent = new Map<string, number>(more && [[more.client, more.bytes]]);
  for (const connection of connections) {
    if (connection.unsent === 0) continue;
    const { client } = connection;
    if (!first.has(client)) first.set(client, connection);
    unsent.set(client, (unsent.get(client) ?? 0) + connection.unsent);
  }
  const [heaviest] = [...unsent].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0]);
  return first.get(heaviest);
}

/**
 * Passes the requests of a server to a handler, one at a time for each connection, within limits. Beyond the limit of connections,
 * it closes the connection that has been idle for the longest time. It closes a connection with too many
 * pipelined requests. A new connection, a request, a finished response, and a sent chunk of a file count as activity.
 *
 * @param now reads a monotonic clock, ms
 */
export function boundConnections(
  server: Server,
  handler: RequestListener,
  { connections: most, pipelined, unsentBytes, slowest }: ConnectionLimits,
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
    if (open.delete(connection.socket)) open.set(connection.socket, connection);
  }

  const isOver = (more: number) => unsent + more > unsentBytes;

  function countUnsent(connection: Connection, bytes: number): void {
    if (!open.has(connection.socket)) return;
    unsent += bytes - connection.unsent;
    connection.unsent = bytes;
    while (isOver(0)) drop(offenderOf(open.values()) as Connection);
  }

  /** Others are closed for a large body, but not those of its own client: these were there first. */
  function admit(connection: Connection, bytes: number): boolean {
    const { client } = connection;
    while (open.has(connection.socket) && isOver(bytes)) {
      const offender = offenderOf(open.values(), { client, bytes });
      if (!offender || offender.client === client) return false;
      drop(offender);
    }
    countUnsent(connection, bytes);
    return true;
  }

  function answerNext(connection: Connection): void {
    const [exchange] = connection.exchanges;
    if (!exchange) return;
    const { request, response } = exchange;
    connection.client = clientOf(request);
    response.once("close", () => endExchange(connection));
    admissions.set(response, (bytes) => admit(connection, bytes));
    handler(request, response);
    if (!response.writableEnded) {
      response.on("drain", () => markActive(connection));
      response.once("prefinish", () => countUnsent(connection, response.writableLength));
    }
    countUnsent(connection, response.writableEnded ? response.writableLength : Math.max(connection.unsent, IN_PROGRESS));
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
    const connection: Connection = {
      socket,
      exchanges: [],
      client: "",
      unsent: 0,
      taken: 0,
      takenAt: now(),
      latest: undefined,
      last: undefined,
    };
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
    dropSlow() {
      for (const connection of open.values()) {
        const waiting = connection.socket.writableLength;
        const taken = connection.socket.bytesWritten - waiting;
        const isDue = now() - connection.takenAt >= slowest.period;
        if (isDue && waiting > 0 && taken - connection.taken < slowest.bytes) drop(connection);
        else if (isDue || waiting === 0) Object.assign(connection, { taken, takenAt: now() });
      }
    },
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
