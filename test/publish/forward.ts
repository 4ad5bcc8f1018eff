import { Agent, request as forwardTo } from "node:http";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Asks the server behind, and reads its whole answer. */
export function forward(port: number, method: string, path: string, headers: object, body: Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, "content-length": body.length };
    const request = forwardTo({ host: "127.0.0.1", port, method, path, headers: all, agent }, (response) => {
      void read(response).then((bytes) => {
        const { connection: _, "transfer-encoding": __, ...rest } = response.headers;
        resolve({ status: response.statusCode ?? 500, headers: rest, body: bytes });
      }, reject);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The server closes a connection that was idle for five seconds, which a busy machine may learn of too late.
      const isLate = request.reusedSocket && error.code === "ECONNRESET";
      if (isLate) forward(port, method, path, headers, body).then(resolve, reject);
      else reject(error);
    });
    request.end(body);
  });
}

export async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}
