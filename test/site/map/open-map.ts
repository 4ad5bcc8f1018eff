import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { AS_OF, MINUTE } from "./map-world.ts";

/** The map page in a browser, and what went wrong there. */
export interface OpenMap {
  page: Page;
  context: BrowserContext;
  /** Errors of scripts and of the console, requests that failed or went elsewhere. */
  faults: string[];
}

/** Opens the map with a clock that the test moves: it stands a minute after the data. */
export async function openMap(
  browser: Browser,
  base: string,
  hash = "",
  options: BrowserContextOptions & { drawn?: boolean; script?: string } = {},
): Promise<OpenMap> {
  const { drawn = true, script, ...how } = options;
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, timezoneId: "UTC", ...how });
  if (script !== undefined) await context.addInitScript(script);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // SwiftShader has much to say about its own speed.
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (![base, "blob:", "data:"].some((own) => url.startsWith(own))) faults.push(`asked outside: ${url}`);
  });
  page.on("requestfailed", (request) => faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  await page.clock.install({ time: AS_OF + MINUTE });
  await page.goto(`${base}/map/${hash}`);
  if (drawn) await page.waitForSelector('[data-drawn="yes"]', { timeout: 60_000 });
  if (how.javaScriptEnabled !== false) await page.waitForSelector("#choice:not([hidden])", { state: "attached" });
  return { page, context, faults };
}

/** Places in the list, in its order. */
export function placesIn(page: Page): Promise<string[]> {
  return page.locator("#rows .where a").allTextContents();
}
