import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { useEmbeddedSite } from "../embedded-site.ts";

const EVENT = "/earthquakes/m6-4-22km-nne-of-hualian-taiwan-us1000chhc/";
const MILE_KM = 1.609344;

/** The kilometres of each distance on the page, and the number that is shown. */
async function distances(page: Page): Promise<{ km: number; shown: string }[]> {
  const all = await page.locator('main data[data-unit="kilometer"]').all();
  return Promise.all(all.map(async (one) => ({ km: Number(await one.getAttribute("value")), shown: await one.innerText() })));
}

/** The degrees of a point in Mercator's projection of the world, as fractions of its width from the west and from the equator. */
function degreesOf(x: number, y: number): [latitude: number, longitude: number] {
  return [(Math.atan(Math.sinh(2 * Math.PI * y)) * 180) / Math.PI, x * 360 - 180];
}

/** Latitude of the upper edge of the small map, degrees. */
const TOP = 77;

describe.skipIf(!inject("programs").chromium)("every page, in a real browser", () => {
  const site = useEmbeddedSite();

  it("shows distances in miles and times in UTC to a reader who chose that, also after a reload", async () => {
    const context = await site.browser.newContext({ timezoneId: "Asia/Tokyo" });
    const page = await context.newPage();
    await page.goto(site.base + EVENT);
    const [units, zones] = ["distance", "zone"].map((name) => page.locator(`[data-switch="${name}"]`));
    const when = page.locator("p.names time");
    await page.locator(".languages summary").click();
    expect(await units?.innerText()).toContain("km");
    expect((await page.locator(".languages summary").innerText()).replaceAll("\n", "")).toContain("English · GMT+9 · km");
    expect((await distances(page)).every(({ shown }) => shown.endsWith("km"))).toBe(true);
    expect(await when.innerText()).toContain("GMT+9");
    await units?.click();
    await zones?.click();
    for (const isReloaded of [false, true]) {
      if (isReloaded) {
        await page.reload();
        await page.locator(".languages summary").click();
      }
      await expect.poll(() => units?.innerText()).toContain("mi");
      expect(await when.innerText()).toContain("15:50 UTC");
      const shown = await distances(page);
      expect(shown.length).toBeGreaterThan(5);
      for (const { km, shown: text } of shown) {
        expect(text).toMatch(/mi$/);
        expect(Math.abs(Number.parseFloat(text.replaceAll(",", "")) - km / MILE_KM)).toBeLessThanOrEqual(0.5);
      }
    }
    await page.keyboard.press("Escape");
    expect(await page.evaluate("document.activeElement.closest('details').open || document.activeElement.localName")).toBe("summary");
    await page.keyboard.press("Enter");
    await units?.click();
    await zones?.click();
    expect((await distances(page)).every(({ shown }) => shown.endsWith("km"))).toBe(true);
    expect(await when.innerText()).toContain("GMT+9");
    await context.close();
  }, 120_000);

  it.each([390, 768, 1440])("shows the whole list of suggestions in a window of %d pixels", async (width) => {
    const page = await site.browser.newPage({ viewport: { width, height: 844 } });
    for (const [path, box, text] of [
      ["/countries/", "header.site .search input", "japan"],
      ["/es/tools/near-me/", ".place input", "lisb"],
      ["/ar/tools/near-me/", ".place input", "lisb"],
    ] as const) {
      await page.goto(site.base + path, { waitUntil: "networkidle" });
      await page.locator(box).first().pressSequentially(text);
      const list = page.locator(".suggestions:not([hidden])");
      await list.waitFor();
      const { x, width: wide } = (await list.boundingBox()) ?? { x: -1, width: 0 };
      expect([path, x >= 0 && x + wide <= width]).toEqual([path, true]);
    }
    await page.close();
  });

  it("has a low header on a phone, with a menu of the main pages", async () => {
    const context = await site.browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(`${site.base}/countries/?lang=ar`, { waitUntil: "networkidle" });
    const box = await page.locator("header.site").boundingBox();
    expect(box?.height).toBeLessThan(64);
    const plates = page.locator('header.site nav a[href^="../plates/"]');
    expect(await plates.isVisible()).toBe(false);
    await page.locator("header.site .menu").click();
    await plates.click();
    await page.waitForURL(`${site.base}/plates/?lang=ar`);
    await page.setViewportSize({ width: 1280, height: 600 });
    expect(await plates.isVisible()).toBe(true);
    expect(await page.locator("header.site .menu").isVisible()).toBe(false);
    await context.close();
  });

  it("offers no choice of time zones to a reader whose clock shows UTC", async () => {
    const context = await site.browser.newContext({ timezoneId: "UTC" });
    const page = await context.newPage();
    await page.goto(site.base + EVENT);
    await page.locator(".languages summary").click();
    await page.locator('[data-switch="distance"]:visible').waitFor();
    expect(await page.locator('[data-switch="zone"]').isVisible()).toBe(false);
    await context.close();
  }, 120_000);

  it.each([
    ["near-me", ""],
    ["travel-times", ""],
    ["plate-motion", ""],
    ["tsunami-travel-time", "to_"],
  ])(
    "takes a position from a click on the map and from a town that is searched for: %s",
    async (slug, prefix) => {
      const page = await site.browser.newPage();
      await page.goto(`${site.base}/tools/${slug}/`);
      const search = page.locator(`#${prefix}place`);
      const picker = page.locator(".place").filter({ has: search });
      const [map, world] = [picker.locator("svg"), picker.locator("button")];
      const position = async () => {
        const fields = ["latitude", "longitude"].map((name) => page.locator(`#field-${prefix}${name}`).inputValue());
        return (await Promise.all(fields)).map(Number);
      };
      await map.scrollIntoViewIfNeeded();
      const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};

      await map.click({ position: { x: width * 0.75, y: height * 0.5 } });
      const top = Math.asinh(Math.tan((TOP * Math.PI) / 180)) / (2 * Math.PI);
      const [latitude, longitude] = degreesOf(0.75, top - 0.31);
      const [north = 0, east = 0] = await position();
      // A pixel is about a degree and a half.
      expect(Math.abs(north - latitude)).toBeLessThan(3);
      expect(Math.abs(east - longitude)).toBeLessThan(3);

      // The map now shows the surroundings: the middle is where the reader clicked.
      await map.click({ position: { x: width / 2, y: height / 2 } });
      const [again = 0, beside = 0] = await position();
      expect(Math.hypot(again - north, beside - east)).toBeLessThan(0.5);
      await world.click();
      expect(await world.isVisible()).toBe(false);

      await search.focus();
      await page.keyboard.type("Kaohsiung");
      await page
        .getByRole("option", { name: /Kaohsiung/ })
        .first()
        .waitFor();
      await page.keyboard.press("Enter");
      const near = async () => {
        const [found = 0, there = 0] = await position();
        return Math.hypot(found - 22.6, there - 120.3) < 0.3;
      };
      await expect.poll(near).toBe(true);
      await page.close();
    },
    120_000,
  );
});
