import { describe, expect, inject, it } from "vitest";
import { useEmbeddedSite } from "./embedded-site.ts";

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
    await page.goto(`${page.url()}&hours=`);
    await page.reload();
    await page.locator("#rows tbody tr:not(.group)").first().waitFor();
    expect(await page.locator("h1").innerText()).toBe("Earthquakes near Lisbon, Portugal");
    expect(await page.locator("#rows tbody").innerText()).toContain("1755");
    await page.close();
  });

  it("finds a town in another language and script, whose page keeps the name", async () => {
    const page = await asked("/ja/", "マニラ");
    expect(await page.locator("h1").innerText()).toBe("Manila, フィリピン周辺の地震");
    expect(await page.locator("#around svg.map path.mark").count()).toBeGreaterThan(0);
    await page.close();
  });
});
