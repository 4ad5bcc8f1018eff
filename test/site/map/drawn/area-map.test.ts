import { expect, it } from "vitest";
import { projectOn, ringOf, viewAround } from "../../../../build/site/map/drawn/area-map.ts";

it("a circle is in the middle of its map, with a margin, also across the antimeridian", () => {
  for (const [latitude, longitude] of [
    [0, 0],
    [38, 142],
    [-17, -179.5],
    [60, 179],
  ] as const) {
    const ring = ringOf({ latitude, longitude, km: 900 });
    const drawn = ring.map(projectOn(viewAround(ring, 1), 100));
    for (const axis of [0, 1] as const) {
      const values = drawn.map((point) => point[axis]);
      const [low, high] = [Math.min(...values), Math.max(...values)];
      expect(low + high).toBeCloseTo(100, 0);
      expect(high - low).toBeLessThan(100 / 1.15);
    }
  }
});
