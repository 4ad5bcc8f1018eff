import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, nearest } from "../../../build/contract/table/nearest.ts";

/** The definition of optimal string alignment, word for word. */
function slowDistance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const same = a.at(-1) === b.at(-1) ? 0 : 1;
  const options = [
    slowDistance(a.slice(0, -1), b) + 1,
    slowDistance(a, b.slice(0, -1)) + 1,
    slowDistance(a.slice(0, -1), b.slice(0, -1)) + same,
  ];
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  if (swapped) options.push(slowDistance(a.slice(0, -2), b.slice(0, -2)) + 1);
  return Math.min(...options);
}

describe("the nearest known name", () => {
  const names = ["limit", "hours", "min_magnitude", "page", "days", "q"];

  test.each([
    ["limt", "limit"],
    ["limits", "limit"],
    ["lmiit", "limit"],
    ["Hours", "hours"],
    ["hour", "hours"],
    ["min_mag", "min_magnitude"],
    ["min_magnitued", "min_magnitude"],
    ["pgae", "page"],
    ["query", "q"],
    ["", undefined],
    ["x", undefined],
    ["data", undefined],
    ["format", undefined],
    [`min_magnitude${"x".repeat(51)}`, "min_magnitude"],
    [`min_magnitude${"x".repeat(52)}`, undefined],
  ])("to %j is %j", (given, expected) => expect(nearest(given, names)).toBe(expected));

  test("is the closest, not the first that is close", () => {
    expect(nearest("min_mag", ["max_mag", "min_mag"])).toBe("min_mag");
    expect(nearest("lowe", ["slow", "low", "lower"])).toBe("low");
  });
});

test("the edit distance is that of the definition", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
  fc.assert(fc.property(text, text, (a, b) => editDistance(a, b) === slowDistance(a, b)));
});
