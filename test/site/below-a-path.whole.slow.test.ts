import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { readTexts } from "../../build/site/i18n/read-translations.ts";
import { TOOL_SLUGS } from "../../build/site/tools/tool.ts";
import { plainServer } from "../conformance/plain-server.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Listening, listen } from "../support/listen.ts";

const EVENT = "m6-4-22km-nne-of-hualian-taiwan-us1000chhc";
const FOLDER = "/repo/";
const NOT_KEPT = readTexts().en["data"]?.["not_kept_title"] ?? "";

/** Addresses of this host that a page has anywhere, outside the folder. */
const STRAYS = `[...document.querySelectorAll("[href], [src], [action], [data-href]")].flatMap((element) =>
  ["href", "src", "action", "data-href"].map((name) => element.getAttribute(name)).filter((one) => one !== null))
  .map((address) => new URL(address, location.href))
  .filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith("${FOLDER}"))
  .map(({ pathname }) => pathname)`;

describe.skipIf(!inject("programs").chromium)("a tree below a path, on a host that only has files", () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let host: Listening;
  let base: string;
  const faults: string[] = [];

  beforeAll(async () => {
    const files = plainServer(inject("embeddedTree"));
    host = await listen((request, response) => {
      const { url = "" } = request;
      if (!url.startsWith(FOLDER)) faults.push(url);
      const path = /missing(?!.*json)/.test(url) ? "/404.html" : url.slice(FOLDER.length - 1);
      files(Object.assign(request, { url: url.startsWith(FOLDER) ? path : "/nowhere" }), response);
    });
    base = host.base + FOLDER;
    browser = await launchChromium();
    context = await browser.newContext({ timezoneId: "UTC" });
    page = await newPage();
  }, 120_000);

  afterAll(async () => {
    await (browser as Browser | undefined)?.close();
    await (host as Listening | undefined)?.close();
  });

  async function newPage(): Promise<Page> {
    const made = await context.newPage();
    made.on("pageerror", ({ message }) => faults.push(`${made.url()}: ${message}`));
    return made;
  }

  async function open(path: string, on = page): Promise<void> {
    await on.goto(base + path, { waitUntil: "networkidle" });
    expect([path, await on.evaluate(STRAYS)]).toEqual([path, []]);
    expect(await on.evaluate(`getComputedStyle(document.querySelector("header.site")).display`)).not.toBe("block");
  }

  it("has a start page, an earthquake and a list with styles and links that stay in the folder", async () => {
    await open("");
    await page.locator("svg.world a").first().waitFor({ state: "attached" });
    expect(await page.evaluate(STRAYS)).toEqual([]);
    await open(`earthquakes/${EVENT}/`);
    await open("earthquakes/#hours=&min_mag=7");
    await page.locator("#rows td a").first().waitFor();
    expect(await page.evaluate(STRAYS)).toEqual([]);
    await page.locator("#rows td a").first().click();
    await page.waitForURL(`${base}earthquakes/*/`);
    const plain = ["docs/", "docs/reference/", "docs/guides/first-call/", "countries/", "data/", "docs/problems/no-tree/"];
    const paths = [...plain, ...TOOL_SLUGS.map((slug) => `tools/${slug}/`)];
    const looks = Array.from({ length: 4 }, async (_, at) => {
      const own = await newPage();
      for (const path of paths.filter((_, each) => each % 4 === at)) await open(path, own);
      await own.close();
    });
    await Promise.all(looks);
  });

  it("has the page for missing addresses with styles and links, at any depth", async () => {
    for (const path of ["missing", "earthquakes/missing/at/all/", "/missing/slashes"]) {
      await page.goto(base + path);
      await expect.poll(() => page.evaluate(`getComputedStyle(document.querySelector("header.site")).display`)).not.toBe("block");
      expect([path, await page.evaluate(STRAYS)]).toEqual([path, []]);
      // Its own addresses begin at the root of the host until the script has found the folder.
      faults.length = 0;
    }
  });

  it("has the map with its list and cards", async () => {
    await open("map/");
    const link = page.locator("[role=row] .where a").first();
    await link.waitFor({ timeout: 60_000 });
    await link.click();
    await page.waitForURL(`${base}earthquakes/*/`);
  });

  it("finds a country, an earthquake by its year with its deaths, and what has a slip, from four files at most", async () => {
    const files: string[] = [];
    const note = (request: Request) => {
      const path = new URL(request.url()).pathname.slice(FOLDER.length);
      if (/^assets\/search\/|^api\/v1\/search/.test(path)) files.push(path);
    };
    page.on("request", note);
    await open("tools/");
    const first = async (query: string) => {
      await page.locator("header .search input").fill(query);
      await page.locator("[role=option]", { hasText: "All results" }).waitFor();
      return page.locator("[role=option]").first().innerText();
    };
    expect(await first("トルコ")).toMatch(/^Turkey|^Türkiye/);
    expect(files).toHaveLength(3);
    await page.reload();
    files.length = 0;
    expect(await first("haiti 2010")).toMatch(/^M 7[.,]0 .*Haiti\s+.*2010.*deaths on record$/s);
    expect(files.length).toBeLessThanOrEqual(4);
    await page.locator("header .search input").fill("indonisia");
    await page.locator("[role=option]", { hasText: "Indonesia" }).first().waitFor();
    page.off("request", note);
  });

  it("answers a search in the header and on its page", async () => {
    await open("tools/");
    await page.locator("header .search input").fill("japan");
    await page.locator("[role=option]", { hasText: "Japan" }).first().click();
    await page.waitForURL(`${base}countries/japan/`);
    await page.locator("header .search input").fill("haiti 2010");
    await page.locator("header .search input").press("Enter");
    await page.waitForURL(`${base}search/?q=haiti+2010`);
    const results = page.locator("#results .earthquakes a");
    expect(await results.nth(0).innerText()).toBe("Earthquakes · Haiti · 2010");
    expect(await results.nth(1).innerText()).toMatch(/^M 7[.,]0/);
    expect(await page.evaluate(STRAYS)).toEqual([]);
  });

  it("changes the language, by address and in place", async () => {
    await open("de/map/");
    await page.goto(`${base}countries/japan/?lang=de`, { waitUntil: "networkidle" });
    await page.locator("html[lang=de] h1", { hasText: "Japan" }).waitFor();
    expect(await page.evaluate(STRAYS)).toEqual([]);
    await page
      .locator("header nav a", { hasText: readTexts().de["shell"]?.["glossary"] ?? "" })
      .first()
      .click();
    await page.waitForURL(`${base}glossary/?lang=de`);
    await page.evaluate(`localStorage.setItem("language", "de")`);
    await page.goto(`${base}docs/`, { waitUntil: "networkidle" });
    await page.locator("#language-note").waitFor();
    expect(await page.evaluate(STRAYS)).toEqual([]);
    await page.evaluate(`localStorage.clear()`);
  });

  it("shows a figure in a frame, and says its address", async () => {
    await open("earthquakes/");
    await page.goto(`${base}countries/japan/?embed=1`, { waitUntil: "networkidle" });
    await page.locator("html[data-embed]").waitFor({ state: "attached" });
    expect(await page.evaluate(STRAYS)).toEqual([]);
  });

  it("keeps a copy that works without the network", async () => {
    page = await (await browser.newContext({ timezoneId: "UTC" })).newPage();
    await open("");
    await page.getByRole("button", { name: readTexts().en["start"]?.["keep"] ?? "" }).click();
    await page.getByText(readTexts().en["start"]?.["kept"] ?? "").waitFor({ timeout: 200_000 });
    await host.close();
    const answered = await page.evaluate(`fetch("${FOLDER}api/recent/?limit=1").then((answer) => answer.json())`);
    expect(answered).toMatchObject({ earthquakes: [{}] });
    for (const [path, heading] of [
      ["", "Hualian"],
      ["map/", "map"],
      ["countries/japan/", "Japan"],
      ["fr/map/", NOT_KEPT],
    ] as const) {
      await page.goto(base + path);
      await page.locator("h1", { hasText: new RegExp(heading, "i") }).waitFor({ timeout: 60_000 });
      await page.locator("#copy-age").waitFor();
      expect([path, await page.evaluate(STRAYS)]).toEqual([path, []]);
    }
  });

  it("has asked for nothing outside the folder, and no script has failed", () => {
    expect(faults).toEqual([]);
  });
});
