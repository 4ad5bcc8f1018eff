import { describe, expect, it } from "vitest";
import { drawBaseMap } from "../../../build/site/map/drawn/base-map.ts";
import { linesOnWorld, onWorld, WORLD_BASE_MAP, WORLD_SIZE, worldEdge } from "../../../build/site/map/world-map.ts";
import { ISLAND } from "../data/pages-of.ts";

/** Area on the map of five degrees by five, over what they have on the sphere. */
function areaOf(latitude: number): number {
  const ring = [
    [100, latitude],
    [100, latitude + 5],
    [105, latitude + 5],
    [105, latitude],
  ].map(([x = 0, y = 0]) => onWorld(x, y));
  const twice = ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] as [number, number];
    return sum + x * nextY - nextX * y;
  }, 0);
  const sphere = Math.sin(((latitude + 5) * Math.PI) / 180) - Math.sin((latitude * Math.PI) / 180);
  return Math.abs(twice) / sphere;
}

describe("the map of the whole world", () => {
  it("has the Pacific in the middle, and every place on it", () => {
    expect(onWorld(150, 0).map(Math.round)).toEqual([WORLD_SIZE.width / 2, Math.round(WORLD_SIZE.height / 2)]);
    for (const [longitude, latitude] of [
      [-30.01, 0],
      [-29.99, 0],
      [0, 90],
      [0, -90],
      [150, 45],
    ] as const) {
      const [x, y] = onWorld(longitude, latitude);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(WORLD_SIZE.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(WORLD_SIZE.height);
    }
  });

  it("draws equal areas equally large, whatever the latitude", () => {
    for (const latitude of [20, 40, 60]) expect(areaOf(latitude) / areaOf(0)).toBeCloseTo(1, 2);
  });

  it("cuts in two what lies across its edge", () => {
    const across = linesOnWorld({
      type: "LineString",
      coordinates: [
        [-35, 10],
        [-32, 10],
        [-28, 10],
        [-25, 10],
      ],
    });
    expect(across).toHaveLength(2);
  });

  it("stands in a file of the tree, with colours of the page that shows it", () => {
    const file = drawBaseMap(() => ({ coarse: ISLAND, fine: ISLAND }), []).files.find(({ path }) => path === WORLD_BASE_MAP);
    expect(file?.text()).toContain(worldEdge());
    expect(file?.text()).toMatch(/^<svg [^>]*><g id="c">.*var\(--land\).*<\/g><\/svg>\n$/);
  });
});
