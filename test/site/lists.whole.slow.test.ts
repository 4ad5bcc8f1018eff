import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import type { CountryList, GlossaryList } from "../../build/contract/resources/resources.ts";
import { useEmbeddedSite } from "./embedded-site.ts";

/** The number of rows in which the text of one cell is over that of another, in the page. */
const OVERWRITTEN = `(() => {
  const boxesOf = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  };
  const meet = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  return [...document.querySelectorAll(".quakes tbody tr")].filter((row) => {
    const cells = Array.from(row.children, boxesOf);
    return cells.some((cell, at) => cells.slice(at + 1).some((other) => cell.some((a) => other.some((b) => meet(a, b)))));
  }).length;
})()`;

describe.skipIf(!inject("programs").chromium)("the lists, in a real browser", () => {
  const site = useEmbeddedSite();

  async function open(path: string, options: object = {}): Promise<Page> {
    const page = await (await site.browser.newContext(options)).newPage();
    await page.goto(site.base + path);
    await page.locator("form.list-filter:visible").waitFor();
    return page;
  }

  async function answer<T>(path: string): Promise<T> {
    return (await (await fetch(site.base + path)).json()) as T;
  }

  it("of countries filters, sorts, turns pages, and keeps all that in its address", async () => {
    const { countries } = await answer<CountryList>("/api/v1/countries/");
    const page = await open("/countries/");
    expect(await counts(page)).toEqual([countries.length, countries.length]);
    expect(await page.locator("tbody tr").count()).toBe(50);
    await page.getByRole("button", { name: "Next" }).click();
    expect(await page.locator(".list-pages").innerText()).toContain("Page 2 of 5");
    expect(await page.evaluate("document.activeElement.className")).toBe("list-state");
    await page.getByLabel("Seismic zone").selectOption("high");
    await page.getByLabel("Continent").selectOption("Asia");
    const expected = countries.filter(({ continent, seismic_zone: zone }) => continent === "Asia" && zone === "high");
    expect(await counts(page)).toEqual([expected.length, countries.length]);
    await page.getByRole("button", { name: "Largest magnitude" }).click();
    const heading = page.getByRole("columnheader", { name: "Largest magnitude" });
    expect(await heading.getAttribute("aria-sort")).toBe("descending");
    const shown = await page.locator("tbody td:last-child data").evaluateAll((all) => {
      return all.map((one) => Number(one.getAttribute("value")));
    });
    const known = expected.flatMap(({ largest_magnitude: magnitude }) => magnitude ?? []);
    expect(shown).toEqual(known.toSorted((a, b) => b - a));
    expect(await page.locator("svg.index a:not(.out)").count()).toBe(expected.length);
    await page.waitForURL("**/countries/#seismic_zone=high&continent=Asia&sort=-largest_magnitude");

    const rows = await page.locator("tbody a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    await page.reload();
    await page.locator("form.list-filter:visible").waitFor();
    expect(await page.locator("tbody a").evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual(rows);
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await counts(page)).toEqual([countries.length, countries.length]);
    await page.waitForURL((url) => url.hash === "");
    await page.context().close();
  });

  it.each(["/?lang=en", "/countries/japan/?lang=el", "/countries/chile/?lang=de", "/el/earthquakes/"])(
    "have no text over another on a phone: %s",
    async (path) => {
      const page = await (await site.browser.newContext({ viewport: { width: 360, height: 740 }, timezoneId: "Europe/Athens" })).newPage();
      await page.goto(site.base + path, { waitUntil: "networkidle" });
      expect(await page.locator(".quakes tbody tr").count()).toBeGreaterThan(4);
      expect(await page.evaluate(OVERWRITTEN)).toBe(0);
      await page.context().close();
    },
  );

  it("of countries gives what is shown as CSV and as GeoJSON, in the reader's language", async () => {
    const page = await open("/countries/?lang=de#q=japan");
    expect(await page.locator("tbody a").innerText()).toBe("Japan");
    expect(await page.locator("svg.index a:not(.out)").getAttribute("href")).toBe("../countries/japan/?lang=de");
    const { countries } = await answer<CountryList>("/api/v1/countries/");
    const japan = countries.find(({ iso2 }) => iso2 === "JP");
    const { total_earthquakes: total, total_significant: significant, largest_magnitude: largest } = japan ?? {};
    expect(await download(page, "CSV")).toBe(
      "slug,iso2,name,continent,seismic_zone,total_earthquakes,total_significant,largest_magnitude\n" +
        `japan,JP,Japan,Asia,very_high,${total},${significant},${largest}\n`,
    );
    const { features } = JSON.parse(await download(page, "GeoJSON")) as GeoJSON;
    expect(features).toMatchObject([{ geometry: { type: "MultiPolygon" }, properties: { iso2: "JP", name: "Japan" } }]);
    await page.locator(".languages summary").click();
    await page.locator(".languages a[lang=ar]").click();
    await page.locator("html[lang=ar] form.list-filter:visible").waitFor();
    expect(page.url()).toBe(`${site.base}/countries/?lang=ar#q=japan`);
    expect(await page.locator("tbody tr").count()).toBe(0);
    expect(await page.locator(".list-none").isVisible()).toBe(true);
    await page.context().close();
  });

  it("of terms narrows to a category and to words", async () => {
    const { terms } = await answer<GlossaryList>("/api/v1/glossary/?category=waves");
    const page = await open("/glossary/#category=waves");
    expect((await counts(page))[0]).toBe(terms.length);
    expect(await page.locator("section:visible h2").allInnerTexts()).toEqual(["Waves"]);
    await page.getByLabel("Filter by text").fill("love WAVE");
    expect(await page.locator("dl > div:visible dt").allInnerTexts()).toContain("Love wave");
    expect((await download(page, "CSV")).split("\n")[0]).toBe("slug,category,term,summary");
    await page.context().close();
  });

  it("of plates gives their boundaries as GeoJSON", async () => {
    const page = await open("/plates/#q=cocos");
    const { features } = JSON.parse(await download(page, "GeoJSON")) as GeoJSON;
    expect(features).toMatchObject([{ geometry: { type: "MultiLineString" }, properties: { code: "CO" } }]);
    await page.context().close();
  });

  it("show everything without scripts", async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${site.base}/countries/`);
    expect(await plain.locator("tbody tr:visible").count()).toBe(250);
    expect(await plain.locator("form.list-filter, .list-state, .list-pages, .list-download").filter({ visible: true }).count()).toBe(0);
    await context.close();
  });
});

/** The numbers of the line above a list: rows that match, and all of them. */
async function counts(page: Page): Promise<number[]> {
  await page.locator(".list-count:visible").waitFor();
  const text = await page.locator(".list-count").innerText();
  return (text.match(/\d+/g) ?? []).map(Number);
}

async function download(page: Page, format: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: format, exact: true }).click()]);
  expect(file.suggestedFilename()).toMatch(new RegExp(`^[a-z]+[.]${format.toLowerCase()}$`));
  return readFileSync(await file.path(), "utf8");
}

interface GeoJSON {
  features: { id?: string; geometry: { type: string; coordinates: number[] }; properties: Record<string, unknown> }[];
}
