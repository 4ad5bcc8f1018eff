import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { plainServer } from "../conformance/plain-server.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Listening, listen } from "../support/listen.ts";

describe.skipIf(!inject("programs").chromium)("the search in the header, on a host that only has files", () => {
  let browser: Browser;
  let host: Listening;

  beforeAll(async () => {
    host = await listen(plainServer(inject("embeddedTree")));
    browser = await launchChromium();
  }, 120_000);

  afterAll(async () => {
    await (browser as Browser | undefined)?.close();
    await (host as Listening | undefined)?.close();
  });

  it("finds a country, an earthquake by its year with its deaths, and what has a slip, from three files at most", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const files: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/assets\/search\/|^\/api\/v1\/search/.test(pathname)) files.push(pathname);
    });
    await page.goto(`${host.base}/tools/`);
    const first = async (query: string) => {
      await page.locator("header .search input").fill(query);
      await page.locator("[role=option]", { hasText: "All results" }).waitFor();
      return page.locator("[role=option]").first().innerText();
    };
    expect(await first("トルコ")).toMatch(/^Turkey|^Türkiye/);
    expect(files).toHaveLength(2);
    await page.reload();
    files.length = 0;
    expect(await first("haiti 2010")).toMatch(/^M 7[.,]0 .*Haiti\s+.*2010.*deaths on record$/s);
    expect(files.length).toBeLessThanOrEqual(3);
    await page.locator("header .search input").fill("indonisia");
    await page.locator("[role=option]", { hasText: "Indonesia" }).first().waitFor();
    await context.close();
  });

  it("shows a page of results", async () => {
    const page = await browser.newPage();
    await page.goto(`${host.base}/search/index.html?q=deadliest%20earthquake%20haiti`);
    await page.locator("#results li").first().waitFor();
    expect(await page.locator("#results .earthquakes a").first().innerText()).toMatch(/^M 7[.,]0/);
    await page.close();
  });
});
