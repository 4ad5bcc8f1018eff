import { expect, it } from "vitest";
import { matchesRule, type Noticed, type NoticeRule } from "../../build/catalogue/notice-rule.ts";
import { distanceKm } from "../../build/geo/sphere.ts";

const EVENT: Noticed = { magnitude: 6, latitude: 1, longitude: 2, place: "12 km S of Öxará, San José", iso2: "IS" };
const KM = distanceKm(0, 0, 1, 2);

it.each<[NoticeRule, boolean]>([
  [{}, true],
  [{ min_magnitude: 6 }, true],
  [{ min_magnitude: 6.1 }, false],
  [{ country: "IS" }, true],
  [{ country: "NO" }, false],
  [{ circle: { latitude: 0, longitude: 0, radius_km: KM } }, true],
  [{ circle: { latitude: 0, longitude: 0, radius_km: KM - 0.001 } }, false],
  [{ place: "jose OXARA" }, true],
  [{ place: "San Oxa" }, false],
  [{ place: "San", min_magnitude: 7 }, false],
])("%j holds for the earthquake: %s", (rule, holds) => expect(matchesRule(rule, EVENT)).toBe(holds));

it("a condition on a value that is not known does not hold", () => {
  const unknown: Noticed = { magnitude: null, latitude: null, longitude: null, place: "", iso2: null };
  const rules: NoticeRule[] = [
    { min_magnitude: -9 },
    { country: "IS" },
    { place: "x" },
    { circle: { latitude: 0, longitude: 0, radius_km: 20_016 } },
  ];
  expect(rules.map((rule) => matchesRule(rule, unknown))).toEqual([false, false, false, false]);
});
