import { readFileSync } from "node:fs";
import files from "../../../data/fonts/files.json" with { type: "json" };
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
    { path: "assets/map/seas.json", bytes: readFileSync(new URL("seas.json", BASE_MAP)) },
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
export const FONT_FILES = files as unknown as Readonly<Record<string, FontFile>>;

const FILES = Object.entries(FONT_FILES);

/** The name of the typeface in style sheets. */
const FAMILY = "Commissioner";

/** The typefaces of the device. */
const OF_THE_DEVICE = "system-ui, sans-serif";

/**
 * Arial, as wide as the typeface, so that no line breaks elsewhere when the typeface arrives. Widths of 400 letters of the pages in
 * Arimo, which has the metrics of Arial: 99.4 % and, bold, 104.4 % of the typeface.
 */
const LIKE_ARIAL = [
  { weights: "400 599", names: ["Arial", "Liberation Sans"], size: 100.6 },
  { weights: "600 700", names: ["Arial Bold", "Liberation Sans Bold"], size: 95.8 },
];

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
  const like = LIKE_ARIAL.map(
    ({ weights, names, size }) =>
      `@font-face{font-family:Like;font-weight:${weights};src:${names.map((name) => `local("${name}")`).join()};size-adjust:${size}%}\n`,
  );
  const own = [...new Set(FILES.flatMap(([, { languages }]) => languages ?? []))];
  return [
    ...faces,
    ...like,
    `:root{--letters:"${FAMILY}",Like,${OF_THE_DEVICE}}\n`,
    ...own.map((tag) => `${pagesIn(tag)}{--letters:"${familyOf(tag)}",Like,${OF_THE_DEVICE}}\n`),
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
