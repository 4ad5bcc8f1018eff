import { expect, it } from "vitest";
import { thousands } from "../../build/platform/text.ts";

it.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [-999, "-999"],
  [-123_456, "-123,456"],
  ["1234567", "1,234,567"],
])("%s is written %s", (count, text) => {
  expect(thousands(count)).toBe(text);
});
