import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { html } from "../../../build/site/html.ts";
import { LANGUAGES } from "../../../build/site/i18n/languages.ts";
import { isolating, translateFrom } from "../../../build/site/i18n/translations.ts";

const TEXTS = { way: "{km} in {time}", plain: "nothing" };

describe("values of a text", () => {
  it("stand by themselves where a language runs from right to left, and nowhere else", () => {
    assert(
      property(constantFrom(...LANGUAGES), string(), string(), ({ tag, dir }, km, time) => {
        const [t, plain] = [isolating(translateFrom(TEXTS, tag), tag), translateFrom(TEXTS, tag)];
        const wanted = dir === "ltr" ? plain("way", { km, time }) : `\u2068${km}\u2069 in \u2068${time}\u2069`;
        expect(t("way", { km, time })).toBe(wanted);
        expect(t("plain")).toBe("nothing");
      }),
    );
  });

  it("that are HTML stay as they are", () => {
    const t = isolating(translateFrom(TEXTS, "ar"), "ar");
    expect(t.html("way", { km: 1, time: html`<b>2</b>` }).markup).toBe("1 in <b>2</b>");
  });

  it("have to be there", () => {
    expect(() => isolating(translateFrom(TEXTS, "ar"), "ar")("way", { km: 1 })).toThrow(RangeError);
  });
});
