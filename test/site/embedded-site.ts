import type { Browser } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Listening, listen } from "../support/listen.ts";

/** The tree of the embedded data on a host, and a browser to look at it with. */
export interface EmbeddedSite {
  browser: Browser;
  /** Its address, without a slash at the end. */
  base: string;
}

/** To be called once in a group of tests: all of it is there before the first of them, and gone after the last. */
export function useEmbeddedSite(): EmbeddedSite {
  const site = {} as EmbeddedSite;
  let host: Listening | undefined;

  beforeAll(async () => {
    host = await listen(await createNodeHandler(inject("embeddedTree")));
    site.base = host.base;
    site.browser = await launchChromium();
  }, 120_000);

  afterAll(async () => {
    await (site.browser as Browser | undefined)?.close();
    await host?.close();
  });

  return site;
}
