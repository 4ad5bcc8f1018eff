import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { LiveFeed, PlateBoundaries } from "../../build/contract/resources/resources.ts";
import { launchChromium } from "../support/chromium.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type Host, hostOf } from "./host.ts";
import { type MapPage, openMapPage } from "./map-page.ts";
import { around, between, isInside, LAST_LATITUDE, lineSeenAt, pixelsOf, SIDE, seenAt } from "./mercator.ts";
import { WORLDS } from "./worlds.ts";

/** Half a line of 2 pixels, a pixel of smoothing, a pixel of simplification. */
const OFF = 3;

/** The radius of an earthquake's dot, and a pixel of smoothing. */
const DOT = 4;

/** The one of some points that is in the view, moved away from its edge as far as its dot reaches. */
function withinView(points: readonly (readonly [number, number])[]): readonly [number, number] {
  const [x, y] = points.find((point) => isInside(point, -1)) ?? [0, 0];
  return [withinReach(x), withinReach(y)];
}

function withinReach(at: number): number {
  return Math.max(2, Math.min(SIDE - 2, at));
}

describe.skipIf(!inject("programs").chromium).each(WORLDS)("MapLibre, of $name", ({ plant }) => {
  const dir = temporaryFolder();
  let browser: Browser;
  let host: Host;
  let map: MapPage;
  let feed: LiveFeed;
  let boundaries: PlateBoundaries;

  beforeAll(async () => {
    host = await hostOf(await plant(dir));
    [feed, boundaries] = [await host.feed(168), await host.boundaries()];
    browser = await launchChromium();
    map = await openMapPage(browser, host.base);
  });

  afterAll(async () => {
    await map?.close();
    await browser?.close();
    await host?.close();
  });

  it.each([0, 180])("draws all boundaries and nothing else, around the meridian of %i°", async (middle) => {
    await map.draw({ layers: ["boundaries"], center: [middle, 0] });
    const expected = boundaries.features.flatMap(({ geometry }) => lineSeenAt(geometry.coordinates, middle));
    const red = await map.pixels("red");
    const isExpected = around(expected, OFF);
    expect(red.filter((pixel) => !isExpected(pixel))).toEqual([]);
    const isDrawn = around(red, OFF);
    const missing = expected.filter((point) => isInside(point, OFF) && !isDrawn(point));
    expect(missing).toEqual([]);
  });

  it.each([0, 180])("draws every earthquake where it was and nothing else, around %i°", async (middle) => {
    await map.draw({ layers: ["events"], center: [middle, 0] });
    const places = feed.features.map(({ id, geometry }) => ({ id, points: seenAt(geometry.coordinates, middle) }));
    const expected = places.flatMap(({ points }) => points);
    const blue = await map.pixels("blue");
    const isExpected = around(expected, DOT);
    expect(blue.filter((pixel) => !isExpected(pixel))).toEqual([]);
    const isDrawn = around(blue, 1);
    expect(expected.filter((point) => isInside(point, 1) && !isDrawn(point))).toEqual([]);
    // Web Mercator has no poles: what is there is drawn on the edge, where nothing can be asked for.
    const onMap = places.filter((_, at) => Math.abs(feed.features[at]?.geometry.coordinates[1] ?? 0) < LAST_LATITUDE);
    const asked = onMap.filter((_, at) => at % 8 === 0 || at < 10);
    const found = await map.at(
      "events",
      asked.map(({ points }) => withinView(points)),
    );
    expect(asked.filter(({ id }, at) => !found[at]?.includes(id))).toEqual([]);
  });

  it("knows every earthquake and every boundary by its id", async () => {
    await map.draw({ layers: ["events", "boundaries"], center: [0, 0] });
    expect(new Set(await map.ids("events"))).toEqual(new Set(feed.features.map(({ id }) => id)));
    const ids = new Set(await map.ids("boundaries"));
    // A line that is shorter than a pixel is left out of a tile.
    const long = boundaries.features.filter(({ geometry }) => pixelsOf(geometry.coordinates) > 1);
    expect(long.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(long.length).toBeGreaterThan(0);
    const known = new Set<unknown>(boundaries.features.map(({ id }) => id));
    expect([...ids].filter((id) => !known.has(id))).toEqual([]);
  });

  it("picks out one boundary, and only that", async () => {
    await map.draw({ layers: ["boundaries"], center: [0, 0] });
    const picked = boundaries.features.at(-1);
    await map.pick("boundaries", picked?.id ?? 0);
    const expected = lineSeenAt(picked?.geometry.coordinates ?? [], 0);
    const green = await map.pixels("green");
    const isExpected = around(expected, OFF);
    expect(green.length).toBeGreaterThan(0);
    expect(green.filter((pixel) => !isExpected(pixel))).toEqual([]);
  });

  it("picks out one earthquake, and only that", async () => {
    await map.draw({ layers: ["events"], center: [0, 0] });
    const picked = feed.features.at(-1);
    await map.pick("events", picked?.id ?? "");
    const isExpected = around(seenAt(picked?.geometry.coordinates ?? [], 0), DOT);
    const green = await map.pixels("green");
    expect(green.length).toBeGreaterThan(0);
    expect(green.filter((pixel) => !isExpected(pixel))).toEqual([]);
  });

  it.each([
    [180, 0],
    [0, 70],
  ] as const)("draws boundaries on a globe seen from above %i°, %i°", async (...center) => {
    await map.draw({ layers: ["boundaries"], center, projection: "globe" });
    const lines = boundaries.features.map(({ geometry }) => between(geometry.coordinates));
    const expected = await map.project(lines.flat());
    const red = await map.pixels("red");
    const isExpected = around(expected, OFF);
    expect(red.length).toBeGreaterThan(0);
    expect(red.filter((pixel) => !isExpected(pixel))).toEqual([]);
  });

  it("complains of nothing, and asks nobody else", async () => {
    expect(await map.faults()).toEqual([]);
  });
});
