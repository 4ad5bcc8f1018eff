import { expect, it } from "vitest";
import { isInWindow } from "../../build/catalogue/classify.ts";

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
