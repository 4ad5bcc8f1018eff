import { Agent, createServer, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeHandler } from "../../build/hosts/node.ts";
import { type Lifetime, lifetimeOf } from "./edge-cache.ts";
import { compressedBytes } from "./follower.ts";

/** What a host says to a request, as far as caches and bills care. */
interface Answered {
  status: number;
  lifetime: Lifetime;
  /** Of the body as it travels: as the host compressed it, or as the edge would. */
  bytes: number;
}

export interface AskedHost {
  /** Real answers, each target asked for once. */
  answersTo: (targets: Iterable<string>) => Promise<void>;
  answer: (target: string) => Answered;
  close: () => void;
}

/** Fewer bytes are not compressed at an edge. */
const LEAST_COMPRESSED = 1_000;
const AT_A_TIME = 16;

/** The Node host over loopback, before a tree, with a memory for what it has answered. */
export async function askHost(tree: string): Promise<AskedHost> {
  const server = createServer(await createNodeHandler(tree));
  // Between two questions minutes may pass.
  server.keepAliveTimeout = 0;
  const port = await listen(server);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  const known = new Map<string, Answered>();
  const sizes = new Map<string, number>();

  function ask(target: string): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const headers = { "accept-encoding": "br" };
      get({ host: "127.0.0.1", port, path: target, agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
        response.on("end", () => {
          const { etag, "cache-control": cacheControl = "", "content-encoding": encoding } = response.headers;
          const body = Buffer.concat(parts);
          const bytes = encoding === undefined ? sizeOf(body, etag) : body.length;
          resolve({ status: response.statusCode ?? 0, lifetime: lifetimeOf(cacheControl), bytes });
        });
      }).on("error", reject);
    });
  }

  function sizeOf(body: Buffer, etag: string | undefined): number {
    if (body.length < LEAST_COMPRESSED) return body.length;
    const bytes = (etag === undefined ? undefined : sizes.get(etag)) ?? compressedBytes(body);
    if (etag !== undefined) sizes.set(etag, bytes);
    return bytes;
  }

  return {
    async answersTo(targets) {
      const wanted = [...new Set(targets)].filter((target) => !known.has(target));
      for (let at = 0; at < wanted.length; at += AT_A_TIME) {
        const some = wanted.slice(at, at + AT_A_TIME);
        const answers = await Promise.all(some.map(ask));
        for (const [index, answer] of answers.entries()) known.set(some[index] as string, answer);
      }
    },
    answer(target) {
      const found = known.get(target);
      if (!found) throw new Error(`${target} has not been asked for`);
      return found;
    },
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
