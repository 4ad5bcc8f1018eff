import { describe, expect, inject, it } from "vitest";
import { useEmbeddedSite } from "./embedded-site.ts";

describe.skipIf(!inject("programs").chromium)("the search in the header", () => {
  const site = useEmbeddedSite();

  async function typed(path: string, query: string) {
    const page = await site.browser.newPage();
    await page.goto(`${site.base}${path}`, { waitUntil: "networkidle" });
    await page.locator("header .search input").fill(query);
    await page.locator("[role=option]").first().waitFor();
    return page;
  }

  it("shows what the API finds, by the names of the reader's language, and opens it by the keyboard", async () => {
    const page = await typed("/countries/japan/?lang=de", "Japan");
    const input = page.locator("header .search input");
    expect(await input.getAttribute("aria-expanded")).toBe("true");
    const options = await page.locator("[role=option]").allInnerTexts();
    expect(options[0]).toMatch(/^Japan\s+Länder$/);
    expect(options.some((text) => /^M \d,\d/.test(text))).toBe(true);
    await input.press("ArrowDown");
    expect(await input.getAttribute("aria-activedescendant")).toBe("suggestions-0");
    await input.press("ArrowUp");
    expect(await input.getAttribute("aria-activedescendant")).toBeNull();
    await input.press("Escape");
    expect(await page.locator("[role=listbox]").isVisible()).toBe(false);
    await input.press("ArrowDown");
    await page.locator("[role=option]").first().waitFor();
    await input.press("ArrowDown");
    await input.press("Enter");
    await page.waitForURL(`${site.base}/countries/japan/?lang=de`);
    await page.close();
  });

  it("finds countries by any of their names, and says so where there is nothing", async () => {
    const page = await typed("/ja/", "日本");
    expect(await page.locator("[role=option]").first().innerText()).toContain("日本");
    await page.close();
    const none = await typed("/", "xyzzyx");
    expect(await none.locator("[role=option]").allInnerTexts()).toEqual(["Nothing found for “xyzzyx”."]);
    await none.close();
  });

  it("finds plates by their names in all languages", async () => {
    for (const [path, query, name, href] of [
      ["/", "nazca plate", "Nazca", "/plates/nazca/"],
      ["/", "plaque des Caraïbes", "Caribbean", "/plates/caribbean/"],
      ["/", "太平洋板块", "Pacific", "/plates/pacific/"],
      ["/de/", "pazifische", "Pazifische Platte", "/plates/pacific/?lang=de"],
    ] as const) {
      const page = await typed(path, query);
      const option = page.locator("[role=option]", { hasText: name }).first();
      expect(await option.getAttribute("data-href")).toBe(href);
      await page.close();
    }
  });

  it("leads to a page of results", async () => {
    const page = await typed("/tools/", "tsunami");
    await page.locator("header .search input").press("Enter");
    await page.waitForURL(`${site.base}/search/?q=tsunami`);
    await page.locator("#results li").first().waitFor();
    expect(await page.locator("#search-state").innerText()).toMatch(/^\d+ results for “tsunami”$/);
    for (const href of await page.locator("#results a").evaluateAll((all) => all.map((one) => one.getAttribute("href"))))
      expect((await fetch(`${site.base}${href}`)).status).toBe(200);
    await page.close();
  });

  it("has one heading for lists and earthquakes, lists first", async () => {
    const page = await site.browser.newPage();
    await page.goto(`${site.base}/search/?q=haiti+2010`);
    await page.locator("#results li").first().waitFor();
    const headings = await page.locator("#results h2").allInnerTexts();
    expect(headings).toEqual([...new Set(headings)]);
    expect(await page.locator("#results .earthquakes a").first().innerText()).toBe("Earthquakes · Haiti · 2010");
    await page.close();
  });

  it("says that there are more than it shows, with a list of all, and places in the language of the page", async () => {
    const page = await site.browser.newPage();
    for (const [query, name, hash] of [
      ["japan", "Japan", "#hours=&country=JP&min_mag=&sort=-magnitude"],
      ["alaska", "alaska", "#hours=&min_mag=&q=alaska&sort=-magnitude"],
    ] as const) {
      await page.goto(`${site.base}/de/search/?q=${query}`);
      const first = page.locator("#results .earthquakes a").first();
      await first.waitFor();
      expect(await page.locator("#search-state").innerText()).toMatch(/^[56]\d\+ Ergebnisse/);
      expect(await first.innerText()).toBe(`Erdbeben · ${name}`);
      expect(await first.getAttribute("href")).toBe(`/de/earthquakes/${hash}`);
    }
    await page.locator("#results .earthquakes a", { hasText: "300 km SO von Kodiak" }).waitFor();
    await page.close();
  });

  it("says that the latest are those of a week, in the language of the page", async () => {
    const page = await site.browser.newPage();
    await page.goto(`${site.base}/de/search/?q=${encodeURIComponent("neueste Erdbeben Türkei")}`);
    await page.locator("#results .earthquakes a", { hasText: "Erdbeben · Türkei · 7 Tage" }).waitFor();
    await page.close();
  });

  it("treats what somebody types as text", async () => {
    const page = await typed("/", "<img src=x onerror=alert(1)>");
    expect(await page.locator("[role=option] img").count()).toBe(0);
    await page.goto(`${site.base}/search/?q=${encodeURIComponent("<b>x</b>")}`, { waitUntil: "networkidle" });
    expect(await page.locator("#search-state").innerText()).toContain("“<b>x</b>”");
    await page.close();
  });

  it("works without scripts: the form leads to a form that asks the API", async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.base}/`);
    await page.locator("header .search input").fill("taiwan");
    await page.locator("header .search input").press("Enter");
    await page.waitForURL(`${site.base}/search/?q=taiwan`);
    await page.locator("form[action^='../api/v1/search/'] input").fill("taiwan");
    await page.locator("form[action^='../api/v1/search/'] button").click();
    expect(page.url()).toBe(`${site.base}/api/v1/search/?q=taiwan`);
    expect(await page.innerText("body")).toContain('"countries":[{"name":"Taiwan"');
    await context.close();
  });
});

describe.skipIf(!inject("programs").chromium)("who has a question and a search box", () => {
  const site = useEmbeddedSite();

  /** Asks in the header of a page and opens the first answer, which is a list. */
  async function asked(path: string, question: string) {
    const page = await site.browser.newPage();
    await page.goto(`${site.base}${path}`);
    await page.locator("header .search input").fill(question);
    await page.locator("[role=option]").first().waitFor();
    await page.locator("header .search input").press("ArrowDown");
    await page.locator("header .search input").press("Enter");
    await page.waitForURL(/\/earthquakes\/#/);
    await page.locator("#around svg.map").waitFor();
    return page;
  }

  it("is told the deadliest earthquakes in Turkey since 1900", async () => {
    const page = await asked("/", "deadliest in Turkey since 1900");
    const rows = await page.locator("#rows tbody tr:not(.group)").allInnerTexts();
    expect(rows[0]).toContain("2023");
    expect(rows[0]).toMatch(/5[0-9],[0-9]{3}/);
    expect(rows[1]).toContain("1939");
    expect(rows.length).toBeGreaterThan(5);
    await page.close();
  });

  it("is shown the earthquakes of magnitude 6 and more in Japan on a map", async () => {
    const page = await asked("/", "M 6 and more in Japan on a map");
    const count = await page.locator("#rows tbody tr:not(.group)").count();
    expect(count).toBeGreaterThan(20);
    expect(await page.locator("#around svg.map path.mark").count()).toBe(count);
    expect(await page.locator("#around svg.map use").count()).toBeGreaterThan(0);
    await page.close();
  });

  it("is told what was near Lisbon this week, on a page that can be shared", async () => {
    const page = await asked("/", "near Lisbon this week");
    expect(await page.locator("h1").innerText()).toBe("Earthquakes near Lisbon, Portugal");
    // The week is what the list shows if its address says nothing else.
    expect(page.url()).not.toContain("hours=");
    expect(await page.locator("#around svg.map path.ring").count()).toBe(1);
    await page.locator("#found a", { hasText: "All times" }).click();
    await page.locator("#rows tbody", { hasText: "1755" }).waitFor();
    expect(await page.locator("h1").innerText()).toBe("Earthquakes near Lisbon, Portugal");
    await page.close();
  });

  it("finds a town in another language and script, whose page keeps the name", async () => {
    const page = await asked("/ja/", "マニラ");
    expect(await page.locator("h1").innerText()).toBe("Manila, フィリピン周辺の地震");
    expect(await page.locator("#around svg.map path.mark").count()).toBeGreaterThan(0);
    await page.close();
  });
});
