import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import type { CountryList, EarthquakePage, GlossaryList } from "../../build/contract/resources/resources.ts";
import { createStaticServer } from "../../build/hosts/node/static-server.ts";
import type { ListedEarthquakes, PageModel } from "../../build/site/data/page.ts";
import { renderContext } from "../../build/site/data/render-context.ts";
import { dataPage } from "../../build/site/data/views.ts";
import { html } from "../../build/site/html.ts";
import { dataElement } from "../../build/site/i18n/translations.ts";
import { layout } from "../../build/site/layout.ts";
import { listen } from "../support/listen.ts";
import { useEmbeddedSite } from "./embedded-site.ts";
import { ENGLISH } from "./english.ts";

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

  it("of countries gives what is shown as CSV and as GeoJSON, in the reader's language", async () => {
    const page = await open("/countries/?lang=de#q=japan");
    expect(await page.locator("tbody a").innerText()).toBe("Japan");
    expect(await page.locator("svg.index a:not(.out)").getAttribute("href")).toBe("/countries/japan/?lang=de");
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

  it("of earthquakes asks the API for a period, a magnitude and a country", async () => {
    const page = await open("/earthquakes/");
    const { count: week } = await answer<EarthquakePage>("/api/v1/earthquakes/?hours=168&min_mag=4.5");
    expect(await counts(page)).toEqual([week, week]);
    await page.getByLabel("Minimum magnitude").selectOption("2.5");
    await page.getByLabel("Country").selectOption("US");
    const query = "/api/v1/earthquakes/?hours=168&min_mag=2.5&country=US&limit=500";
    const { earthquakes } = await answer<EarthquakePage>(query);
    await expect.poll(() => counts(page)).toEqual([earthquakes.length, earthquakes.length]);
    expect(await page.locator(".list-note").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Magnitude" }).click();
    await page.getByLabel("Filter by text").fill("alaska");
    const alaska = earthquakes.filter(({ place_description: place }) => /alaska/i.test(place));
    expect(await counts(page)).toEqual([alaska.length, earthquakes.length]);
    const { features } = JSON.parse(await download(page, "GeoJSON")) as GeoJSON;
    const ids = features.map(({ properties }) => String(properties["event_id"]));
    expect(ids.toSorted()).toEqual(alaska.map(({ event_id: id }) => id).toSorted());
    const magnitudes = features.map(({ properties }) => Number(properties["magnitude"]));
    expect(magnitudes).toEqual(magnitudes.toSorted((a, b) => b - a));
    await page.waitForURL("**/earthquakes/#q=alaska&min=2.5&country=US&sort=-magnitude");
    for (const href of await page.locator(".list-frame tbody a").evaluateAll((all) => all.map((one) => one.getAttribute("href"))))
      expect((await fetch(site.base + href)).status).toBe(200);
    await page.context().close();
  });

  it("of earthquakes writes magnitudes as in the reader's language", async () => {
    const page = await open("/earthquakes/?lang=de");
    expect(await page.locator("select[name=min] option").allInnerTexts()).toEqual(["Alle", "1,0", "2,5", "4,5", "6,0"]);
    await page.context().close();
  });

  it("of earthquakes says so where the API does not answer, and comes back when it does", async () => {
    const page = await open("/earthquakes/");
    await page.route("**/api/v1/earthquakes/?*", (route) => route.abort());
    await page.getByLabel("Period").selectOption("24");
    await page.locator(".list-failed:visible").waitFor();
    expect(await page.locator(".list-frame tbody tr").count()).toBe(0);
    await page.unroute("**/api/v1/earthquakes/?*");
    await page.getByLabel("Period").selectOption("6");
    const { count } = await answer<EarthquakePage>("/api/v1/earthquakes/?hours=6&min_mag=4.5");
    await expect.poll(() => counts(page)).toEqual([count, count]);
    await page.context().close();
  });

  /** The page of earthquakes of a tree with an archive of many years; the embedded one has a month. */
  async function archivePage(): Promise<string> {
    const published = await (await fetch(`${site.base}/earthquakes/`)).text();
    expect(published).not.toContain('value="archive"');
    const [, data = ""] = /<script type="application\/json" id="model">(.*?)<\/script>/s.exec(published) ?? [];
    const body = { ...((JSON.parse(data) as PageModel).content.body as ListedEarthquakes), archivedFrom: 5 };
    const names = { hasPage: () => true, country: String, term: String, plate: String };
    const page = dataPage({ kind: "earthquakes", body }, renderContext(ENGLISH, names));
    return layout({ ...page, end: html`${dataElement("model", { content: { body }, pages: [], plates: {} })}${page.end}` }, ENGLISH);
  }

  it("of earthquakes reads the archive, also of a host that only has files", async () => {
    const text = await archivePage();
    const about = await fetch(`${site.base}/fdsnws/event/1/application.json`);
    const { complete } = (await about.json()) as { complete: { from: number; magnitude: number | null }[] };
    const [span] = complete.filter(({ magnitude }) => (magnitude ?? 0) <= 5);
    const since = new Date(span?.from ?? 0);
    const query = `format=geojson&eventtype=earthquake&minmagnitude=5&country=ID&starttime=${since.toISOString()}`;
    const { features } = (await (await fetch(`${site.base}/fdsnws/event/1/query?${query}`)).json()) as GeoJSON;
    expect(features.length).toBeGreaterThan(2);

    const plain = await listen(createStaticServer(inject("embeddedTree")));
    for (const base of [site.base, plain.base]) {
      const page = await (await site.browser.newContext({ locale: "en" })).newPage();
      await page.route("**/earthquakes/", (route) => route.fulfill({ body: text, contentType: "text/html" }));
      await page.goto(`${base}/earthquakes/#hours=archive&min=5&country=ID`);
      await page.locator(".list-since:visible").waitFor({ timeout: 10_000 });
      expect(await counts(page)).toEqual([features.length, features.length]);
      const day = since.toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" });
      expect(await page.locator(".list-since").innerText()).toBe(`From the archive: all since ${day}.`);
      const file = JSON.parse(await download(page, "GeoJSON")) as GeoJSON;
      const listed = file.features.map(({ properties, geometry }) => [properties["event_id"], geometry.coordinates]);
      expect(listed).toEqual(features.map(({ id, geometry }) => [id, geometry.coordinates.slice(0, 2)]));
      const [href] = await page.locator(".list-frame tbody a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      expect(href).toBe(`https://earthquake.usgs.gov/earthquakes/eventpage/${features[0]?.id}`);
      await page.context().close();
    }
    await plain.close();

    const page = await site.browser.newPage();
    await page.route("**/earthquakes/", (route) => route.fulfill({ body: text, contentType: "text/html" }));
    await page.route("**/application.json", (route) => route.fulfill({ json: {}, headers: { "x-snapshot": "1" } }));
    await page.goto(`${site.base}/earthquakes/#hours=archive&min=6`);
    await page.locator(".list-incomplete:visible").waitFor({ timeout: 10_000 });
    expect(await page.locator(".list-state").innerText()).toContain("every earthquake of magnitude 6.0 or more");
    expect(await page.locator(".list-none").isVisible()).toBe(false);
    expect(await page.locator(".list-frame tbody tr").count()).toBe(0);
    await page.close();
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

  it("show everything without scripts, and can be sorted on a phone", async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${site.base}/countries/`);
    expect(await plain.locator("tbody tr:visible").count()).toBe(250);
    expect(await plain.locator("form.list-filter, .list-state, .list-pages, .list-download").filter({ visible: true }).count()).toBe(0);
    await context.close();

    const page = await open("/earthquakes/", { viewport: { width: 390, height: 844 } });
    const list = page.locator(".list-frame");
    await list.getByRole("button", { name: "Magnitude" }).click();
    expect(await list.getByRole("columnheader", { name: "Magnitude" }).getAttribute("aria-sort")).toBe("descending");
    expect(await list.getByRole("row").count()).toBe(51);
    await page.context().close();
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
