import * as fc from "fast-check";
import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { html } from "../../../build/site/html.ts";
import { LANGUAGES, preferredLanguage } from "../../../build/site/i18n/languages.ts";
import { plateLink, plateName } from "../../../build/site/i18n/plate-names.ts";
import { readNames, readTexts } from "../../../build/site/i18n/read-translations.ts";
import {
  Counted,
  filled,
  isolating,
  type Texts,
  textsElement,
  translateFrom,
  translationsIn,
} from "../../../build/site/i18n/translations.ts";

describe("the language that a reader prefers", () => {
  it.each([
    [undefined, ["ja"], "ja"],
    [undefined, ["de-AT", "en"], "de"],
    [undefined, ["sv", "nb-NO", "fr-CA", "en"], "fr"],
    [undefined, ["zh-Hant-TW"], "zh"],
    [undefined, ["tl-PH"], "fil"],
    [undefined, ["in-ID"], "id"],
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

const WORDS = translationsIn("en", {
  shell: { start: "Start", single_source: "See {tsunami}, {name} & more" },
  start: {},
});

it("fills values into a text", () => {
  expect(WORDS.area("shell")("single_source", { tsunami: "a", name: 2 })).toBe("See a, 2 & more");
});

it("escapes the text and what is text, and keeps HTML as it is", () => {
  const { markup } = WORDS.area("shell").html("single_source", { tsunami: html`<b>x</b>`, name: "<i>" });
  expect(markup).toBe("See <b>x</b>, &lt;i&gt; &amp; more");
});

it("refuses a key or a value that is missing", () => {
  expect(() => WORDS.area("shell")("single_source", { tsunami: "a" })).toThrow("needs a value for name");
  expect(() => WORDS.area("shell")("single_source")).toThrow("needs a value for tsunami");
  expect(() => WORDS.area("shell")("skip")).toThrow("there is no text skip");
  expect(() => WORDS.area("map")).toThrow("there are no texts of map in en");
});

it("carries texts as data that cannot end its element", () => {
  const translations = translationsIn("en", { shell: { start: "</script><b>" } });
  expect(textsElement(translations, "shell").markup).toBe(
    '<script type="application/json" id="texts">{"start":"\\u003c/script>\\u003cb>"}</script>\n',
  );
});

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

/** The values of a text, in alphabetical order. */
function valuesIn(text: string): string[] {
  return [...text.replace(PLURAL, "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").toSorted();
}

const PLURAL = /, plural, ((?:\w+ \{[^{}]*\} ?)+)/g;

/** The forms that a language has for the numbers of earthquakes. */
function formsOf(tag: string): Set<string> {
  const rules = new Intl.PluralRules(tag);
  return new Set(["other", ...Array.from({ length: 200 }, (_, number) => rules.select(number))]);
}

describe("the texts of the interface", () => {
  it.each(LANGUAGES)("in $name are all there, with the values of the English ones and the plurals of the language", ({ tag }) => {
    const { en, [tag]: texts } = readTexts();
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(en).toSorted());
    for (const [area, english] of Object.entries(en)) {
      const values = (of: Texts = {}) => Object.fromEntries(Object.entries(of).map(([key, text]) => [key, valuesIn(text)]));
      expect(values(texts[area])).toEqual(values(english));
      for (const [key, text] of Object.entries(texts[area] ?? {})) {
        expect(text.trim(), key).not.toBe("");
        for (const [, forms = ""] of text.matchAll(PLURAL))
          expect(new Set([...forms.matchAll(/(\w+) \{/g)].map(([, form]) => form)), key).toEqual(formsOf(tag));
      }
    }
  });

  it("in French have a space that does not break before high punctuation and per cent signs", () => {
    const texts = Object.values(readTexts().fr).flatMap((area) => Object.values(area));
    expect(texts.filter((text) => / [:;!?%»]|« /.test(text))).toEqual([]);
  });
});

it("names of countries and terms are in every language but English, and those of plates where a language has them", () => {
  const others = LANGUAGES.map(({ tag }) => tag).filter((tag) => tag !== "en");
  expect([...readNames().keys()]).toEqual(others);
  for (const { countries, terms, definitions } of readNames().values())
    expect([countries, terms, definitions].map((names) => names["JP"] ?? names["fault"])).not.toContain(undefined);
  const [de, en] = (["de", "en"] as const).map((tag) => translationsIn(tag, readTexts()[tag]));
  const links = [plateName(de!, "Pacific"), plateName(en!, "Pacific"), plateName(de!, "Nowhere")].map(
    (name) => plateLink("/plates/x/", "Pacific", name).markup,
  );
  const english = '<a lang="en" href="/plates/x/">Pacific</a>';
  expect(links).toEqual(['<a href="/plates/x/">Pazifische Platte</a>', english, english]);
});
