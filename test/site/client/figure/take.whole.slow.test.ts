import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import type { CountryProfile } from "../../../../build/contract/resources/resources.ts";
import { TOOL_SLUGS } from "../../../../build/site/tools/tool.ts";
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
    expect(svg).toMatch(/>\d+% of the earthquakes of known depth were less than 70 km deep<\/text>/);
    expect(svg).toContain(">Earthquakes in Japan. Map of Japan</text>");
    expect(svg).toContain("GeoNames (CC BY 4.0)");
    expect(svg.match(/<path/g)?.length).toBeGreaterThan(20);
    expect((await saved(page, "png")).subarray(1, 4).toString()).toBe("PNG");
    const [, ...rows] = (await saved(page, "csv")).toString().trimEnd().split("\n");
    const { recent_earthquakes: recent, strongest } = (await (
      await fetch(`${site.base}/api/v1/countries/japan/`)
    ).json()) as CountryProfile;
    expect(rows.map((row) => row.split(",")[0])).toEqual([...new Set([...recent, ...strongest].map(({ event_id: id }) => id))]);
    await page.close();
  });

  it("has all the earthquakes of the map of the start page as numbers, and its title in the frame", async () => {
    const page = await site.browser.newPage({ viewport: { width: 1100, height: 900 } });
    await page.goto(`${site.base}/`, { waitUntil: "networkidle" });
    await page.evaluate(`document.title = 'A "quoted" <title>'`);
    await page.click(".take summary");
    expect(await page.locator(".take code").first().innerText()).toContain('title="A &quot;quoted&quot; &lt;title&gt;"');
    const marks = (await (await fetch(`${site.base}/earthquakes/week.svg`)).text()).match(/<path/g)?.length ?? 0;
    expect(marks).toBeGreaterThan(100);
    expect((await saved(page, "csv")).toString().trimEnd().split("\n").length - 1).toBe(marks);
    await page.close();
  });

  it.concurrent.each([
    ["/tools/energy/", /^magnitude,energy_joules\n2,25118900\n[^\n]*\n/],
    ["/tools/travel-times/", /^phase,degrees,seconds\nP,\d[^\n]*\n/],
    ["/plates/pacific/", /^plate,type,length_km,share,mean_speed_mm_per_year,[^\n]*\n[a-z-]+,[a-z]+,\d/],
    ["/plates/", /^name,slug,code,[^\n]*\n[^,]+,[a-z-]+,[A-Z]{2},/],
    ["/countries/", /^name,iso2,[^\n]*seismic_zone[^\n]*\n[A-Z][a-z]+,[A-Z]{2},/],
    ["/earthquakes/m6-4-22km-nne-of-hualian-taiwan-us1000chhc/", /^what,intensity,[^\n]*\nepicentre,,,24\.1737,121\.653,10\.64,6\.4\n/],
    ["/earthquakes/#min_mag=6", /^latitude,longitude,depth_km,magnitude\n-?\d/],
    ["/tools/countries/", /^country,[^\n]*\n[^\n]*\n/],
    ["/tools/gutenberg-richter/", /^magnitude,[^\n]*\n[^\n]*\n/],
  ])("offers numbers where the figure has data: %s", async (path, numbers) => {
    const page = await site.browser.newPage({ viewport: { width: 1100, height: 900 } });
    await page.goto(site.base + path, { waitUntil: "networkidle" });
    await page.click(".take summary");
    await page.locator(".take button[name=svg]").first().waitFor();
    expect((await saved(page, "csv")).toString()).toMatch(numbers);
    await page.close();
  });

  const ofEvent = "/earthquakes/m6-4-22km-nne-of-hualian-taiwan-us1000chhc/";
  // A page waits for its network most of the time.
  it.concurrent.each([
    // A list reads the earthquakes that it selects from.
    ["/earthquakes/?embed=1&lang=de#min_mag=6", 125],
    // The map of the tool has the land of the largest cells there are.
    ["/hi/tools/near-me/?embed=1", 67],
    // This address leads to the page of its language.
    ["/?embed=1&lang=de", 62],
    ...["/", ...TOOL_SLUGS.filter((slug) => slug !== "near-me").map((slug) => `/tools/${slug}/`)].map(
      (path) => [`/de${path}?embed=1`, 60] as const,
    ),
    ["/countries/indonesia/?embed=1&lang=en", 60],
    // Another language than that of the file needs more: a script writes the page again.
    ...["/countries/", "/countries/indonesia/", "/countries/turkiye/", "/plates/", "/plates/pacific/", ofEvent].map(
      (path) => [`${path}?embed=1&lang=de`, 60] as const,
    ),
    ["/plates/pacific/?embed=2&lang=de", 60],
  ] as const)("stands alone in a frame, in its language: %s needs at most %i KB", async (path, kilobytes) => {
    const page = await site.browser.newPage({ viewport: { width: 820, height: 560 } });
    const asked = new Map<string, string>();
    let weight = 0;
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    session.on("Network.responseReceived", ({ requestId, response }) => void asked.set(requestId, response.url));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
      if (!/llms\.txt$|icon\.svg$/.test(asked.get(requestId) ?? "")) weight += bytes;
    });
    const body = `<iframe src="${site.base}${path}" width="800" height="520"></iframe>`;
    await page.goto(`${site.base}/llms.txt`);
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}`);
    const frame = page.frames()[1] as Frame;
    await frame.waitForLoadState("networkidle");
    await frame.waitForSelector("html[data-embed]", { state: "attached" });
    expect([...asked.values()].filter((url) => /\.woff2$|\/take-|\/render-page-/.test(url))).toEqual([]);
    expect(weight).toBeLessThan(1000 * kilobytes);
    expect(await frame.locator("[data-alone] svg:is(.map, .chart, .world)").first().isVisible()).toBe(true);
    expect(await frame.locator("header.site, h1, footer.site, form").locator("visible=true").count()).toBe(0);
    expect(await frame.locator("html").getAttribute("lang")).toBe(/lang=en/.test(path) ? "en" : path.startsWith("/hi/") ? "hi" : "de");
    await page.close();
  });

  it("says the figure of a page of data in the language of the frame, and leads to that page in it", async () => {
    const page = await site.browser.newPage({ viewport: { width: 800, height: 520 } });
    await page.goto(`${site.base}/countries/japan/?embed=1&lang=de`, { waitUntil: "networkidle" });
    const figure = page.locator("[data-alone]");
    expect(await figure.locator("h2").innerText()).toMatch(/^\d+\s% der Erdbeben mit bekannter Tiefe waren weniger als 70\skm tief$/);
    expect(await figure.locator(".names").first().innerHTML()).toMatch(/>CHINA|>RUSSLAND|>NORDKOREA/);
    expect(await figure.locator(".note a").innerText()).toBe("Japan: Erdbeben");
    expect(await figure.locator(".note a").getAttribute("href")).toBe(`${site.base}/countries/japan/?lang=de`);
    await page.goto(`${site.base}${ofEvent}?embed=1&lang=de`, { waitUntil: "networkidle" });
    expect(await figure.locator(".note a").innerText()).toBe("Magnitude 6,4 Hualien");
    expect(await figure.locator("figcaption a").getAttribute("href")).toMatch(/^\/de\/map\/#hours=720/);
    await page.goto(`${site.base}/plates/pacific/?embed=2&lang=ja`, { waitUntil: "networkidle" });
    expect(await figure.locator(".note a").innerText()).toBe("太平洋プレート");
    expect(await page.locator("html").getAttribute("lang")).toBe("ja");
    await page.close();
  });

  it("has its page compressed, which the tree has without a variant", async () => {
    const path = "/earthquakes/m6-4-22km-nne-of-hualian-taiwan-us1000chhc/";
    const answer = await fetch(site.base + path, { headers: { "accept-encoding": "br" } });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "br"]);
    expect(await answer.text()).toBe(readFileSync(join(inject("embeddedTree"), path, "index.html"), "utf8"));
  });
});
