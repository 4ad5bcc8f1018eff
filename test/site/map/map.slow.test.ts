import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { HISTORY_FILE } from "../../../build/site/earthquakes/table.ts";
import { launchChromium } from "../../support/chromium.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { AS_OF, MINUTE, NEWCOMER, plantMapWorld, serveMapWorld, WORLD } from "./map-world.ts";
import { type OpenMap, openMap, placesIn } from "./open-map.ts";

const DAY = ["Hualien, Taiwan", "Near <Los Angeles>", "Fiji region", "Hindu Kush", "Central Alaska"];
const WITHOUT_WEBGL = `{
  const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return String(kind).startsWith("webgl") ? null : get.call(this, kind, ...more);
  };
}`;

const drawnIds = (page: OpenMap["page"]): Promise<string[]> =>
  page.evaluate("globalThis.quaketreeMap.points.state.data.quakes.map(({ id }) => id).toSorted()");

describe.skipIf(!inject("programs").chromium)("the map page", () => {
  const tree = join(temporaryFolder(), "tree");
  let browser: Browser;
  let base: string;
  let asked: string[];
  let close: (() => Promise<void>) | undefined;
  let open: OpenMap[] = [];

  beforeAll(async () => {
    await plantMapWorld(tree, WORLD);
    ({ base, asked, close } = await serveMapWorld(tree));
    browser = await launchChromium();
  });

  afterEach(async () => {
    const faults = open.flatMap((one) => one.faults);
    for (const { context } of open) await context.close();
    open = [];
    expect(faults).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await close?.();
  });

  /** Opens the map of the last day, with what the address says besides. */
  async function opened(hash = "", options: Parameters<typeof openMap>[3] = {}) {
    const one = await openMap(browser, base, `#hours=24&min_mag=${hash.replace("#", "&")}`, options);
    open.push(one);
    return one.page;
  }

  it("lists what the map shows, newest first, and says of when it is", async () => {
    const page = await opened();
    expect(await placesIn(page)).toEqual(DAY);
    expect(await page.locator("#found").textContent()).toBe("5 earthquakes match");
    expect(await page.locator("#all").isVisible()).toBe(false);
    expect(await page.locator("#as-of").textContent()).toContain("1 minute ago");
    expect(await page.locator("#trouble").isVisible()).toBe(false);
    expect(await drawnIds(page)).toEqual(["us1", "us2", "us3", "us4", "us5"]);
  });

  it("opens with a week of the world from magnitude 4.5, in three files of data", async () => {
    asked.length = 0;
    const one = await openMap(browser, base);
    open.push(one);
    expect(await placesIn(one.page)).toEqual(["Hualien, Taiwan", "Fiji region", "Hindu Kush", "Coquimbo, Chile"]);
    expect(new URL(one.page.url()).hash).toBe("");
    const data = asked
      .map((path) => path.split(" ")[0])
      .filter((path) => path === HISTORY_FILE || /recent|newest|snapshot|live-feed|^.api.$/.test(path ?? ""));
    expect(new Set(data)).toEqual(new Set(["/earthquakes/newest.json", "/earthquakes/recent.json", "/api/"]));
    expect(data).toHaveLength(3);
  });

  it("filters map and list alike, and comes back from the address and in the list of all earthquakes", async () => {
    const page = await opened();
    await page.locator("[data-chip=magnitude] summary").click();
    await page.getByLabel("At least").first().fill("4.5");
    await expect.poll(() => placesIn(page)).toEqual(["Hualien, Taiwan", "Fiji region", "Hindu Kush"]);
    expect(await drawnIds(page)).toEqual(["us1", "us3", "us4"]);
    await page.locator("[data-chip=when] summary").click();
    await page.getByLabel("Period").selectOption("720");
    await page.getByText("Gulf of Alaska").waitFor();
    await page.getByLabel("Sort").selectOption("-magnitude");
    const all = ["Coquimbo, Chile", "Gulf of Alaska", "Hindu Kush", "Hualien, Taiwan", "Fiji region"];
    expect(await placesIn(page)).toEqual(all);
    const { hash } = new URL(page.url());
    expect(hash).toBe("#hours=720&sort=-magnitude");
    expect(await page.locator("#as-list").getAttribute("href")).toBe(`${base}/earthquakes/${hash}`);
    const again = await openMap(browser, base, hash);
    open.push(again);
    expect(await placesIn(again.page)).toEqual(all);
    expect(await again.page.locator("[data-chip=when] b").innerText()).toBe("Last 30 days");
  });

  it("has antiquity beside today, by deaths and without, and plays it", async () => {
    const one = await openMap(browser, base, "#hours=&min_mag=&sort=-deaths");
    open.push(one);
    const { page } = one;
    expect((await placesIn(page))[0]).toBe("The first");
    expect(await page.locator("#rows .when").first().innerText()).toContain("BC");
    expect(await page.locator("#covers").innerText()).toContain("Historical catalogue since 464 BC");
    await page.locator("[data-chip=deaths] summary").click();
    await page.locator("[name=min_deaths]").fill("1000");
    await expect.poll(() => drawnIds(page)).toEqual(["qt1"]);
    await page.getByRole("slider", { name: "Timeline" }).fill("10");
    expect(await page.locator("#until-time").innerText()).toContain("BC");
    expect(await placesIn(page)).toEqual(["The first"]);
  });

  it("looks at the country that was chosen", async () => {
    const page = await opened();
    await page.locator("[data-chip=where] summary").click();
    await page.locator("[name=country]").selectOption("US");
    await expect.poll(() => page.evaluate("globalThis.quaketreeMap.map.getZoom()")).toBeGreaterThan(1.2);
    expect(await page.evaluate("globalThis.quaketreeMap.inView()({ latitude: 64, longitude: -150 })")).toBe(true);
    expect(new URL(page.url()).hash).toBe("#hours=24&country=US&min_mag=");
  });

  it("says what is outside its view, and shows it", async () => {
    const page = await opened("#at=5.0,50.00,10.00");
    await expect.poll(() => page.locator("#shown").textContent()).toBe("0 in view, 5 outside");
    expect(await placesIn(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => placesIn(page)).toEqual(DAY);
    expect(await page.locator("#all").isVisible()).toBe(false);
  });

  it.each([
    [1280, 720],
    [390, 844],
  ])("shows the whole world at first, and the whole card of an earthquake, at %i × %i", async (width, height) => {
    const page = await opened("", { viewport: { width, height } });
    const wide: number = await page.evaluate(
      "(({ map }) => map.getBounds().getEast() - map.getBounds().getWest())(globalThis.quaketreeMap)",
    );
    expect(wide).toBeCloseTo(360, 0);
    await page.locator(".pick").first().click();
    await page.locator("#card-more dl").first().waitFor();
    const box = await page.locator("#card").boundingBox();
    expect(box && [box.y >= 0, box.y + box.height <= height, box.height >= 200]).toEqual([true, true, true]);
    const hidden = await page.locator("#card").evaluate((card) => card.scrollHeight - card.clientHeight);
    expect(hidden).toBe(0);
  });

  it("opens an earthquake from the list by keyboard, and gives the focus back", async () => {
    const page = await opened();
    const button = page.getByRole("button", { name: "Show: magnitude 6.3, Hindu Kush" });
    await button.focus();
    await page.keyboard.press("Enter");
    const card = page.locator("#card");
    await card.getByText("Reported by").waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("card-title");
    expect(await card.locator("h2").textContent()).toContain("Hindu Kush");
    expect(await card.getByRole("link", { name: "All about this earthquake" }).getAttribute("href")).toMatch(
      /^\/earthquakes\/m6-3-hindu-kush-us4\/$/,
    );
    expect(new URL(page.url()).hash).toContain("event=us4");
    await page.keyboard.press("Escape");
    expect(await card.isVisible()).toBe(false);
    expect(await page.evaluate("document.activeElement.dataset.id")).toBe("us4");
  });

  it("opens an earthquake from the map, where its mark is drawn", async () => {
    const page = await opened("#at=2.0,24.10,121.60");
    const box = await page.locator("#map canvas").boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.locator("#card h2").getByText("Hualien").waitFor();
    expect(await page.locator("tr[aria-current]").getAttribute("data-id")).toBe("us1");
  });

  it.each(["flat", "globe"])("draws a mark in its depth's colour, on a map that is %s", async (shape) => {
    const page = await opened(`#at=3.0,24.10,121.60&shape=${shape}`, { colorScheme: "light" });
    const colour = await page.evaluate(async () => {
      const { map } = (globalThis as unknown as InPage).quaketreeMap;
      return new Promise((resolve) => {
        map.once("render", () => {
          const canvas = map.getCanvas();
          const gl = canvas.getContext("webgl2");
          const pixel = new Uint8Array(4);
          gl.readPixels(canvas.width / 2, canvas.height / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
          resolve([...pixel]);
        });
        map.triggerRepaint();
      });
    });
    const [red = 0, green = 0, blue = 0] = colour as number[];
    expect([red > 180, green < 190, blue < 180]).toEqual([true, true, true]);
  });

  it.each(["flat", "globe"])("lists what is in view, on a map that is %s", async (shape) => {
    const page = await opened(`#at=4.0,24.10,121.60&shape=${shape}`);
    await expect.poll(() => placesIn(page)).toEqual(["Hualien, Taiwan"]);
    expect(await page.locator("#shown").textContent()).toBe("1 in view, 4 outside");
    await page.locator("#map canvas").focus();
    for (let zoom = 4; zoom > 0; zoom--) {
      await page.keyboard.press("-");
      // Each key goes one step out from where the map is, so a step that is interrupted is lost.
      await page.waitForFunction(() => !(globalThis as unknown as InPage).quaketreeMap.map.isMoving());
    }
    await expect.poll(() => placesIn(page)).toContain("Hindu Kush");
    await page.getByLabel("View").selectOption("list");
    expect(await placesIn(page)).toEqual(DAY);
  });

  it("keeps the list as it is when the map flies to what was picked from it", async () => {
    const page = await opened();
    await page.locator('.pick[data-id="us1"]').click();
    await page.locator("#card h2").getByText("Hualien").waitFor();
    await page.clock.runFor(2_000);
    expect(await placesIn(page)).toEqual(DAY);
  });

  it("colours marks by age where the reader wants it, says so in the key and in the address", async () => {
    const page = await opened();
    const agesFrom = () => page.evaluate("globalThis.quaketreeMap.points.state.agesFrom");
    expect(await page.locator(".map-key").getByText("older").isVisible()).toBe(false);
    expect(await agesFrom()).toBeUndefined();
    await page.getByLabel("Colour").selectOption("age");
    expect(await page.locator(".map-key").getByText("older").isVisible()).toBe(true);
    expect(await agesFrom()).toBe(AS_OF);
    expect(new URL(page.url()).hash).toBe("#hours=24&min_mag=&colour=age");
  });

  it("opens a link to an earthquake that the period does not hold", async () => {
    const page = await opened("#event=us7");
    await page.locator("#card h2").getByText("Gulf of Alaska").waitFor();
    await expect.poll(() => drawnIds(page)).toContain("us7");
    expect(await placesIn(page)).toEqual(DAY);
    const nobody = await opened("#event=nobody");
    open.at(-1)?.faults.splice(0);
    await nobody.getByText("Earthquake not found").waitFor();
    open.at(-1)?.faults.splice(0);
  });

  it("plays the period: earthquakes appear on the map and in the list as they happened", async () => {
    const page = await opened();
    const slider = page.getByRole("slider", { name: "Timeline" });
    await slider.fill("200");
    expect(await placesIn(page)).toEqual(["Hindu Kush", "Central Alaska"]);
    expect(new URL(page.url()).hash).toContain("until=2018-02-06T06:37:14");
    await slider.press("End");
    expect(await placesIn(page)).toEqual(DAY);
    await page.getByRole("button", { name: "Play" }).click();
    await page.clock.runFor(100);
    await page.clock.fastForward(10_000);
    await expect.poll(() => placesIn(page)).toEqual(["Hindu Kush", "Central Alaska"]);
    await page.getByRole("button", { name: "Pause" }).click();
    expect(new URL(page.url()).hash).toContain("until=");
    await page.getByRole("button", { name: "Play" }).click();
    await page.clock.runFor(100);
    await page.clock.fastForward(31_000);
    await expect.poll(() => placesIn(page)).toEqual(DAY);
    expect(await page.getByText("Whole period").isVisible()).toBe(true);
  });

  it("shows the list alone to who wants no map, and asks for no map library then", async () => {
    asked.length = 0;
    const page = await opened("#view=list", { drawn: false });
    await page.getByText("Hindu Kush").waitFor();
    expect(await page.locator(".stage").isVisible()).toBe(false);
    expect(asked.filter((path) => path.includes("maplibre-gl.js"))).toEqual([]);
    await page.getByLabel("View").selectOption("map");
    await page.waitForSelector('[data-drawn="yes"]');
    expect(await page.locator(".stage").isVisible()).toBe(true);
  });

  it("has the list and a notice where there is no WebGL", async () => {
    const page = await opened("", { drawn: false, script: WITHOUT_WEBGL });
    await page.getByText("it has no WebGL 2").waitFor();
    expect(await page.locator(".stage").isVisible()).toBe(false);
    await page.locator("[data-chip=magnitude] summary").click();
    await page.getByLabel("At least").first().fill("6");
    await expect.poll(() => placesIn(page)).toEqual(["Hindu Kush"]);
  });

  it("links to pages with a map and with a list where there are no scripts", async () => {
    const page = await opened("", { drawn: false, javaScriptEnabled: false });
    // By its place: Playwright looks for no text in what stands for browsers without scripts.
    const notice = page.locator("noscript p.stale");
    expect([await notice.isVisible(), await notice.textContent()]).toEqual([
      true,
      expect.stringContaining("The live map needs JavaScript"),
    ]);
    const links = await notice.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links).toEqual(["../", "../earthquakes/"]);
    for (const part of ["form#choice", ".stage", ".list"]) expect(await page.locator(part).isVisible()).toBe(false);
  });

  it("is printed as a picture, with the magnitudes of its list, and stays whole on a phone", async () => {
    const page = await opened("", { viewport: { width: 390, height: 844 } });
    expect(await page.locator(".stage").evaluate((stage) => stage.getBoundingClientRect().top)).toBeLessThan(360);
    expect(await page.locator("[data-chip=depth]").isVisible()).toBe(false);
    await page.locator(".unfold").click();
    expect(await page.locator("[data-chip=depth]").isVisible()).toBe(true);
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    // A picture without marks and land would be of a few hundred bytes.
    const printed = () => page.locator(".printed:visible").getAttribute("src");
    const light = await printed();
    expect(light?.length).toBeGreaterThan(5000);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await printed()).toBe(light);
    expect(await page.locator("#rows .pick:visible").count()).toBeGreaterThan(3);
    expect(await page.locator("form:visible, .map-legend:visible, #sort:visible").count()).toBe(0);
  });

  it("follows the theme", async () => {
    const page = await opened("", { colorScheme: "light" });
    const sea = () => page.evaluate("globalThis.quaketreeMap.map.getPaintProperty('sea', 'background-color')");
    const light = await sea();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(sea).not.toEqual(light);
  });

  it("asks again each 30 seconds, with the ETag of the index; says when data are old, and when the network is gone", async () => {
    asked.length = 0;
    const page = await opened();
    // The boundaries are read last.
    await expect.poll(() => asked.some((path) => path.startsWith("/api/plate-boundaries/"))).toBe(true);
    asked.length = 0;
    await page.clock.fastForward(30_000);
    await expect.poll(() => asked.filter((path) => path.startsWith("/api/ ")).length).toBe(1);
    expect(asked).toEqual([expect.stringMatching(/^\/api\/ ".+"$/)]);
    await page.clock.fastForward(20 * MINUTE);
    await page.getByText("The data are out of date").waitFor();
    await page.context().setOffline(true);
    await page.getByText("You are offline").waitFor();
    expect(await placesIn(page)).toEqual(DAY);
    open.at(-1)?.faults.splice(0);
    await page.context().setOffline(false);
    await page.getByText("The data are out of date").waitFor();
    open.at(-1)?.faults.splice(0);
  });

  it("does not ask while nobody looks, and asks at once when somebody does", async () => {
    const page = await opened();
    const hidden = (value: boolean) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { value: ${value}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));`);
    await hidden(true);
    asked.length = 0;
    await page.clock.fastForward(5 * MINUTE);
    expect(asked.filter((path) => path.startsWith("/api/ "))).toEqual([]);
    await hidden(false);
    await expect.poll(() => asked.filter((path) => path.startsWith("/api/ ")).length).toBe(1);
  });

  it("shows what is new in a tree that has changed, marks it and says so once", async () => {
    const changing = join(temporaryFolder(), "tree");
    await plantMapWorld(changing, WORLD);
    const host = await serveMapWorld(changing);
    onTestFinished(host.close);
    const one = await openMap(browser, host.base, "#hours=24&min_mag=");
    open.push(one);
    const { page } = one;
    await plantMapWorld(changing, [NEWCOMER, ...WORLD], AS_OF + MINUTE);
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(30_000);
          return placesIn(page);
        },
        { interval: 1_000 },
      )
      .toEqual(["Off Honshu, Japan", ...DAY]);
    const row = page.locator('tr[data-id="us8"]');
    expect(await row.locator("mark").textContent()).toBe("new");
    expect(await page.locator("#news").textContent()).toBe("New earthquakes: 1. Strongest: magnitude 5.8, Off Honshu, Japan.");
    expect(await page.locator("#news").getAttribute("aria-live")).toBe("polite");
    expect(await drawnIds(page)).toContain("us8");
  });
});

/** Globals of the page for functions that run in it. They cannot be given as text, because the policy of the page forbids `eval`. */
interface InPage {
  quaketreeMap: { map: MapInPage };
}

interface MapInPage {
  once: (event: string, then: () => void) => void;
  triggerRepaint: () => void;
  isMoving: () => boolean;
  getCanvas: () => {
    width: number;
    height: number;
    getContext: (kind: string) => {
      RGBA: number;
      UNSIGNED_BYTE: number;
      readPixels: (x: number, y: number, w: number, h: number, format: number, type: number, into: Uint8Array) => void;
    };
  };
}
