import type { Browser, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import type { GlobalStats } from "../../build/contract/resources/resources.ts";
import { ENDPOINTS } from "../../build/contract/table/endpoints.ts";
import { useEmbeddedSite } from "./embedded-site.ts";

/** What went wrong on a page, or was asked of anybody but its own host. */
interface Watch {
  faults: string[];
  outside: string[];
}

async function openPage(browser: Browser, url: string): Promise<{ page: Page; watch: Watch }> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  const watch: Watch = { faults: [], outside: [] };
  const { origin } = new URL(url);
  page.on("pageerror", (error) => watch.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && watch.faults.push(message.text()));
  page.on("requestfailed", (request) => watch.faults.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:") && new URL(request.url()).origin !== origin) watch.outside.push(request.url());
  });
  await page.goto(url, { waitUntil: "networkidle" });
  return { page, watch };
}

describe.skipIf(!inject("programs").chromium)("the pages in a real browser", () => {
  const site = useEmbeddedSite();

  it("show the start page with live numbers, and every link on it leads somewhere", async () => {
    const { page, watch } = await openPage(site.browser, `${site.base}/`);
    const { last_24h: day } = (await (await fetch(`${site.base}/api/v1/stats/`)).json()) as GlobalStats;
    expect(await page.locator(".numbers strong").first().innerText()).toBe(String(day.total));
    expect(await page.locator(".asof").innerText()).toMatch(/^Data as of .*2018.*:\d\d UTC\.$/);
    expect(await page.locator("tr[data-source=usgs]").innerText()).toMatch(/\t[\d,]+\t.*2018.*:\d\d UTC$/);
    expect(await page.locator("svg.world .mark").count()).toBeGreaterThan(100);
    expect(await page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found === undefined)")).toBe(true);
    const links = await page.locator("a[href^='./']").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    for (const link of new Set(links)) {
      const { status } = await fetch(new URL(link, page.url()));
      expect(`${link} ${status}`).toBe(`${link} 200`);
    }
    expect(watch).toEqual({ faults: [], outside: [] });
    await page.close();
  });

  it("lead a reader of another language to a page in English, say so, and lead back", async () => {
    const { page, watch } = await openPage(site.browser, `${site.base}/es/`);
    await page.locator("footer.site a[href='../docs/?lang=es']").click();
    await page.waitForURL(`${site.base}/docs/?lang=es`);
    await page.locator("#language-note[lang=es]").waitFor();
    const map = page.locator("header.site nav a").first();
    expect([await map.textContent(), await map.getAttribute("href")]).toEqual(["Mapa", "/es/map/"]);
    const [guide] = await page.locator("main a[href*='/docs/guides/']").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(guide).toMatch(/^\/docs\/guides\/.*\?lang=es/);
    await page.locator("a.brand").click();
    await page.waitForURL(`${site.base}/es/`);
    // A browser reports what it was still loading when the reader left a page.
    expect(watch.outside).toEqual([]);
    await page.close();
  });

  it("draw the marks of the start page without scripts, and with scripts as links in its language", async () => {
    const plain = await site.browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${site.base}/de/`, { waitUntil: "networkidle" });
    const width = await plain.evaluate("document.querySelector('svg.world use.marks').getBBox().width");
    expect(width).toBeGreaterThan(500);
    await plain.close();
    const { page, watch } = await openPage(site.browser, `${site.base}/de/`);
    const links = await page.locator("svg.world a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(100);
    for (const link of links) expect(link).toMatch(/^\/earthquakes\/[^/]+\/\?lang=de$/);
    const mark = "document.querySelector('svg.world .mark.deep')";
    expect(await page.evaluate(`getComputedStyle(${mark}).fill`)).toMatch(/^rgb/);
    expect(await page.evaluate(`${mark}.querySelector("title").textContent`)).toMatch(/^M \d/);
    expect(watch).toEqual({ faults: [], outside: [] });
    await page.close();
  });

  it("write ages anew as time goes by, and leave alone what a reader has selected or a script has written", async () => {
    const page = await site.browser.newPage();
    await page.clock.install({ time: Date.parse("2018-02-07T02:00:00Z") });
    await page.goto(`${site.base}/`, { waitUntil: "networkidle" });
    // A sample tells no age.
    expect(await page.locator("time[data-age]").count()).toBe(0);
    await page.evaluate(
      `document.querySelector("main").insertAdjacentHTML("beforeend", '<time data-age datetime="2018-02-07T01:49:14Z"></time>')`,
    );
    await page.clock.fastForward(60_000);
    const age = await page.locator("time[data-age]").first().innerText();
    await page.evaluate(`{
      getSelection().selectAllChildren(document.querySelector("time:not([data-age])"));
      document.querySelector("data").textContent = "written by a script";
    }`);
    const selected = await page.evaluate("getSelection().toString()");
    expect(selected).not.toBe("");
    await page.clock.fastForward(10 * 60_000);
    expect(await page.locator("time[data-age]").first().innerText()).not.toBe(age);
    expect(await page.evaluate("getSelection().toString()")).toBe(selected);
    expect(await page.locator("data").first().innerText()).toBe("written by a script");
    await page.close();
  });

  it("execute the example of every endpoint in the reference, which asks nobody else", async () => {
    const { page, watch } = await openPage(site.browser, `${site.base}/docs/reference/`);
    await page.waitForSelector(".tabs:not([hidden])", { state: "attached" });
    const answers: string[] = [];
    for (const endpoint of await page.locator(".endpoint").all()) {
      await endpoint.getByRole("button", { name: "Execute" }).click();
      const status = endpoint.locator("[data-status]");
      await status.waitFor();
      answers.push(`${await endpoint.getAttribute("id")} ${await status.getAttribute("data-status")}`);
    }
    expect(answers.toSorted()).toEqual(ENDPOINTS.map(({ id }) => `${id} 200`).toSorted());
    expect(await page.locator("#stats .response").innerText()).toContain("last_24h");
    expect(watch).toEqual({ faults: [], outside: [] });
    await page.close();
  });

  it("say why the change feed of a first snapshot has no example", async () => {
    const page = await site.browser.newPage();
    await page.route("**/api/changes/", (route) => route.fulfill({ json: { hours: [] } }));
    await page.goto(`${site.base}/docs/reference/`);
    const endpoint = page.locator("#changes-hour");
    await endpoint.getByText("There is no hour to ask for yet").waitFor();
    expect(await endpoint.getByRole("button", { name: "Execute" }).isDisabled()).toBe(true);
    await endpoint.getByLabel("hour").fill("2018-02-07T01");
    expect(await endpoint.getByRole("button", { name: "Execute" }).isDisabled()).toBe(false);
    await page.close();
  });

  it("show the code of a request in the chosen language, for this host and the values of the form", async () => {
    const { page } = await openPage(site.browser, `${site.base}/docs/reference/`);
    const endpoint = page.locator("#recent");
    await endpoint.getByRole("button", { name: "Python" }).click();
    await endpoint.getByLabel("limit").fill("7");
    await endpoint.getByLabel("hours").fill("");
    const code = endpoint.locator(".samples pre:visible");
    expect(await code.count()).toBe(1);
    expect(await code.innerText()).toContain(`urlopen("${site.base}/api/recent/?limit=7&min_magnitude=4.5")`);
    await endpoint.getByLabel("limit").fill("0");
    await endpoint.getByRole("button", { name: "Execute" }).click();
    await endpoint.locator("[data-status='400']").waitFor();
    expect(await endpoint.locator(".response").innerText()).toContain("limit was given as");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    expect(await endpoint.locator(".samples pre:visible").getAttribute("data-language")).toBe("Python");
    await endpoint.evaluate((element) => element.scrollIntoView());
    await page.locator('.reference nav a[href="#recent"][aria-current]').waitFor();
    // Request and answer are beside the text, and its names have a colour.
    const [left, right] = await Promise.all(["h3", ".example"].map((part) => endpoint.locator(part).boundingBox()));
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + 300);
    await endpoint.locator(".example .name").first().waitFor();
    expect(await endpoint.getByRole("button", { name: "Copy" }).count()).toBe(2);
    await page.close();
  });

  it("name the address of the reader in examples", async () => {
    const { page } = await openPage(site.browser, `${site.base}/`);
    const code = await page.locator("pre code").allInnerTexts();
    expect(code.filter((text) => text.includes(`${site.base}/api/`))).toHaveLength(3);
    expect(code.join()).not.toContain("localhost:8080");
    await page.close();
  });

  it("explain every kind of problem at the address that its documents name", async () => {
    const answer = await fetch(`${site.base}/api/recent/?limit=0`);
    const { type } = (await answer.json()) as { type: string };
    const { page, watch } = await openPage(site.browser, new URL(type, site.base).href);
    expect(await page.locator("h1").innerText()).toBe("A parameter is not valid");
    expect(watch).toEqual({ faults: [], outside: [] });
    await page.close();
  });
});
