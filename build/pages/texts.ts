import type data from "../../data/languages/data/en.json";
import type map from "../../data/languages/map/en.json";
import type shell from "../../data/languages/shell/en.json";
import type start from "../../data/languages/start/en.json";
import type toolEnergy from "../../data/languages/tool-energy/en.json";
import type toolFeltIntensity from "../../data/languages/tool-felt-intensity/en.json";
import type toolSMinusP from "../../data/languages/tool-s-minus-p/en.json";
import type toolTravelTimes from "../../data/languages/tool-travel-times/en.json";
import type tools from "../../data/languages/tools/en.json";
import type { LanguageTag } from "./languages.ts";

/** The texts of each part of the interface, as they are in English: the others have the same keys. One line an area. */
export interface AreaTexts {
  data: typeof data;
  map: typeof map;
  shell: typeof shell;
  start: typeof start;
  tools: typeof tools;
  "tool-travel-times": typeof toolTravelTimes;
  "tool-felt-intensity": typeof toolFeltIntensity;
  "tool-s-minus-p": typeof toolSMinusP;
  "tool-energy": typeof toolEnergy;
}

export type Area = keyof AreaTexts;

/** Key → text, of one area in one language. `{name}` stands for a value. */
export type Texts = Readonly<Record<string, string>>;

/** Every text of the interface by language, then by area. */
export type AllTexts = Readonly<Record<LanguageTag, Readonly<Record<string, Texts>>>>;

/** What stands for values in a text, in the order of the alphabet. */
export function valuesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").toSorted();
}
