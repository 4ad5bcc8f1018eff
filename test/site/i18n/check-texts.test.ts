import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../build/site/i18n/languages.ts";
import { faultsOfTexts, readTexts } from "../../../build/site/i18n/read-translations.ts";
import type { AllTexts, Texts } from "../../../build/site/i18n/translations.ts";

const ENGLISH = { hello: "Hello {name}", bye: "Goodbye" };

/** Every language says the same, but one. */
function texts(tag: string, area: Texts | undefined): AllTexts {
  const all = LANGUAGES.map((language) => [language.tag, { greeting: ENGLISH }] as const);
  return Object.fromEntries([...all, [tag, area ? { greeting: area } : {}]]) as AllTexts;
}

describe("the texts of the interface", () => {
  it("are whole in every language", () => {
    expect(faultsOfTexts(readTexts())).toEqual([]);
  });

  it("in French have a space that does not break before high punctuation and per cent signs", () => {
    const texts = Object.values(readTexts().fr).flatMap((area) => Object.values(area));
    expect(texts.filter((text) => / [:;!?%»]|« /.test(text))).toEqual([]);
  });

  it.each([
    ["nothing where all is well", { hello: "Hola {name}", bye: "Adiós" }, []],
    ["an area that is missing", undefined, ["greeting/es.json is missing"]],
    ["a text that is missing", { hello: "Hola {name}" }, ["greeting/es.json: the text bye is missing"]],
    ["a text that is empty", { hello: "Hola {name}", bye: " " }, ["greeting/es.json: the text bye is missing"]],
    [
      "a text that nobody uses",
      { hello: "Hola {name}", bye: "Adiós", more: "Más" },
      ["greeting/es.json: the text more is one that English does not have"],
    ],
    [
      "another value than the English text has",
      { hello: "Hola {nombre}", bye: "Adiós" },
      ["greeting/es.json: the text hello has not the values of the English one: name"],
    ],
  ])("tell of %s", (_what, spanish, faults) => {
    expect(faultsOfTexts(texts("es", spanish))).toEqual(faults);
  });
});
