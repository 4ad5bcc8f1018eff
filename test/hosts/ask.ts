import { Agent, createServer, type IncomingHttpHeaders, type RequestListener, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks a server for a target exactly as it is written: no normalising of dots, percent signs or case. */
export function ask(server: Server, target: string, asked?: Asked): Promise<Answer> {
  return askPort(portOf(server), target, asked);
}

/** As `ask`, the server on a port. */
export function askPort(port: number, target: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false });
    const asked = request({ port, host: "127.0.0.1", method, path: target, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes, text: bytes.toString() });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Sends bytes that no client library would, which ask the server to close, and returns everything that comes back. */
export function askRaw(server: Server, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(portOf(server), "127.0.0.1", () => socket.write(text, "latin1"));
    let answer = "";
    socket.on("data", (part) => {
      answer += part.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Runs `use` with a listening server and closes it, whatever happens. */
export async function withServer<T>(made: Server | RequestListener, use: (server: Server) => Promise<T>): Promise<T> {
  const server = typeof made === "function" ? createServer(made) : made;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(server);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
