import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { useEmbeddedSite } from "../../embedded-site.ts";

async function saved(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.take button[name=${name}]`)]);
  return readFileSync(await download.path());
}

describe.skipIf(!inject("programs").chromium)("a figure that is taken away", () => {
  const site = useEmbeddedSite();

  it("is a picture without a variable or a reference, a PNG and the numbers", async () => {
    const page = await site.browser.newPage({ viewport: { width: 1100, height: 900 } });
    await page.goto(`${site.base}/countries/japan/`, { waitUntil: "networkidle" });
    await page.click(".take summary");
    const svg = (await saved(page, "svg")).toString();
    expect(svg).not.toMatch(/var\(|<use|class=/);
    expect(svg).toContain(">Earthquakes in Japan</text>");
    expect(svg).toContain("GeoNames (CC BY 4.0)");
    expect(svg.match(/<path/g)?.length).toBeGreaterThan(20);
    expect((await saved(page, "png")).subarray(1, 4).toString()).toBe("PNG");
    expect((await saved(page, "csv")).toString()).toMatch(/^event_id,[^\n]*magnitude[^\n]*\n(\w+,[^\n]*\n){10}/);
    await page.close();
  });

  it.each(["/countries/japan/?embed=1&lang=de", "/de/tools/energy/?embed=1"])(
    "stands alone in a frame, in its language: %s",
    async (path) => {
      const page = await site.browser.newPage({ viewport: { width: 800, height: 520 } });
      await page.goto(site.base + path, { waitUntil: "networkidle" });
      await page.waitForSelector("[data-alone]");
      expect(await page.locator("main svg.map, main svg.chart").first().isVisible()).toBe(true);
      expect(await page.locator("header.site, h1, footer.site, form").locator("visible=true").count()).toBe(0);
      expect(await page.locator("html").getAttribute("lang")).toBe("de");
      await page.close();
    },
  );
});
