import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { HostRequest } from "../handle.ts";

/** A request of `node:http`. */
export class NodeRequest implements HostRequest {
  readonly method: string;
  readonly target: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.method = request.method ?? "GET";
    this.target = request.url ?? "/";
    this.#request = request;
    this.#response = response;
  }

  header = (name: string): string | undefined => {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(",") : value;
  };

  /** Whose request it is, for the limits of each client. */
  get client(): string {
    return clientOf(this.#request);
  }

  /**
   * Says when the request is over: it is answered, or the client has left. For long work and streams: a client that ends its side of the
   * connection meanwhile counts as one that has left, because the server could not know it otherwise before it sends something.
   */
  over(): AbortSignal {
    const over = new AbortController();
    const { socket } = this.#request;
    const leave = () => socket.destroy();
    socket.once("end", leave);
    const end = () => {
      socket.off("end", leave);
      over.abort();
    };
    if (this.#response.closed) end();
    else this.#response.once("close", end);
    return over.signal;
  }
}

/**
 * Whose request it is, for the limits of each client: the address that it comes from. A proxy on the same machine says for whom it
 * asks, in the last address of `X-Forwarded-For`; what the other addresses say, any client may have written. A proxy on another machine
 * is one client, because any client could say that it is one.
 */
export function clientOf({ headers, socket: { remoteAddress = "" } }: Pick<IncomingMessage, "headers" | "socket">): string {
  if (!/^(?:::ffff:)?127[.]|^::1$/.test(remoteAddress)) return remoteAddress;
  return (
    String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .at(-1)
      ?.trim() || remoteAddress
  );
}

/**
 * Makes a server answer clients that end their side of a connection after the request, as `nc -N` does. Node would end the other side
 * at once, before an answer for which a file is read. The property is not documented.
 */
export function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}
