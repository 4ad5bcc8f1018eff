/**
 * Writes `data/fonts/`, the typeface of the pages, from the package @fontsource-variable/commissioner: the letters that the pages
 * need, in the weights that they use. Run it after updating that: `node --import tsx scripts/maintain/prepare-fonts.ts`.
 */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import subsetFont from "subset-font";
import { FONT_RANGES, type FontRange } from "../../build/site/assets/fonts.ts";

const FOLDER = new URL("../../data/fonts/", import.meta.url);
const PACKAGE = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/commissioner/package.json"));
const WEIGHTS = { wght: { min: 400, max: 700, default: 400 } };
/** Letters that depend on the language, accents, and figures of equal width; without kerning, a fifth fewer bytes. */
const FEATURES = ["ccmp", "locl", "mark", "mkmk", "tnum"];

function lettersOf(range: FontRange): string {
  const spans = FONT_RANGES[range].split(", ").map((span) =>
    span
      .slice(2)
      .split("-")
      .map((code) => Number.parseInt(code, 16)),
  );
  return spans
    .flatMap(([from = 0, to = from]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
    )
    .join("");
}

for (const range of Object.keys(FONT_RANGES) as FontRange[]) {
  const font = readFileSync(`${PACKAGE}/files/commissioner-${range}-wght-normal.woff2`);
  // The types of the library lack `keepFeatures`.
  const options = { targetFormat: "woff2", variationAxes: WEIGHTS, keepFeatures: FEATURES } as const;
  const subset = await subsetFont(font, lettersOf(range), options);
  writeFileSync(new URL(`${range}.woff2`, FOLDER), subset);
}
copyFileSync(`${PACKAGE}/LICENSE`, new URL("LICENSE", FOLDER));
