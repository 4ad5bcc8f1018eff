import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { createNodeHandler } from "../../build/hosts/node.ts";
import { launchChromium } from "../chromium.ts";

/** The tree of the embedded data on a host, and a browser to look at it with. */
export interface EmbeddedSite {
  browser: Browser;
  /** Its address, without a slash at the end. */
  base: string;
}

/** To be called once in a group of tests: all of it is there before the first of them, and gone after the last. */
export function useEmbeddedSite(): EmbeddedSite {
  const site = {} as EmbeddedSite;
  let server: Server;

  beforeAll(async () => {
    server = createServer(await createNodeHandler(inject("embeddedTree")));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    site.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    site.browser = await launchChromium();
  }, 120_000);

  afterAll(async () => {
    await (site.browser as Browser | undefined)?.close();
    await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
  });

  return site;
}
