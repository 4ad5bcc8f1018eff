import { createServer, type RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening {
  /** `http://127.0.0.1:` and the port, without a slash at the end. */
  base: string;
  /** Ends open connections as well. */
  close: () => Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function listen(made: Server | RequestListener): Promise<Listening> {
  const server = made instanceof Server ? made : createServer(made);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
