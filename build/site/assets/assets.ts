import { readFileSync } from "node:fs";
import type { CacheClass } from "../../contract/table/endpoints.ts";
import { preparedFiles } from "../../platform/prepared-files.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import type { ReadyFile } from "../files.ts";
import type { LanguageTag } from "../i18n/languages.ts";

const FONTS = new URL("../../../data/fonts/", import.meta.url);
const BASE_MAP = new URL("../../../data/base-map/", import.meta.url);

/** What prepared files of a tree begin with, before their path in the tree. */
export const IN_TREE = "tree/";

export interface PageAssets {
  /** Identifies the files that are not of the program. */
  key: string;
  /** Reads the files. */
  files: () => ReadyFile[];
}

/**
 * The page assets that are the same in every tree: the project's own files, the base map, and files generated when the
 * package is built, with their compressed forms.
 */
export async function pageAssets(): Promise<PageAssets> {
  const { key, files } = await preparedFiles();
  return { key, files: () => allAssets(files) };
}

function allAssets(prepared: ReadonlyMap<string, Uint8Array>): ReadyFile[] {
  return [
    ...Object.keys(FONT_FILES).map((name) => ({
      path: `assets/${fontAddress(name)}`,
      bytes: readFileSync(new URL(`${name}.woff2`, FONTS)),
    })),
    { path: "assets/fonts/licence.txt", bytes: readFileSync(new URL("LICENSE", FONTS)) },
    ...["icon.svg", "quaketree.py", "site.webmanifest"].map((name) => ({
      path: `assets/${name}`,
      bytes: readFileSync(new URL(name, import.meta.url)),
    })),
    { path: "assets/map/labels.json", bytes: readFileSync(new URL("labels.json", BASE_MAP)) },
    ...[...prepared.keys()]
      .filter((name) => name.startsWith(IN_TREE) && !isVariant(name))
      .map((name) => {
        const [br, gzip] = [prepared.get(name + VARIANT_SUFFIX.br), prepared.get(name + VARIANT_SUFFIX.gzip)];
        const variants = { ...(br && { br }), ...(gzip && { gzip }) };
        return { path: name.slice(IN_TREE.length), bytes: prepared.get(name) as Uint8Array, variants };
      }),
  ];
}

function isVariant(name: string): boolean {
  return Object.values(VARIANT_SUFFIX).some((suffix) => name.endsWith(suffix));
}

/** How long browsers keep an asset. The bundler puts a hash of the content into the names of the shared ones. */
export function cacheOfAsset(path: string): CacheClass {
  return path.startsWith("assets/pages/shared/") ? "immutable" : "day";
}

/** A file of the typeface. */
interface FontFile {
  /** In the syntax of `unicode-range`: a browser loads only the files whose letters are on the page. */
  letters: string;
  /** The only languages whose pages use the file; all that use the Latin letters of the typeface if absent. */
  languages?: readonly LanguageTag[];
}

/**
 * `latin` has what pages have most often of Latin-1, `latin-rest` the rest.
 * `latin-ext` has the letters beyond Latin-1 that names of places in the data have most often, `latin-more` the others. Single Greek and
 * Cyrillic letters on pages in other languages, as in formulas, are those of the device, since a file weighs more than such a page.
 * Pages in Greek and Russian have, besides a file of their own letters, `latin-basic` instead of the other files. The few other letters of
 * the names on them are those of the device.
 */
export const FONT_FILES = {
  latin: {
    letters:
      "U+20-7E, U+A0-A1, U+AB, U+AF-B3, U+B7, U+B9, U+BB, U+BF-C1, U+C4-C5, U+C7-C9, U+CD-CE, U+D1, U+D3, " +
      "U+D6-D7, U+DA, U+DC, U+DF-E5, U+E7-EF, U+F1-F6, U+F9-FD, U+131, U+2013-2014, U+2018-2019, U+201C-201D, " +
      "U+2026, U+2212",
  },
  "latin-rest": {
    letters:
      "U+A2-AA, U+AC-AE, U+B4-B6, U+B8, U+BA, U+BC-BE, U+C2-C3, U+C6, U+CA-CC, U+CF-D0, U+D2, U+D4-D5, U+D8-D9, " +
      "U+DB, U+DD-DE, U+E6, U+F0, U+F7-F8, U+FE-FF, U+152-153, U+2022",
  },
  "latin-ext": {
    letters:
      "U+100-101, U+106-107, U+10C-10D, U+110-113, U+11E-11F, U+12A-12B, U+130, U+141-142, U+14C-14D, U+15E-161, U+16A-16B, U+17D-17E",
  },
  "latin-more": {
    letters:
      "U+102-105, U+108-10B, U+10E-10F, U+114-11D, U+120-129, U+12C-12F, U+132-140, U+143-14B, U+14E-151, " +
      "U+154-15D, U+162-169, U+16C-17C, U+17F, U+1E00-1E9F, U+1EF2-1EFF, U+218-21B, U+259",
  },
  vietnamese: { letters: "U+1A0-1A1, U+1AF-1B0, U+1EA0-1EF1" },
  "latin-basic": {
    letters:
      "U+20-7E, U+A0, U+AB, U+B0-B1, U+B7, U+BB, U+D7, U+E1, U+E3-E4, U+E7-E9, U+ED, U+F1, U+F3, U+F6, U+FA, " +
      "U+FC, U+2013-2014, U+2018-2019, U+2026, U+2212",
    languages: ["el", "ru"],
  },
  greek: { letters: "U+384-38A, U+38C, U+38E-3A1, U+3A3-3CE", languages: ["el"] },
  cyrillic: { letters: "U+401, U+410-44F, U+451", languages: ["ru"] },
} as const satisfies Record<string, FontFile>;

const FILES: [string, FontFile][] = Object.entries(FONT_FILES);

/** The name of the typeface in style sheets. */
const FAMILY = "Commissioner";

/** The typefaces of the device. */
const OF_THE_DEVICE = "system-ui, sans-serif";

/** The address of a file of the typeface in a style sheet, which is in `assets/`. */
function fontAddress(name: string): string {
  return `fonts/${name}.woff2`;
}

/**
 * Languages whose letters the typeface lacks. Latin letters on their pages are those of the device, too (`LETTERS_SCRIPT` in
 * `layout.ts`).
 */
const WITHOUT: readonly LanguageTag[] = ["ar", "hi", "ja", "zh"];

/**
 * The rules of the style sheet for the typeface: its files, and the property `--letters`. Until the files are loaded, text has a
 * typeface of the device.
 */
export function fontFaces(): string {
  const faces = FILES.flatMap(([name, { letters, languages }]) =>
    (languages ?? [undefined]).map(
      (language) =>
        `@font-face{font-family:"${familyOf(language)}";font-weight:400 700;font-display:swap;src:url(${fontAddress(
          name,
        )}) format("woff2");unicode-range:${letters}}\n`,
    ),
  );
  const own = [...new Set(FILES.flatMap(([, { languages }]) => languages ?? []))];
  return [
    ...faces,
    `:root{--letters:"${FAMILY}",${OF_THE_DEVICE}}\n`,
    ...own.map((tag) => `${pagesIn(tag)}{--letters:"${familyOf(tag)}",${OF_THE_DEVICE}}\n`),
    `${WITHOUT.map(pagesIn).join()},:root[data-letters=device]{--letters:${OF_THE_DEVICE}}\n`,
  ].join("");
}

/** Selects pages in a language, and those that a script will translate into it. */
function pagesIn(tag: LanguageTag): string {
  return `:root:lang(${tag}),[data-letters=${tag}]`;
}

function familyOf(language: LanguageTag | undefined): string {
  return language === undefined ? FAMILY : `${FAMILY} ${language}`;
}
