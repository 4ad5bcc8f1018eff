import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { html } from "../../../build/site/html.ts";
import { LANGUAGES } from "../../../build/site/i18n/languages.ts";
import { Counted, faultsOfPlurals, filled, valuesIn } from "../../../build/site/i18n/plural.ts";
import { readTexts } from "../../../build/site/i18n/read-translations.ts";
import { isolating, translationsIn } from "../../../build/site/i18n/translations.ts";

const ENGLISH = "In {place}: {count, plural, one {# earthquake} other {# earthquakes}}.";
const RUSSIAN = "{count, plural, one {# день} few {# дня} many {# дней} other {# дня}}";

function counting(text: string, language: "en" | "ru" | "ar", number: number): string {
  return filled<string, string>(text, language, (name) => (name === "place" ? "Japan" : new Counted(number, `<${number}>`))).join("");
}

describe("a text with a plural", () => {
  it.each([
    [0, "In Japan: <0> earthquakes."],
    [1, "In Japan: <1> earthquake."],
    [2, "In Japan: <2> earthquakes."],
  ])("has in English the form of %d", (number, expected) => {
    expect(counting(ENGLISH, "en", number)).toBe(expected);
  });

  it.each([
    [1, "<1> день"],
    [3, "<3> дня"],
    [11, "<11> дней"],
    [21, "<21> день"],
  ])("has in Russian the form of %d", (number, expected) => {
    expect(counting(RUSSIAN, "ru", number)).toBe(expected);
  });

  it("keeps HTML in it as HTML, and escapes the rest", () => {
    const shell = translationsIn("en", {
      shell: { search_found: "{count, plural, one {# <b>} other {# results}} {query}" },
    }).area("shell");
    const count = new Counted(1, html`<data value="1">1</data>`);
    expect(shell.html("search_found", { count, query: "<" }).markup).toBe('<data value="1">1</data> &lt;b&gt; &lt;');
  });

  it("isolates the number from right to left", () => {
    const shell = translationsIn("ar", { shell: { search_found: "{count, plural, other {# x}}" } }).area("shell");
    expect(isolating(shell, "ar")("search_found", { count: new Counted(3, "3") })).toBe("\u20683\u2069 x");
  });

  it("refuses a value that is not counted, and a number without a form", () => {
    expect(() => filled(ENGLISH, "en", () => "1")).toThrow("the plural of count needs a counted value");
    expect(() => counting("{count, plural, one {#}}", "en", 2)).toThrow("has no form for 2");
  });

  it("names its values, and the forms that a language needs", () => {
    expect(valuesIn(ENGLISH)).toEqual(["count", "place"]);
    expect(faultsOfPlurals(ENGLISH, "en")).toEqual([]);
    expect(faultsOfPlurals(ENGLISH, "ru")).toEqual(["count: many", "count: few"]);
    expect(faultsOfPlurals(RUSSIAN, "en")).toEqual(["count: few", "count: many"]);
  });

  it("may leave the number out of a form that is for one number only", () => {
    expect(faultsOfPlurals("{count, plural, one {a day} other {# days}}", "en")).toEqual([]);
    expect(faultsOfPlurals("{count, plural, one {# day} other {days}}", "en")).toEqual(["count: other"]);
    // French has the same form for 0 and 1.
    expect(faultsOfPlurals("{count, plural, one {un jour} other {# jours}}", "fr")).toEqual(["count: one"]);
  });

  it("has in every language a form with the number, whatever the number, but for one and two in words", () => {
    const texts = LANGUAGES.flatMap(({ tag }) =>
      Object.values(readTexts()[tag]).flatMap((area) =>
        Object.values(area).flatMap((text) => (text.includes(", plural,") ? [[tag, text] as const] : [])),
      ),
    );
    expect(texts.length).toBeGreaterThan(LANGUAGES.length);
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), ([tag, text], number) => {
        const written = filled<string, string>(text, tag, () => new Counted(number, "NUMBER")).join("");
        if (!(tag === "ar" && (number === 1 || number === 2))) expect(written).toContain("NUMBER");
        expect(written).not.toMatch(/[{}#]|plural/);
      }),
    );
  });
});
