import type { ReadyFile } from "../ready-file.ts";
import { LANGUAGES } from "./languages.ts";
import { readTexts } from "./read-texts.ts";

/**
 * `assets/texts/{language}.json`: what is written in a browser is written with, such as a page of data in the language of
 * its reader, and how old the data are where there is no network.
 */
export function textFiles(): ReadyFile[] {
  const texts = readTexts();
  return LANGUAGES.map(({ tag }) => {
    const { shell, data, start } = texts[tag];
    // Of the start page the list of earthquakes has the words for the map.
    const said = { shell, data, start: { open_map: start?.["open_map"] } };
    return { path: `assets/texts/${tag}.json`, bytes: new TextEncoder().encode(JSON.stringify(said)) };
  });
}
