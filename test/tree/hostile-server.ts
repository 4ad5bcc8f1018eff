import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readInsideSync } from "../../build/tree/read.ts";

/** Answers a request for a file otherwise than it should. `bytes` is what an honest server would send. */
export type Misbehaviour = (response: ServerResponse, bytes: Buffer | undefined, request: IncomingMessage) => unknown;

/** A static host that serves a folder honestly, Range included, until it is told to misbehave. */
export interface HostileServer {
  url: URL;
  /** Paths in the order in which they were asked for, without their query. */
  asked: string[];
  /** Another folder from now on. */
  serve: (dir: string) => void;
  /** What it does with requests for such paths, the latest first; `undefined` from the choice means honesty. */
  misbehave: (paths: RegExp, misbehaviour: Misbehaviour) => void;
  behave: () => void;
  close: () => Promise<void>;
}

export async function startHostileServer(folder: string): Promise<HostileServer> {
  let dir = folder;
  let tricks: { paths: RegExp; misbehaviour: Misbehaviour }[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://host/").pathname.slice(1));
    asked.push(path);
    const bytes = readInsideSync(dir, path);
    const trick = tricks.find(({ paths }) => paths.test(path));
    if (trick) trick.misbehaviour(response, bytes, request);
    else honest(response, bytes, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    asked,
    serve(other) {
      dir = other;
    },
    misbehave: (paths, misbehaviour) => void tricks.unshift({ paths, misbehaviour }),
    behave() {
      tricks = [];
      asked.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const honest: Misbehaviour = (response, bytes, request) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? Number.NaN);
  if (!bytes) response.writeHead(404).end("not here");
  else if (Number.isNaN(from)) response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  else if (from >= bytes.length) response.writeHead(416).end();
  else {
    const headers = { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(206, headers).end(bytes.subarray(from));
  }
};

/** Another text in the place of the file. */
export function instead(text: string | Buffer): Misbehaviour {
  return (response) => void response.writeHead(200).end(text);
}

/** The file of another folder. */
export function from(dir: string, path: string): Misbehaviour {
  return (response, _, request) => honest(response, readInsideSync(dir, path), request);
}

export function status(code: number, headers: Record<string, string> = {}): Misbehaviour {
  return (response) => void response.writeHead(code, headers).end("no");
}

/** Bytes without end, as fast as they are taken. */
export const endless: Misbehaviour = (response) => {
  const block = Buffer.alloc(65_536, "0");
  const more = () => {
    while (!response.destroyed && response.write(block));
  };
  response.writeHead(200);
  response.on("drain", more);
  more();
};

/** A byte now and then, for ever. */
export function drip(everyMs: number): Misbehaviour {
  return (response, bytes = Buffer.alloc(1)) => {
    let at = 0;
    response.writeHead(200);
    const timer = setInterval(() => response.write(bytes.subarray(at % bytes.length, (at++ % bytes.length) + 1)), everyMs);
    response.on("close", () => clearInterval(timer));
  };
}

/** Takes the request and says nothing. */
export const silent: Misbehaviour = () => {};

/** Sends the honest answer up to a byte of it and cuts the line; every time, or the first times only. */
export function cutAfter(sent: number, times = Number.POSITIVE_INFINITY): Misbehaviour {
  let left = times;
  return (response, bytes, request) => {
    if (left-- <= 0 || !bytes) return honest(response, bytes, request);
    const begin = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const rest = bytes.subarray(begin);
    if (rest.length <= sent) return honest(response, bytes, request);
    const range = { "content-range": `bytes ${begin}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(begin > 0 ? 206 : 200, { "content-length": rest.length, ...(begin > 0 && range) });
    response.write(rest.subarray(0, sent), () => response.destroy());
  };
}
