import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const STYLE = readFileSync(new URL("../../../build/site/assets/style.css", import.meta.url), "utf8");

/** The colours of a theme by the name of their variable. */
function palette(theme: 0 | 1): ReadonlyMap<string, string> {
  const found = STYLE.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return new Map([...found].map(([, name = "", light = "", dark = ""]) => [name, [light, dark][theme] as string]));
}

/** Contrast of two colours, from 1 to 21 (Web Content Accessibility Guidelines 2.2, "contrast ratio" and "relative luminance"). */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each([["light", 0] as const, ["dark", 1] as const])("maps tell land from sea and show marks on both in the %s theme", (_, theme) => {
  const colours = palette(theme);
  const of = (one: string, other: string) => contrast(colours.get(one) as string, colours.get(other) as string);
  expect(of("land", "sea")).toBeGreaterThanOrEqual(1.5);
  expect(of("hazard", "land")).toBeGreaterThanOrEqual(3);
  for (const ground of ["land", "sea"]) {
    for (const mark of ["shallow", "intermediate", "deep", "boundary"]) expect(of(mark, ground)).toBeGreaterThanOrEqual(3);
    expect(of("ink", ground)).toBeGreaterThanOrEqual(4.5);
  }
});
