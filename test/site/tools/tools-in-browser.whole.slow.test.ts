import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { distanceKm } from "../../../build/geo/sphere.ts";
import { createStaticServer } from "../../../build/hosts/node/static-server.ts";
import { TOOL_SLUGS } from "../../../build/site/tools/tool.ts";
import { listen } from "../../support/listen.ts";
import { useEmbeddedSite } from "../embedded-site.ts";
import { type Entered, PUBLISHED } from "./published-answers.ts";

interface Visit {
  page: Page;
  /** What was asked for: address, method and body. */
  asked: string[];
  faults: string[];
}

interface Listed {
  magnitude: number | null;
  latitude: number;
  longitude: number;
}

async function enter(page: Page, entered: Entered): Promise<void> {
  for (const [name, value] of Object.entries(entered)) {
    const field = page.locator(`#field-${name}`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

/** The answer once it is as it should be. @throws with what stands there instead, where it never is */
async function answerLike(page: Page, wanted: RegExp): Promise<string> {
  // Without the spaces that do not break, which a pattern here would have to tell from others.
  const text = async () => (await page.locator("#answer").innerText()).replaceAll("\u00A0", " ");
  await expect.poll(text).toMatch(wanted);
  return text();
}

describe.skipIf(!inject("programs").chromium)("the tools, in a real browser", () => {
  const site = useEmbeddedSite();

  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await site.browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
    const page = await context.newPage();
    const [asked, faults]: string[][] = [[], []];
    page.on("request", (request) => asked?.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`));
    page.on("pageerror", (error) => faults?.push(error.message));
    page.on("console", (message) => message.type() === "error" && faults?.push(message.text()));
    await page.goto(site.base + path, { waitUntil: "networkidle" });
    return { page, asked: asked ?? [], faults: faults ?? [] };
  }

  async function leave({ page, asked, faults }: Visit): Promise<void> {
    expect(faults).toEqual([]);
    expect(asked.filter((request) => !request.startsWith(`GET ${site.base}/`))).toEqual([]);
    await page.context().close();
  }

  async function all(query: string): Promise<Listed[]> {
    const listed: Listed[] = [];
    for (;;) {
      const answer = await fetch(`${site.base}/api/v1/earthquakes/?${query}&limit=500&offset=${listed.length}`);
      const { count, earthquakes } = (await answer.json()) as { count: number; earthquakes: Listed[] };
      listed.push(...earthquakes);
      if (listed.length >= count) return listed;
    }
  }

  it.each(PUBLISHED)("%s answers as published: %s", async (tool, _, entered, answers) => {
    const visited = await visit(`/tools/${tool}/`);
    const { page } = visited;
    await enter(page, entered);
    expect(await answerLike(page, answers)).toMatch(answers);
    const shared = page.url();
    for (const [name, value] of Object.entries(entered)) {
      const kept = new URL(shared).searchParams.get(name);
      if (kept !== null) expect(Number(kept) || kept).toBe(Number(value) || value);
    }
    expect(new URL(shared).search).not.toBe("");
    await leave(visited);
    // Who gets the address sees the same.
    const other = await visit(shared.slice(site.base.length));
    expect(await answerLike(other.page, answers)).toMatch(answers);
    // And so does who changes the language.
    const german = await other.page.locator(".languages a[hreflang=de]").getAttribute("href");
    expect(german).toBe(`/de/tools/${tool}/${new URL(shared).search}`);
    await leave(other);
  });

  it("earthquakes near me counts those of the API within the distance", async () => {
    const visited = await visit("/tools/near-me/");
    await enter(visited.page, {
      place: "typed",
      latitude: "24",
      longitude: "121.6",
      radius: "300",
      hours: "720",
      least: "4",
    });
    const listed = await all("hours=720&min_mag=4");
    const near = listed.filter((one) => distanceKm(24, 121.6, one.latitude, one.longitude) <= 300).length;
    expect(near).toBeGreaterThan(5);
    const wanted = new RegExp(`^${near} earthquakes of magnitude 4\\.0 or more within 300 km\\.`);
    expect(await answerLike(visited.page, wanted)).toMatch(wanted);
    await leave(visited);
  });

  it("earthquakes near me means the coordinates that are entered, and shows those of a country that is chosen", async () => {
    const visited = await visit("/tools/near-me/");
    const { page } = visited;
    const field = (name: string) => page.locator(`#field-${name}`);
    await field("latitude").fill("24");
    expect(await field("place").inputValue()).toBe("typed");
    await field("place").selectOption("CL");
    const [latitude, longitude] = [await field("latitude").inputValue(), await field("longitude").inputValue()].map(Number);
    expect([Math.abs((latitude ?? 0) + 36) < 12, Math.abs((longitude ?? 0) + 71) < 3]).toEqual([true, true]);
    expect(await field("place").inputValue()).toBe("CL");
    await leave(visited);
  });

  it("earthquakes near me sends no position anywhere, though it asks the device for it and keeps it in the address", async () => {
    const visited = await visit("/tools/near-me/", {
      geolocation: { latitude: 23.9771, longitude: 121.6044 },
      permissions: ["geolocation"],
    });
    const { page, asked } = visited;
    await page.getByRole("button", { name: "Use my position" }).click();
    await expect.poll(() => page.locator("#field-latitude").inputValue()).toBe("23.98");
    await enter(page, { radius: "250", hours: "720" });
    await answerLike(page, /within 250 km/);
    const { search, hash } = new URL(page.url());
    expect(search).toBe("");
    expect(hash).toContain("latitude=23.98");
    // Loaded anew with the position in its address.
    await page.reload({ waitUntil: "networkidle" });
    expect(await answerLike(page, /within 250 km/)).toMatch(/within 250 km/);
    expect(asked.filter((request) => /23\.9|121\.6|latitude|longitude|lat=|lon=/.test(request))).toEqual([]);
    await leave(visited);
  });

  it("earthquakes near me follows an address that differs behind the # alone", async () => {
    const visited = await visit("/tools/near-me/#radius=400");
    expect(await answerLike(visited.page, /within 400 km/)).toMatch(/within 400 km/);
    await visited.page.evaluate("location.hash = 'radius=600'");
    expect(await answerLike(visited.page, /within 600 km/)).toMatch(/within 600 km/);
    expect(await visited.page.locator("#field-radius").inputValue()).toBe("600");
    // Where the link to skip the navigation leads is not a value.
    await visited.page.evaluate("location.hash = 'main'");
    await visited.page.locator("#field-least").fill("3");
    expect(await answerLike(visited.page, /3\.0 or more within 600 km/)).toMatch(/3\.0 or more within 600 km/);
    await leave(visited);
  });

  it("frequency and magnitude counts the earthquakes of the API", async () => {
    const visited = await visit("/tools/gutenberg-richter/");
    await enter(visited.page, { country: "US", least: "1", method: "given", complete: "2.5" });
    const listed = await all("hours=720&country=US&min_mag=1");
    const wanted = new RegExp(`Earthquakes of magnitude 1\\.0 or more in the data: ${listed.length.toLocaleString("en")}\\.`);
    expect(await answerLike(visited.page, wanted)).toMatch(wanted);
    // Aki's estimate from the magnitudes as they are, over those of 2.5 and more.
    const tenths = listed.map(({ magnitude }) => Math.round((magnitude ?? 0) * 10)).filter((tenth) => tenth >= 25);
    const mean = tenths.reduce((sum, tenth) => sum + tenth, 0) / tenths.length / 10;
    const b = Math.LOG10E / (mean - 2.45);
    expect(await answerLike(visited.page, wanted)).toContain(`b = ${b.toFixed(2)} ±`);
    // Worldwide a list of a month is not complete there, whatever a reader gives.
    await enter(visited.page, { country: "all", least: "4", complete: "4.6" });
    expect(await answerLike(visited.page, /This is assumed/)).toContain("complete from magnitude 5.0");
    await leave(visited);
  });

  it("frequency and magnitude reads the archive, and no module for it before a reader asks for it", async () => {
    const visited = await visit("/tools/gutenberg-richter/?country=all&least=5");
    const isAsked = () => visited.asked.some((request) => request.includes("/assets/event-service.js"));
    expect(isAsked()).toBe(false);
    const about = await fetch(`${site.base}/fdsnws/event/1/application.json`);
    const { complete } = (await about.json()) as { complete: { from: number; magnitude: number | null }[] };
    const [span] = complete.filter(({ magnitude }) => (magnitude ?? 0) <= 5);
    const since = new Date(span?.from ?? 0).toISOString();
    const query = `starttime=${since}&minmagnitude=5&eventtype=earthquake`;
    const count = await fetch(`${site.base}/fdsnws/event/1/count?${query}`);
    await enter(visited.page, { hours: "archive" });
    const wanted = new RegExp(`magnitude 5\\.0 or more in the data: ${await count.text()}\\.`);
    expect(await answerLike(visited.page, wanted)).toContain(`From the archive: all since ${since.slice(0, 10)}.`);
    expect(isAsked()).toBe(true);
    await leave(visited);
    // A host that only has files gives the same.
    const plain = await listen(createStaticServer(inject("embeddedTree")));
    const page = await site.browser.newPage();
    await page.goto(`${plain.base}/tools/gutenberg-richter/?country=all&least=5&hours=archive`);
    expect(await answerLike(page, wanted)).toContain(`From the archive: all since ${since.slice(0, 10)}.`);
    await page.close();
    await plain.close();
  });

  it("compare countries shows of another country what its profile says", async () => {
    const visited = await visit("/tools/countries/");
    const profile = await fetch(`${site.base}/api/v1/countries/indonesia/`);
    const { country } = (await profile.json()) as { country: { total_significant: number } };
    await enter(visited.page, { one: "ID", two: "NZ", three: "none" });
    const wanted = new RegExp(`Indonesia has the most significant earthquakes on record: ${country.total_significant}\\.`);
    expect(await answerLike(visited.page, wanted)).toMatch(wanted);
    expect(new URL(visited.page.url()).search).toBe("?one=ID&two=NZ&three=none");
    await leave(visited);
  });

  it("the timeline finds the deadliest and the strongest of the years that are asked for", async () => {
    const visited = await visit("/tools/timeline/?from=1750&to=1760");
    // NOAA's catalogue: Lisbon, 1 November 1755.
    expect(await answerLike(visited.page, /Lisbon/)).toMatch(/1755/);
    await enter(visited.page, { from: "1950", to: "1970" });
    expect(await answerLike(visited.page, /9\.5/)).toMatch(/Strongest: .*Chile, 1960, magnitude 9\.5/);
    await visited.page.getByRole("button", { name: "All years" }).focus();
    await visited.page.keyboard.press("Enter");
    expect(await answerLike(visited.page, /Shaanxi/)).toMatch(/Deadliest: .*1556, with 830,000 deaths/);
    await visited.page.setViewportSize({ width: 390, height: 844 });
    const figure = visited.page.locator("#figure");
    await expect.poll(() => figure.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await leave(visited);
  });

  it("the timeline draws the archive, of the years, the magnitude and the country that are asked for", async () => {
    const query = "starttime=2018-01-01&minmagnitude=5&eventtype=earthquake&includeincomplete=true";
    const countOf = async (more: string) => (await fetch(`${site.base}/fdsnws/event/1/count?${query}${more}`)).text();
    const [world, country] = [await countOf(""), await countOf("&country=ID")];
    const visited = await visit("/tools/timeline/");
    const { page } = visited;
    expect(await page.locator("#field-country").isVisible()).toBe(false);
    await enter(page, { hours: "archive" });
    expect(await page.locator("#field-magnitude").inputValue()).toBe("6");
    expect(await page.locator("#field-from").inputValue()).toBe("1900");
    expect(await page.locator("#hint-magnitude").innerText()).toBe("");
    expect(await page.locator("#field-deaths").isVisible()).toBe(false);
    await answerLike(page, /From the archive: all since 20\d\d-\d\d-\d\d\./);
    await enter(page, { magnitude: "5", country: "ID" });
    await answerLike(page, new RegExp(`on record from 2018 to 2018: ${country}\\.`));
    expect(await page.locator("#figure circle").count()).toBe(Number(country));
    const { search } = new URL(page.url());
    expect(search).toBe("?hours=archive&country=ID&from=1900&magnitude=5");
    expect(await page.locator(".headline").innerText()).not.toContain("since 1900");
    await enter(page, { hours: "history" });
    expect(await answerLike(page, /Deadliest/)).not.toContain("From the archive");
    expect(await page.locator("#field-from").inputValue()).toBe("-2150");
    expect(await page.locator("#hint-magnitude").innerText()).toMatch(/unknown magnitude/);
    await leave(visited);
    // A host that only has files gives the same, on a phone too.
    const plain = await listen(createStaticServer(inject("embeddedTree")));
    const phone = await site.browser.newPage({ viewport: { width: 390, height: 844 } });
    await phone.goto(`${plain.base}/tools/timeline/?hours=archive&magnitude=5`);
    await answerLike(phone, new RegExp(`on record from 2018 to 2018: ${world}\\.`));
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await phone.evaluate<number>(overflow)).toBe(0);
    await phone.close();
    await plain.close();
  });

  it("say clearly what may be entered, dim what is of other values, and go back to the first values", async () => {
    const visited = await visit("/tools/energy/?magnitude=%3Cscript%3E&other=1e999");
    const { page } = visited;
    // What an address says wrongly is as at first.
    expect(await answerLike(page, /22,400/)).toMatch(/magnitude 8\.7 carry 22,400 times/);
    const field = page.locator("#field-magnitude");
    for (const text of ["", "99", "-1e9"]) {
      await field.fill(text);
      expect(await page.locator("#message-magnitude").innerText()).toBe("Enter a number from −2 to 10.");
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      expect(await page.locator(".tool-result.waiting").count()).toBe(1);
    }
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await page.locator("#message-magnitude").innerText()).toBe("");
    expect(await page.locator(".tool-result.waiting").count()).toBe(0);
    expect(await field.inputValue()).toBe("8.7");
    await leave(visited);
  });

  it("can be used by the keyboard alone, and their values do not fill the history", async () => {
    const visited = await visit("/tools/");
    const { page } = visited;
    await page.getByRole("link", { name: /^Magnitude and energy/ }).focus();
    await page.keyboard.press("Enter");
    await page.locator("#field-magnitude").focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowUp");
    expect(await answerLike(page, /magnitude 9\.0/)).toMatch(/magnitude 9\.0 carry/);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("field-other");
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe("/tools/");
    await leave(visited);
  });

  it("take up what was entered before their script was there", async () => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    const held: Route[] = [];
    let isEntered = false;
    await page.route(/assets\/pages\/tool-.*\.js/, (route) => (isEntered ? route.continue() : void held.push(route)));
    await page.goto(`${site.base}/tools/energy/?other=6`, { waitUntil: "commit" });
    await page.locator("#field-magnitude").fill("9");
    await expect.poll(() => held.length).toBeGreaterThan(0);
    isEntered = true;
    for (const route of held) await route.continue();
    expect(await answerLike(page, /magnitude 9\.0 carry/)).toMatch(/magnitude 6\.0\./);
    expect(new URL(page.url()).search).toBe("?magnitude=9&other=6");
    await context.close();
  });

  it("move nothing for a reader who wants no motion", async () => {
    const visited = await visit("/tools/", { reducedMotion: "reduce" });
    for (const tool of TOOL_SLUGS) {
      await visited.page.goto(`${site.base}/tools/${tool}/`);
      const moving = await visited.page.evaluate<number>(
        "document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 1).length",
      );
      expect(`${tool}: ${moving}`).toBe(`${tool}: 0`);
    }
    await leave(visited);
  });

  it("draw charts from left to right, and quantities in one piece, where the language runs from right to left", async () => {
    const visited = await visit("/ar/tools/scales/");
    const { page } = visited;
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    const ticks = await page.locator("#figure svg .ticks text[text-anchor=middle]").allInnerTexts();
    expect(ticks.length).toBeGreaterThan(3);
    expect(ticks.map(Number)).toEqual(ticks.map(Number).toSorted((a, b) => a - b));
    expect(await page.locator("#answer").innerText()).toContain("\u20683.98\u00A0×\u00A010¹⁹\u00A0N·m\u2069");
    await leave(visited);
  });

  it.each([
    ["timeline", "ArrowRight", /464\sBC · Deaths/],
    ["gutenberg-richter", "End", /^M \d\.\d · 1 · ≥ M: 1$/],
    ["near-me", "Home", /^M \d\.\d · .*\skm$/],
  ])("the marks of %s say what they are, for keys and for a finger, in the drawing", async (tool, key, said) => {
    const visited = await visit(`/tools/${tool}/`, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const { page } = visited;
    const drawing = page.locator("#figure svg").first();
    const card = page.locator("#figure .said");
    await drawing.focus();
    await page.keyboard.press(key);
    const text = await card.innerText();
    expect(text).toMatch(said);
    const [inner, outer] = [await card.boundingBox(), await drawing.boundingBox()];
    expect(inner && outer && inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1).toBe(true);
    const mark = await drawing.locator(".at").boundingBox();
    await page.keyboard.press("Escape");
    expect(await card.innerText()).toBe("");
    await page.touchscreen.tap((mark?.x ?? 0) + (mark?.width ?? 0) / 2, (mark?.y ?? 0) + (mark?.height ?? 0) / 2);
    expect(await card.innerText()).not.toBe("");
    await leave(visited);
  });
});
