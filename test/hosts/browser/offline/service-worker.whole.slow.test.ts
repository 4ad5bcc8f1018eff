import { createServer, type Server } from "node:http";
import { join } from "node:path";
import * as fc from "fast-check";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createStaticServer } from "../../../../build/hosts/node/static-server.ts";
import { launchChromium } from "../../../support/chromium.ts";
import { temporaryFolder } from "../../../support/temporary.ts";
import { portOf } from "../../ask.ts";
import { type Expected, inProcess } from "../in-process.ts";
import { anyTarget } from "../random-queries.ts";
import { plantSmallWorld } from "../small-world.ts";

/** Asks from within the page, all side by side. */
function askAll(page: Page, targets: readonly string[]): Promise<Expected[]> {
  return page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (target) => {
          const response = await fetch(target);
          const { status, headers } = response;
          const text = await response.text();
          return { status, text, link: headers.get("link"), snapshot: headers.get("x-snapshot") };
        }),
      ),
    [...targets],
  );
}

/** Tells the service worker something and waits for what it says. */
function tell(page: Page, type: string): Promise<{ ok: boolean; error?: string; snapshot?: { as_of: string } }> {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", ((event: { data: never }) => resolve(event.data)) as never);
        port1.start();
        // @ts-expect-error This runs in the page, which the types of Node know nothing of.
        navigator.serviceWorker.controller.postMessage({ type: wanted }, [port2]);
      }),
    type,
  );
}

function sample(count: number, seed: number): string[] {
  return [...new Set(fc.sample(anyTarget, { numRuns: count, seed }))];
}

describe.skipIf(!inject("programs").chromium)("the service worker on a plain static host", () => {
  let served = inject("embeddedTree");
  let expected: (target: string) => Promise<Expected>;
  let server: Server;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let port = 0;
  const asked: string[] = [];
  const newer = join(temporaryFolder(), "newer");

  async function listen(): Promise<void> {
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      createStaticServer(served).emit("request", request, response);
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    port = portOf(server);
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  beforeAll(async () => {
    expected = await inProcess(served);
    await plantSmallWorld(newer, 1_000);
    await listen();
    browser = await launchChromium();
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByRole("button", { name: "Keep a copy in this browser" }).click();
    await page.getByText("This browser has a copy").waitFor({ timeout: 150_000 });
  }, 200_000);

  afterAll(async () => {
    await browser?.close();
    await close();
  });

  it("answers every query as the rewrite does, and asks the host for none of them", async () => {
    asked.length = 0;
    const targets = sample(250, 1);
    const answers = await askAll(page, targets);
    for (const [at, target] of targets.entries()) expect([target, answers[at]]).toEqual([target, await expected(target)]);
    expect(asked.filter((path) => path.startsWith("/api"))).toEqual([]);
  });

  it("answers the event service from parts of the archive's files, and asks the host itself only once", async () => {
    asked.length = 0;
    const targets = ["query?format=text&limit=3", "count", "query?limit=0"].map((path) => `/fdsnws/event/1/${path}`);
    const [rows, count, refused] = await askAll(page, targets);
    expect([rows?.status, rows?.text]).toEqual([200, expect.stringMatching(/^#EventID\|/)]);
    expect(rows?.text.split("\n")).toHaveLength(5);
    expect([count?.status, Number(count?.text) > 3]).toEqual([200, true]);
    expect([refused?.status, refused?.text]).toEqual([400, expect.stringMatching(/^Error 400: /)]);
    await askAll(page, targets);
    expect(asked.filter((path) => path.startsWith("/fdsnws")).length).toBeLessThanOrEqual(targets.length);
    expect(asked.filter((path) => path.startsWith("/archive/"))).not.toEqual([]);
  });

  it("answers without a network what was never asked before, and shows the pages", async () => {
    await close();
    await context.setOffline(true);
    const targets = sample(120, 2);
    const answers = await askAll(page, targets);
    for (const [at, target] of targets.entries()) expect([target, answers[at]]).toEqual([target, await expected(target)]);
    await page.goto(`http://127.0.0.1:${port}/docs/`);
    expect(await page.locator("h1").first().innerText()).toBe("Documentation");
    await page.goto(`http://127.0.0.1:${port}/docs/reference/`);
    await page.locator("#stats").getByRole("button", { name: "Execute" }).click();
    await page.locator("#stats [data-status='200']").waitFor();
  });

  it("takes a newer tree up wholly: until then every answer is of the older one, from then on of the newer", async () => {
    served = newer;
    await listen();
    await context.setOffline(false);
    const targets = ["/api/v1/stats/", "/api/recent/?limit=7", "/api/search/?q=north", "/api/v1/countries/", "/api/v1/earthquakes/?days=3"];
    const [before, after] = [await inProcess(inject("embeddedTree")), await inProcess(newer)];
    const [old, young] = await Promise.all([before, after].map((ask) => Promise.all(targets.map(ask))));
    const updated = tell(page, "update");
    for (let round = 0; round < 20; round++) {
      for (const [at, answer] of (await askAll(page, targets)).entries()) expect([old?.[at], young?.[at]]).toContainEqual(answer);
    }
    expect(await updated).toMatchObject({ ok: true });
    expect(await askAll(page, targets)).toEqual(young);
  });
});
