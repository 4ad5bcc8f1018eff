import * as fc from "fast-check";
import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { html } from "../../../build/site/html.ts";
import { LANGUAGES, preferredLanguage } from "../../../build/site/i18n/languages.ts";
import { Counted, faultsOfPlurals, filled, valuesIn } from "../../../build/site/i18n/plural.ts";
import { faultsOfTexts, readTexts } from "../../../build/site/i18n/read-translations.ts";
import {
  type AllTexts,
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

const GREETING = { hello: "Hello {name}", bye: "Goodbye" };

/** Every language says the same, but one. */
function texts(tag: string, area: Texts | undefined): AllTexts {
  const all = LANGUAGES.map((language) => [language.tag, { greeting: GREETING }] as const);
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
