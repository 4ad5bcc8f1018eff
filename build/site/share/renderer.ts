import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { once } from "../../platform/lists.ts";

/** Renders an SVG as a PNG. The same SVG gives the same bytes on every machine. */
export type Renderer = (svg: string) => Uint8Array;

const LIBRARY = "@resvg/resvg-wasm";

/** The weight of all letters of pictures: the renderer would take letters that one file lacks from a file of another weight. */
export const PICTURE_WEIGHT = 600;

/** The files of the typeface for pictures by their letters: the renderer cannot read compressed ones. */
export const PICTURE_FONTS: ReadonlyMap<string, URL> = new Map(
  (["latin", "latin-ext", "vietnamese"] as const).map((range) => [
    range,
    new URL(`../../../data/fonts/picture-${range}.ttf`, import.meta.url),
  ]),
);

const requireHere = createRequire(import.meta.url);

/** Whether the optional library is installed. */
export function hasRenderer(): boolean {
  return libraryFile() !== undefined;
}

function libraryFile(): string | undefined {
  try {
    return requireHere.resolve(`${LIBRARY}/index_bg.wasm`);
  } catch {
    return undefined;
  }
}

/**
 * The renderer of pictures; undefined if the optional library is not installed. It is WebAssembly, so that it computes the same on
 * every processor, and it uses no typeface of the system.
 */
export const loadRenderer = once(async (): Promise<Renderer | undefined> => {
  const file = libraryFile();
  if (file === undefined) return undefined;
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(readFileSync(file));
  const font = {
    fontBuffers: [...PICTURE_FONTS.values()].map((url) => readFileSync(url)),
    defaultFontFamily: "Commissioner",
  };
  return (svg) => {
    const drawing = new Resvg(svg, { font });
    const image = drawing.render();
    const png = image.asPng();
    image.free();
    drawing.free();
    return png;
  };
});
