import { describe, expect, it } from "vitest";
import { localNumber, neutralNumber } from "../../../build/site/format/numbers.ts";

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

describe("numbers of the tools in the reader's language", () => {
  it.each([
    ["en", 32.4, { digits: 0, unit: "%" }, "32%"],
    ["de", 6.62, { digits: 1, unit: "%" }, "6,6\u00A0%"],
    ["tr", 32, { digits: 0, unit: "%" }, "%32"],
    ["en", 1234, { digits: 0, unit: "km" }, "1,234\u00A0km"],
    ["ru", 12, { digits: 0, unit: "km" }, "12\u00A0км"],
    ["zh", 12, { digits: 0, unit: "km" }, "12公里"],
    ["ar", 4000, { digits: 0, unit: "m" }, "4,000\u00A0متر"],
    ["el", 12, { digits: 0, unit: "h" }, "12\u00A0ώ."],
    ["ru", 6, { digits: 0, unit: "min" }, "6\u00A0мин"],
    ["fr", 6, { digits: 0, unit: "min" }, "6\u00A0min"],
    ["ru", 2e15, { significant: 2, unit: "J" }, "2,0\u00A0×\u00A010¹⁵\u00A0J"],
    ["ar", -12.5, { digits: 1, unit: "°" }, "−12.5°"],
  ] as const)("in %s, %s with %o is %s", (language, value, style, text) =>
    expect(localNumber(language)(value, style).replaceAll(/[\u200E\u200F\u061C]/g, "")).toBe(text),
  );
});
