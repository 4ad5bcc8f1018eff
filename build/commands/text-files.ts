import { LANGUAGES } from "../pages/languages.ts";
import { readTexts } from "./read-texts.ts";
import type { ReadyFile } from "./ready-file.ts";

const WRITTEN_IN: string = "en";

/** `assets/texts/{language}.json`: what pages that are rendered anew in a browser are written with, but in English. */
export function textFiles(): ReadyFile[] {
  const texts = readTexts();
  return LANGUAGES.filter(({ tag }) => tag !== WRITTEN_IN).map(({ tag }) => {
    const { shell, data } = texts[tag];
    return { path: `assets/texts/${tag}.json`, bytes: new TextEncoder().encode(JSON.stringify({ shell, data })) };
  });
}
