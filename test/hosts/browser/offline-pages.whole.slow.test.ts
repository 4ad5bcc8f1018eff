import type { Server } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createStaticServer } from "../../../build/hosts/node/static-server.ts";
import { readTexts } from "../../../build/site/i18n/read-translations.ts";
import { launchChromium } from "../../support/chromium.ts";
import { portOf } from "../ask.ts";

const TEXTS = readTexts();
const AS_OF = "2018-02-07T01:49:14.000Z";
const SEEN = "m7-4-off-hualien-taiwan-qt20240402";
const UNSEEN = "m7-1-off-hengchun-taiwan-qt20061226";

/** Searches without a network: a country in another script, a year, a slip, an ending of Russian, a plate. */
const SEARCHES = [
  ["トルコ", /Türkiye/],
  ["haiti 2010", /M 7.0 .*Haiti/s],
  ["indonisia", /Indonesia/],
  ["землетрясение в Иране", /Iran/],
  ["plaque des Caraïbes", /Caribbean/],
] as const;

type Tried = "en" | "ar";
/** Begins a check of the age of the copy, which waits for its texts until `releaseTexts` is called. */
const HOLD_TEXTS = `new Promise((held) => {
  const real = fetch;
  let release, use;
  const released = new Promise((resolve) => { release = resolve; });
  const used = new Promise((resolve) => { use = resolve; });
  window.fetch = async (...asked) => {
    if (!String(asked[0]).includes("/assets/texts/shell/")) return real(...asked);
    held();
    await released;
    const response = await real(...asked);
    use(response.clone().text());
    return response;
  };
  window.releaseTexts = async () => {
    release();
    await used;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  };
  dispatchEvent(new Event("online"));
})`;

const text = (language: Tried, area: string, key: string) => TEXTS[language][area]?.[key] ?? "";

/** Address, status, language, and what the heading has. */
type Expected = [address: string, status: number, lang: string, heading: string];

function expectedIn(language: Tried): Expected[] {
  const [folder, query] = language === "en" ? ["", ""] : [`${language}/`, `?lang=${language}`];
  const notKept = text(language, "data", "not_kept_title");
  const magnitude = { en: "Magnitude", ar: "قوة الزلزال" }[language];
  return [
    [`/${folder}`, 200, language, "Hualian"],
    [`/${folder}map/`, 200, language, text(language, "map", "title")],
    [`/${folder}tools/energy/`, 200, language, text(language, "tools", "title.energy")],
    [`/countries/japan/${query}`, 200, language, { en: "Japan", ar: "اليابان" }[language]],
    [`/plates/pacific/${query}`, 200, language, { en: "Pacific", ar: "صفيحة المحيط الهادئ" }[language]],
    [`/glossary/magnitude/${query}`, 200, language, magnitude],
    [`/${folder}earthquakes/`, 200, language, text(language, "selection", "title")],
    [`/earthquakes/${SEEN}/${query}`, 200, language, "Hualien"],
    [`/earthquakes/${UNSEEN}/${query}`, 503, language, notKept],
    ["/fr/map/", 503, language, notKept],
    ["/docs/", 200, "en", "Documentation"],
    ["/methods/", 200, "en", "Methods"],
  ];
}

describe.skipIf(!inject("programs").chromium)("the pages of a copy in a browser, on a plain static host", () => {
  let server: Server;
  let browser: Browser;
  let base: string;
  let port = 0;
  const faults: string[] = [];

  async function listen(): Promise<void> {
    server = createStaticServer(inject("embeddedTree"));
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    port = portOf(server);
    base = `http://127.0.0.1:${port}`;
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** A page of a browser that has a copy of its own, and has looked at an event. */
  async function pageWithCopy(language: Tried): Promise<{ page: Page; context: BrowserContext }> {
    const context = await browser.newContext({ timezoneId: "UTC" });
    const page = await context.newPage();
    page.on("pageerror", ({ message }) => faults.push(`${page.url()}: ${message}`));
    await page.goto(`${base}/${language === "en" ? "" : `${language}/`}`);
    await page.getByRole("button", { name: text(language, "start", "keep") }).click();
    await page.getByText(text(language, "start", "kept")).waitFor({ timeout: 200_000 });
    expect(await page.getByRole("button", { name: text(language, "start", "keep") }).isVisible()).toBe(false);
    await page.goto(`${base}/earthquakes/${SEEN}/${language === "en" ? "" : `?lang=${language}`}`, { waitUntil: "networkidle" });
    expect(await page.locator("#copy-age").count()).toBe(0);
    return { page, context };
  }

  async function expectPages(page: Page, language: Tried): Promise<void> {
    for (const [address, status, lang, heading] of expectedIn(language)) {
      const response = await page.goto(base + address);
      const [title, age] = [page.locator("h1", { hasText: heading }), page.locator(`#copy-age[lang=${lang}] [data-age]`)];
      const isThere = [title.first(), age].map((part) => part.waitFor({ timeout: 60_000 }).then(() => true));
      const shown = await Promise.all(isThere).catch(() => page.locator("body").innerText());
      expect([address, response?.status(), shown]).toEqual([address, status, [true, true]]);
      expect(await page.locator("html").getAttribute("lang")).toBe(lang);
      expect(await age.getAttribute("datetime")).toBe(AS_OF);
    }
  }

  beforeAll(async () => {
    await listen();
    browser = await launchChromium();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await close();
  });

  it("are all there without a network, or say that they are not, and how old they are; with a network they do not", async () => {
    const { page, context } = await pageWithCopy("en");
    await context.setOffline(true);
    await page.locator("#copy-age time[data-age]").waitFor();
    await expectPages(page, "en");
    await page.goto(`${base}/map/`);
    await page.locator("#list tbody tr, .list tbody tr, tbody tr").first().waitFor();
    await page.locator("canvas").first().waitFor();
    const count = "fetch('/api/v1/earthquakes/?min_mag=4.7&days=3').then(async (answer) => (await answer.json()).count)";
    expect(await page.evaluate(count)).toBeGreaterThan(0);
    for (const [query, first] of SEARCHES) {
      await page.locator("header .search input").fill(query);
      const option = page.locator("[role=option]", { hasText: first }).first();
      await expect.poll(async () => [query, await option.count()]).toEqual([query, 1]);
    }
    await page.goto(`${base}/search/?q=${encodeURIComponent("ハイチ 2010")}`);
    await page.locator("#results .earthquakes a", { hasText: "Haiti" }).first().waitFor();
    // A check that began without a network, and ends after the network is back, changes nothing.
    await page.evaluate(HOLD_TEXTS);
    await context.setOffline(false);
    await page.locator("#copy-age").waitFor({ state: "detached" });
    await page.evaluate("releaseTexts()");
    expect(await page.locator("#copy-age").count()).toBe(0);
    await page.goto(`${base}/earthquakes/${UNSEEN}/`, { waitUntil: "networkidle" });
    expect(await page.locator("h1").first().innerText()).toContain("Hengchun");
    await context.close();
    expect(faults).toEqual([]);
  }, 600_000);

  it("are there in the language of the reader if the host is away", async () => {
    const { page, context } = await pageWithCopy("ar");
    await close();
    // The other tests need it again, however this goes.
    try {
      await expectPages(page, "ar");
    } finally {
      await listen();
    }
    await context.close();
    expect(faults).toEqual([]);
  }, 600_000);

  it("are not kept by themselves for readers who save data, who may ask for it", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
    await page.goto(`${base}/`, { waitUntil: "networkidle" });
    expect(await page.getByRole("button", { name: text("en", "start", "keep") }).isVisible()).toBe(true);
    await page.goto(`${base}/tools/`, { waitUntil: "networkidle" });
    const none = "navigator.serviceWorker.getRegistration().then((found) => found === undefined)";
    expect(await page.evaluate(none)).toBe(true);
    await context.close();
  }, 120_000);

  it("are not copied unless a reader asks: every page has its queries answered from the files that they need", async () => {
    const context = await browser.newContext();
    const asked: string[] = [];
    context.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const page = await context.newPage();
    await page.goto(`${base}/tools/energy/`);
    await page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active !== null)");
    const isControlled = () => page.evaluate("navigator.serviceWorker.controller !== null");
    await expect.poll(isControlled, { timeout: 60_000 }).toBe(true);
    const query = (target: string) => `fetch("${target}").then((answer) => answer.json())`;
    expect(await page.evaluate(query("/api/v1/search/?q=taiwan"))).toHaveProperty("earthquakes");
    // A copy asks for hundreds.
    expect(asked.length).toBeLessThan(75);
    await page.goto(`${base}/`);
    expect(await page.getByRole("button", { name: text("en", "start", "keep") }).isVisible()).toBe(true);
    await context.close();
  }, 300_000);

  it("are shown in English if the copy lacks the language of the address", async () => {
    const { page, context } = await pageWithCopy("en");
    await context.setOffline(true);
    await page.goto(`${base}/countries/japan/?lang=de`);
    await page.locator("h1", { hasText: "Japan" }).first().waitFor();
    await page.getByText(text("en", "data", "not_read")).waitFor();
    await context.close();
  }, 300_000);
});
