import { Agent, request } from "node:http";
import type { Answer, Asked } from "../ask.ts";

/** Asks the host on a port for a target exactly as it is written. */
export function askPort(port: number, target: string, { method = "GET", headers = {} }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false });
    const asked = request({ port, host: "127.0.0.1", method, path: target, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const body = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}
