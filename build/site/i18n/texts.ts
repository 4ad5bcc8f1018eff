import type data from "../../../data/languages/data/en.json";
import type map from "../../../data/languages/map/en.json";
import type shell from "../../../data/languages/shell/en.json";
import type start from "../../../data/languages/start/en.json";
import type toolAftershocks from "../../../data/languages/tool-aftershocks/en.json";
import type toolCountries from "../../../data/languages/tool-countries/en.json";
import type toolEnergy from "../../../data/languages/tool-energy/en.json";
import type toolFeltIntensity from "../../../data/languages/tool-felt-intensity/en.json";
import type toolGutenbergRichter from "../../../data/languages/tool-gutenberg-richter/en.json";
import type toolNearMe from "../../../data/languages/tool-near-me/en.json";
import type toolPlateMotion from "../../../data/languages/tool-plate-motion/en.json";
import type toolSMinusP from "../../../data/languages/tool-s-minus-p/en.json";
import type toolScales from "../../../data/languages/tool-scales/en.json";
import type toolTimeline from "../../../data/languages/tool-timeline/en.json";
import type toolTravelTimes from "../../../data/languages/tool-travel-times/en.json";
import type toolTsunamiTravelTime from "../../../data/languages/tool-tsunami-travel-time/en.json";
import type tools from "../../../data/languages/tools/en.json";
import type { LanguageTag } from "./languages.ts";

/** The texts of each part of the interface, as they are in English: the others have the same keys. One line an area. */
export interface AreaTexts {
  data: typeof data;
  map: typeof map;
  shell: typeof shell;
  start: typeof start;
  tools: typeof tools;
  "tool-tsunami-travel-time": typeof toolTsunamiTravelTime;
  "tool-scales": typeof toolScales;
  "tool-travel-times": typeof toolTravelTimes;
  "tool-felt-intensity": typeof toolFeltIntensity;
  "tool-s-minus-p": typeof toolSMinusP;
  "tool-energy": typeof toolEnergy;
  "tool-near-me": typeof toolNearMe;
  "tool-aftershocks": typeof toolAftershocks;
  "tool-gutenberg-richter": typeof toolGutenbergRichter;
  "tool-plate-motion": typeof toolPlateMotion;
  "tool-countries": typeof toolCountries;
  "tool-timeline": typeof toolTimeline;
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
