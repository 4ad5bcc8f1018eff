import { connect } from "node:net";

export interface RawRequest {
  method: string;
  /** Sent as it stands, in UTF-8: no library gets to normalise it. */
  target: string;
  headers: Record<string, string>;
}

export interface RawAnswer {
  status: number;
  /** Names in lower case; several of one name joined by a comma and a blank. */
  headers: Record<string, string>;
  body: Uint8Array;
}

const TIMEOUT = 20_000;

/** Asks over a socket of its own. */
export function askRaw(base: string, { method, target, headers }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const fields = Object.entries({ host: `${hostname}:${port}`, connection: "close", ...headers });
  const head = [`${method} ${target} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), "", ""];
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(head.join("\r\n")));
    socket.setTimeout(TIMEOUT, () => socket.destroy(new Error(`no answer to ${method} ${target}`)));
    socket.on("data", (part) => {
      parts.push(part);
      // workerd keeps a connection open for seconds, whatever the request says about it.
      if (isWhole(Buffer.concat(parts), method)) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => {
      try {
        resolve(readAnswer(Buffer.concat(parts), method));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function readAnswer(bytes: Buffer, method: string): RawAnswer {
  const end = bytes.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = bytes.subarray(0, Math.max(0, end)).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  if (!status) throw new Error(`not an HTTP response: ${JSON.stringify(bytes.subarray(0, 100).toString("latin1"))}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const rest = bytes.subarray(end + 4);
  const body = headers["transfer-encoding"] === "chunked" ? unchunk(rest) : rest;
  const length = headers["content-length"];
  if (method !== "HEAD" && status !== 304 && length !== undefined && Number(length) !== body.length) {
    throw new Error(`content-length is ${length}, and ${body.length} bytes came`);
  }
  return { status, headers, body };
}

/** Whether all of a response has come, as far as one can tell before the connection ends. */
function isWhole(bytes: Buffer, method: string): boolean {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = bytes.subarray(0, end).toString("latin1");
  if (method === "HEAD" || /^HTTP\/1\.1 (?:204|304)/.test(head)) return true;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return bytes.subarray(-7).toString("latin1").endsWith("\r\n0\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && bytes.length >= end + 4 + Number(length);
}

function unchunk(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.subarray(at, end).toString("latin1"), 16);
    if (end < 0 || Number.isNaN(size)) throw new Error("the response ends within a chunk");
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
