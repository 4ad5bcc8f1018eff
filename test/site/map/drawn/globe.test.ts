import { expect, it } from "vitest";
import { globeMarks } from "../../../../build/site/map/drawn/globe.ts";

it("a globe has marks of the earthquakes on its shown side, in the shapes of their depths", () => {
  const at = (longitude: number, depth_km: number | null) => ({ latitude: 10, longitude, depth_km, magnitude: 7 });
  const { markup } = globeMarks({ latitude: 0, longitude: 180 }, [at(-170, 10), at(170, 500), at(10, 10), at(95, null)]);
  expect([...markup.matchAll(/class="mark (\w+)" d="M([\d.]+)/g)].map(([, shape, x]) => [shape, Number(x) > 180])).toEqual([
    ["shallow", true],
    ["deep", false],
    ["unknown", false],
  ]);
});
