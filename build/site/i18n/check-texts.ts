import { LANGUAGES } from "./languages.ts";
import { type AllTexts, type Texts, valuesIn } from "./texts.ts";

/**
 * What is missing, left over, empty or has other values than the English text has, in words; nothing where all is well.
 *
 * @param texts as they were read, whole or not
 */
export function faultsOfTexts(texts: AllTexts): string[] {
  return LANGUAGES.flatMap(({ tag }) =>
    Object.entries(texts.en).flatMap(([area, english]) => {
      const translated = texts[tag]?.[area];
      if (!translated) return [`${area}/${tag}.json is missing`];
      return faultsOfArea(english, translated).map((fault) => `${area}/${tag}.json: ${fault}`);
    }),
  );
}

function faultsOfArea(english: Texts, translated: Texts): string[] {
  const missing = Object.keys(english).filter((key) => !translated[key]?.trim());
  const leftOver = Object.keys(translated).filter((key) => english[key] === undefined);
  const otherwise = Object.entries(english).filter(
    ([key, text]) => translated[key]?.trim() && valuesIn(text).join() !== valuesIn(translated[key]).join(),
  );
  return [
    ...missing.map((key) => `the text ${key} is missing`),
    ...leftOver.map((key) => `the text ${key} is one that English does not have`),
    ...otherwise.map(
      ([key, text]) => `the text ${key} has not the values of the English one: ${valuesIn(text).join(", ")}`,
    ),
  ];
}
