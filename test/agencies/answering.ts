import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { portOf } from "../hosts/ask.ts";
import { BODY } from "./asking.ts";

export type Responder = (response: ServerResponse, request: IncomingMessage) => void;

export const JSON_HEADERS = { "content-type": "application/json" };

export const send =
  (status: number, headers: Record<string, string> = {}, body: string | Uint8Array = ""): Responder =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

export const good = send(200, { "content-type": "application/json; charset=utf-8" }, BODY);

export const reset: Responder = (response) => response.socket?.destroy();

export const cut: Responder = (response) => {
  response.writeHead(200, { ...JSON_HEADERS, "content-length": "500" });
  response.write(BODY, () => response.socket?.destroy());
};

export const torn = gzipSync("y".repeat(5_000)).subarray(0, 25);

/** A fetch that gives one answer. */
export const fetching = (body: string | null, status: number, headers: Record<string, string>) => () =>
  Promise.resolve(new Response(body, { status, headers }));

/** The address of the server that answers. */
export let base = "";
/** What it was asked in this test. */
export const seen: { url: string; headers: IncomingMessage["headers"] }[] = [];
let responder: Responder = good;

/** The address of a server that answers the first request with the first, and so on; the last of them ever after. */
export function serving(...responders: Responder[]): string {
  const first = seen.length;
  responder = (response, request) => {
    const time = seen.length - 1 - first;
    responders[Math.min(time, responders.length - 1)]?.(response, request);
  };
  return `${base}/feed`;
}

const server = createServer((request, response) => {
  seen.push({ url: request.url ?? "", headers: request.headers });
  responder(response, request);
});

/** To be called once in a test file: the server runs from before its first test until after its last. */
export function useAnsweringServer(): void {
  beforeAll(async () => {
    responder = good;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${portOf(server)}`;
    // The first request of a process takes its time, and some tests have little patience.
    await (await fetch(base)).arrayBuffer();
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  beforeEach(() => {
    seen.length = 0;
  });
}
