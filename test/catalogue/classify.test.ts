import { expect, it } from "vitest";
import { isInWindow, isMajor, isSignificant } from "../../build/catalogue/classify.ts";

const AS_OF = Date.parse("2018-02-07T10:20:30.456Z");
const HOUR_MS = 3_600_000;

it.each([
  [AS_OF, undefined, true],
  [AS_OF + 1, undefined, false],
  [AS_OF - 720 * HOUR_MS + 1, undefined, true],
  [AS_OF - 720 * HOUR_MS, undefined, false],
  [AS_OF - 24 * HOUR_MS + 1, 24, true],
  [AS_OF - 24 * HOUR_MS, 24, false],
])("the window has its end and not its beginning: %i, hours %s: %s", (time, hours, isIn) => {
  expect(isInWindow(time, AS_OF, hours)).toBe(isIn);
});

it.each([
  [6, null, false, true],
  [5.9, 600, false, true],
  [5.9, 599, false, false],
  [null, null, true, true],
  [null, null, false, false],
])("magnitude %s with significance %s, historical %s, is significant: %s", (magnitude, significance, historical, is) => {
  expect(isSignificant(magnitude, significance, historical)).toBe(is);
});

it("is major from magnitude 7", () => expect([7, 6.9, null].map(isMajor)).toEqual([true, false, false]));
