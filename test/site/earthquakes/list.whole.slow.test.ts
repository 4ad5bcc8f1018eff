import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createStaticServer } from "../../../build/hosts/node/static-server.ts";
import {
  HISTORY_FILE,
  type ListedEarthquake,
  NEWEST_FILE,
  RECENT_FILE,
  RECENT_SMALL_FILE,
  readTable,
} from "../../../build/site/earthquakes/table.ts";
import { listen } from "../../support/listen.ts";
import { useEmbeddedSite } from "../embedded-site.ts";

describe.skipIf(!inject("programs").chromium)("the list of earthquakes, in a real browser", () => {
  const site = useEmbeddedSite();
  const tableIn = (file: string) => readTable(JSON.parse(readFileSync(join(inject("embeddedTree"), file), "utf8")));
  const all = (): ListedEarthquake[] => [
    ...new Map([HISTORY_FILE, RECENT_FILE, RECENT_SMALL_FILE, NEWEST_FILE].flatMap(tableIn).map((one) => [one.id, one])).values(),
  ];

  async function open(path: string, options: object = {}): Promise<Page> {
    const page = await (await site.browser.newContext({ locale: "en", ...options })).newPage();
    await page.goto(site.base + path);
    await page.locator("#selection:visible").waitFor();
    return page;
  }

  it("names the deadliest in Türkiye since 1900, and keeps that in its address", async () => {
    const page = await open("/earthquakes/");
    await page.locator("[data-chip=when] summary").click();
    await page.getByLabel("From").fill("1900");
    await page.locator("[data-chip=where] summary").click();
    await page.getByLabel("Country").selectOption("TR");
    await page.locator("[data-chip=magnitude] summary").click();
    await page.getByLabel("At least").first().fill("");
    await page.getByRole("button", { name: "Deaths" }).click();
    await page.waitForURL("**/earthquakes/#start=1900&country=TR&min_mag=&sort=-deaths");
    const meant = all().filter(({ country, time }) => country === "TR" && time >= Date.UTC(1900, 0));
    await expect.poll(() => found(page)).toContain(`${meant.length} earthquakes match`);
    const tolls = meant.map(({ deaths }) => deaths ?? 0).toSorted((a, b) => b - a);
    expect(await page.locator("tbody tr:first-child td:last-child data").getAttribute("value")).toBe(String(tolls[0]));
    const rows = await page.locator("tbody a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    await page.reload();
    await expect.poll(() => page.locator("tbody a").evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual(rows);
    expect(await page.locator("[data-chip=when] b").innerText()).toBe("1900 –");
    await page.context().close();
  });

  it("has M 6 and more in Japan on a host of files, in few requests, and gives exactly those as CSV and GeoJSON", async () => {
    const plain = await listen(createStaticServer(inject("embeddedTree")));
    const page = await (await site.browser.newContext({ locale: "ja" })).newPage();
    const asked: string[] = [];
    page.on("response", (response) => asked.push(new URL(response.url()).pathname));
    await page.goto(`${plain.base}/ja/earthquakes/#hours=&country=JP&min_mag=6`);
    const meant = all().filter(({ country, magnitude }) => country === "JP" && (magnitude ?? 0) >= 6);
    await expect.poll(() => found(page)).toContain(String(meant.length));
    const data = asked.filter((path) => path.endsWith(".json") && !path.includes("/texts/"));
    expect(data.toSorted()).toEqual(["/api.json", HISTORY_FILE, NEWEST_FILE, RECENT_FILE]);
    expect(await page.locator("tbody .place").first().innerText()).toContain("日本");
    const csv = await download(page, "CSV");
    const lines = csv.trimEnd().split("\n");
    expect(lines[0]).toContain("deaths,deaths_at_least");
    expect(
      lines
        .slice(1)
        .map((line) => line.split(",")[0] ?? "")
        .toSorted(),
    ).toEqual(meant.map(({ id }) => id).toSorted());
    const { features } = JSON.parse(await download(page, "GeoJSON")) as {
      features: { properties: { id: string; deaths: number | null } }[];
    };
    const placed = meant.filter(({ latitude }) => latitude !== null);
    expect(features.map(({ properties }) => properties.id).toSorted()).toEqual(placed.map(({ id }) => id).toSorted());
    const toll = new Map(meant.map(({ id, deaths, atLeast }) => [id, atLeast ? null : deaths]));
    for (const { properties } of features) expect(properties.deaths).toBe(toll.get(properties.id));
    await page.context().close();
    await plain.close();
  });

  it("shows a hundred rows of many, groups them by decade, and narrows to a bar", async () => {
    const page = await open("/earthquakes/#hours=&min_mag=");
    await expect.poll(() => found(page)).toContain(`${new Intl.NumberFormat("en").format(all().length)} earthquakes`);
    expect(await page.locator("tbody tr:not(.group)").count()).toBe(100);
    await page.locator("#more").click();
    expect(await page.locator("tbody tr:not(.group)").count()).toBe(600);
    const nineties = all().filter(({ time }) => time >= Date.UTC(1990, 0) && time < Date.UTC(2000, 0));
    await page.locator("#bars a", { hasText: "1990–1999" }).click();
    await expect.poll(() => found(page)).toContain(`${nineties.length} earthquakes`);
    await page.goto(`${site.base}/earthquakes/#hours=&end=-1&min_mag=`);
    const old = all().filter(({ time }) => new Date(time).getUTCFullYear() <= 0);
    await expect.poll(() => found(page)).toContain(`${old.length} earthquakes`);
    expect(await page.locator("tbody .group th").first().innerText()).toContain("99 BC – 1 BC");
    await page.context().close();
  });

  it("says so where a file cannot be read, and comes back when it can", async () => {
    const page = await open("/earthquakes/");
    await page.route(`**${HISTORY_FILE}`, (route) => route.abort());
    await page.goto(`${site.base}/earthquakes/#hours=&min_mag=7`);
    await expect.poll(() => found(page)).toContain("could not be loaded");
    expect(await page.locator("tbody tr").count()).toBe(0);
    await page.unroute(`**${HISTORY_FILE}`);
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => found(page)).toContain("match");
    await page.goto(`${site.base}/earthquakes/#hours=&min_mag=7`);
    const meant = all().filter(({ magnitude }) => (magnitude ?? 0) >= 7);
    await expect.poll(() => found(page)).toContain(`${meant.length} earthquakes`);
    await page.context().close();
  });

  it("gives no file of a selection that cannot be read, and that of the selection chosen last without a wait", async () => {
    const page = await open("/earthquakes/");
    await page.route(`**${HISTORY_FILE}`, (route) => route.abort());
    await page.goto(`${site.base}/earthquakes/#hours=&min_mag=7`);
    await expect.poll(() => found(page)).toContain("could not be loaded");
    const files: string[] = [];
    page.on("download", (file) => files.push(file.suggestedFilename()));
    await page.getByRole("button", { name: "CSV" }).click();
    await expect.poll(() => page.locator("#message").innerText()).toContain("could not be loaded");
    expect(files).toEqual([]);
    await page.unroute(`**${HISTORY_FILE}`);
    await page.locator("[data-chip=magnitude] summary").click();
    await page.getByLabel("At least").first().fill("8");
    const lines = (await download(page, "CSV")).trimEnd().split("\n");
    expect(lines.length - 1).toBe(all().filter(({ magnitude }) => (magnitude ?? 0) >= 8).length);
    await page.context().close();
  });

  it("says of each condition what is chosen, and leads to the map with the same earthquakes", async () => {
    const page = await open("/earthquakes/#hours=168&min_mag=&alert=orange");
    const said = (chip: string) => page.locator(`[data-chip=${chip}] b`).innerText();
    await expect.poll(() => said("effects")).toBe("orange");
    for (const chip of ["magnitude", "depth", "deaths"]) expect(await said(chip)).toBe("Any");
    await expect.poll(() => page.locator("#on-map").getAttribute("href")).toMatch(/\/map\/#min_mag=&alert=orange$/);
    await page.context().close();
  });

  it("has all of history on pages without scripts", async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.base}/earthquakes/`);
    expect(await page.locator("#selection").isVisible()).toBe(false);
    const eras = await page.locator("#bars a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const listed: string[] = [];
    for (const era of eras) {
      await page.goto(new URL(era, `${site.base}/earthquakes/`).href);
      listed.push(...(await page.locator("tbody a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))));
    }
    expect(listed.toSorted()).toEqual(
      tableIn(HISTORY_FILE)
        .map(({ slug }) => `../../../earthquakes/${slug}/`)
        .toSorted(),
    );
    await context.close();
  });
});

function found(page: Page): Promise<string> {
  return page.locator("#found").innerText();
}

async function download(page: Page, format: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: format, exact: true }).click()]);
  expect(file.suggestedFilename()).toBe(`earthquakes.${format.toLowerCase()}`);
  return readFileSync(await file.path(), "utf8");
}
