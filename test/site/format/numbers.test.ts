import { describe, expect, it } from "vitest";
import { neutralNumber } from "../../../build/site/format/numbers.ts";

describe("numbers of the tools, before the reader's language is known", () => {
  it.each([
    [1234.5678, {}, "1,230"],
    [0.012345, {}, "0.0123"],
    [1.995e15, {}, "2.00\u00A0×\u00A010¹⁵"],
    [6.3e-7, { significant: 2 }, "6.3\u00A0×\u00A010⁻⁷"],
    [0, {}, "0"],
    [-12.34, { digits: 1 }, "−12.3"],
    [9.996, {}, "10.0"],
    [12, { digits: 0, unit: "km" }, "12\u00A0km"],
    [12.5, { digits: 1, unit: "°" }, "12.5°"],
  ])("%s with %o is %s", (value, style, text) => expect(neutralNumber(value, style)).toBe(text));
});
