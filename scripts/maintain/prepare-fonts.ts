/**
 * Writes `data/fonts/`, the typeface of the pages, from the package @fontsource-variable/commissioner: the letters that the pages
 * need, in the weights that they use, and the Latin letters in one weight for the pictures that link previews show. Run it after
 * updating that package: `node --import tsx scripts/maintain/prepare-fonts.ts`.
 */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import subsetFont from "subset-font";
import { FONT_FILES } from "../../build/site/assets/assets.ts";
import { PICTURE_FONTS, PICTURE_WEIGHT } from "../../build/site/share/renderer.ts";

const FOLDER = new URL("../../data/fonts/", import.meta.url);
const PACKAGE = dirname(createRequire(import.meta.url).resolve("@fontsource-variable/commissioner/package.json"));
const WEIGHTS = { wght: { min: 400, max: 700, default: 400 } };
/** Accents, and figures of equal width; without kerning, a fifth fewer bytes. */
const FEATURES = ["ccmp", "mark", "mkmk", "tnum"];
/** Letters that depend on the language. The Cyrillic ones are those of other languages than Russian, a third of the bytes. */
const featuresOf = (range: string) => (range === "cyrillic" ? FEATURES : [...FEATURES, "locl"]);

function lettersOf(spans: string): Set<string> {
  return new Set(
    spans.split(/, ?/).flatMap((span) => {
      const [from = 0, to = from] = span
        .slice(2)
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    }),
  );
}

function subset(range: string, text: string, options: Parameters<typeof subsetFont>[2]): Promise<Buffer> {
  const font = readFileSync(`${PACKAGE}/files/commissioner-${range}-wght-normal.woff2`);
  // The types of the library lack `keepFeatures`.
  const features = { keepFeatures: featuresOf(range) };
  return subsetFont(font, text, { ...options, ...features });
}

/** The letters of each file of the package. */
const HELD = JSON.parse(readFileSync(`${PACKAGE}/unicode.json`, "utf8")) as Record<string, string>;

/** The letters of the site's files by the file of the package that has them. */
const wanted = new Map<string, string>();

for (const [name, { letters: spans }] of Object.entries(FONT_FILES)) {
  const range = name.replace("more", "ext").replace(/-(basic|rest)$/, "");
  const letters = [...lettersOf(spans)];
  const held = lettersOf(HELD[range] ?? "");
  const missing = letters.filter((letter) => !held.has(letter));
  if (missing.length > 0) throw new Error(`the file ${range} of the package lacks ${missing.join(" ")}`);
  const text = letters.join("");
  wanted.set(range, `${wanted.get(range) ?? ""}${text}`);
  writeFileSync(new URL(`${name}.woff2`, FOLDER), await subset(range, text, { targetFormat: "woff2", variationAxes: WEIGHTS }));
}
for (const [range, file] of PICTURE_FONTS) {
  const fixed = { targetFormat: "sfnt", variationAxes: { wght: PICTURE_WEIGHT } } as const;
  writeFileSync(file, await subset(range, wanted.get(range) ?? "", fixed));
}
copyFileSync(`${PACKAGE}/LICENSE`, new URL("LICENSE", FOLDER));
