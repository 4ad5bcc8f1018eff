import type { IncomingMessage, ServerResponse } from "node:http";
import type { HostRequest } from "../handle.ts";
import { clientOf } from "./client-of.ts";

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

  /** Says when the request is over: it is answered, or the client has left. */
  over(): AbortSignal {
    const over = new AbortController();
    if (this.#response.closed) over.abort();
    else this.#response.once("close", () => over.abort());
    return over.signal;
  }
}
