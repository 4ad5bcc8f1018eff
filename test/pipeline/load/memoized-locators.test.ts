import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadGeography } from "../../../build/pipeline/load/geography.ts";
import { memoizedLocators } from "../../../build/pipeline/load/memoized-locators.ts";
import { NO_DERIVED_CACHE, openDerived } from "../../../build/store/derived.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const dir = temporaryFolder();
const POINTS = [
  [35.7, 139.7],
  [0.1, -30.2],
  [-89.9, 180],
  [23.987654321, 121.6],
  [66.1, -169.99],
] as const;

it("a world that was kept places points and countries as one that is made anew", () => {
  const anew = loadGeography();
  const placesOf = (world: typeof anew) =>
    POINTS.map(([latitude, longitude]) => [world.locate.country(latitude, longitude), world.locate.plate(latitude, longitude)]);
  const figuresOf = (world: typeof anew) => world.countries.map(({ iso2 }) => world.geographyOf(iso2));
  const expected = placesOf(anew);
  const derived = openDerived(join(dir, "kept"));
  const first = loadGeography({ derived });
  placesOf(first);
  first.keepPlaces();
  const keep = (kind: string) => {
    throw new Error(`${kind} were made again`);
  };
  const second = loadGeography({ derived: { ...derived, keep } });
  expect(placesOf(second)).toEqual(expected);
  expect(figuresOf(second)).toEqual(figuresOf(anew));
  expect(figuresOf(first)).toEqual(figuresOf(anew));
  second.keepPlaces();
});

it("a point is located once, and again where what it follows from is another", () => {
  const derived = openDerived(join(dir, "points"));
  let calls = 0;
  const locators = () => ({
    country: () => {
      calls++;
      return { iso2: "JP", relation: "inside" as const, distanceKm: 0 };
    },
    plate: () => ({ code: "PA", boundaryDistanceKm: 1 / 3 }),
  });
  const look = (dependsOn: string, from = derived) => {
    const { locate, keep } = memoizedLocators(locators, from, dependsOn);
    const found = [locate.country(1, 2)?.iso2, locate.plate(1, 2)?.boundaryDistanceKm];
    keep();
    return found;
  };
  expect([look("world 1"), look("world 1")]).toEqual([
    ["JP", 1 / 3],
    ["JP", 1 / 3],
  ]);
  expect(calls).toBe(1);
  look("world 2");
  expect(calls).toBe(2);
  const folder = join(dir, "points", "derived");
  const [file = "", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  writeFileSync(join(folder, file), "damaged");
  expect(look("world 2")).toEqual(["JP", 1 / 3]);
  expect(calls).toBe(3);
  look("world 2", NO_DERIVED_CACHE);
  expect(calls).toBe(4);
});
