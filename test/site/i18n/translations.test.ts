import { expect, it } from "vitest";
import { html } from "../../../build/site/html.ts";
import { textsElement, translationsIn } from "../../../build/site/i18n/translations.ts";

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
