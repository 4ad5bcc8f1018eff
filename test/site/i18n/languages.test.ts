import { describe, expect, it } from "vitest";
import { preferredLanguage } from "../../../build/site/i18n/languages.ts";

describe("the language that a reader prefers", () => {
  it.each([
    [undefined, ["ja"], "ja"],
    [undefined, ["de-AT", "en"], "de"],
    [undefined, ["sv", "nb-NO", "fr-CA", "en"], "fr"],
    [undefined, ["zh-Hant-TW"], "zh"],
    [undefined, ["tl-PH"], "fil"],
    [undefined, ["EN-us"], "en"],
    ["el", ["ja", "en"], "el"],
    ["xx", ["ja", "en"], "ja"],
    [undefined, ["sv"], undefined],
    [undefined, [], undefined],
    [undefined, ["", "-", "de"], "de"],
  ])("chosen %s, browser %j: %s", (chosen, browser, tag) => {
    expect(preferredLanguage(chosen, browser)?.tag).toBe(tag);
  });
});
