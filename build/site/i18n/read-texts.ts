import { readdirSync, readFileSync } from "node:fs";
import { faultsOfTexts } from "./check-texts.ts";
import { LANGUAGES } from "./languages.ts";
import type { AllTexts, Texts } from "./texts.ts";

const FOLDER = new URL("../../../data/languages/", import.meta.url);

let read: AllTexts | undefined;

/**
 * Every text of the interface (`data/languages/{area}/{language}.json`).
 *
 * @throws Error where a language lacks a text: it is found when the tree is built, not by a reader
 */
export function readTexts(): AllTexts {
  read ??= checked(fromFiles());
  return read;
}

function checked(texts: AllTexts): AllTexts {
  const faults = faultsOfTexts(texts);
  if (faults.length > 0) throw new Error(`texts of the pages, ${faults.length} faults:\n${faults.join("\n")}`);
  return texts;
}

function fromFiles(): AllTexts {
  const areas = readdirSync(FOLDER);
  const languages = LANGUAGES.map(({ tag }) => {
    const present = areas.filter((area) => readdirSync(new URL(`${area}/`, FOLDER)).includes(`${tag}.json`));
    return [tag, Object.fromEntries(present.map((area) => [area, textsIn(`${area}/${tag}.json`)]))] as const;
  });
  return Object.fromEntries(languages) as AllTexts;
}

function textsIn(path: string): Texts {
  return JSON.parse(readFileSync(new URL(path, FOLDER), "utf8")) as Texts;
}
