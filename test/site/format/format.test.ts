import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { renderContext } from "../../../build/site/data/render-context.ts";
import { dateInSentence, dateText, dayAtMost, durationText, durationWords, knownPart, moment } from "../../../build/site/format/dates.ts";
import {
  approximately,
  compassText,
  decadeText,
  localNumber,
  magnitudeAmount,
  neutralNumber,
  percent,
  plateArea,
} from "../../../build/site/format/numbers.ts";
import { placeIn, placeText } from "../../../build/site/format/place-text.ts";
import { REQUEST_LANGUAGES, requestCode, requestTarget } from "../../../build/site/format/request-code.ts";
import { LANGUAGES, type LanguageTag } from "../../../build/site/i18n/languages.ts";
import { readTexts } from "../../../build/site/i18n/read-translations.ts";
import { translationsIn } from "../../../build/site/i18n/translations.ts";
import { ENGLISH } from "../english.ts";

const t = ENGLISH.area("data");

describe("a moment, on a machine far from Greenwich", () => {
  beforeAll(() => void vi.stubEnv("TZ", "Pacific/Chatham"));
  afterAll(() => void vi.unstubAllEnvs());

  it.each([
    ["2018-02-06T15:50:42.400Z", "second", "2018-02-06 15:50 UTC"],
    ["1978-06-12T08:14:00.000Z", "minute", "1978-06-12 08:14 UTC"],
    ["1498-09-20T00:00:00.000Z", "day", "1498-09-20"],
    ["1800-05-01T00:00:00.000Z", "month", "1800-05"],
    ["0869-01-01T00:00:00.000Z", "year", "869"],
    ["0115-12-13T00:00:00.000Z", "day", "115-12-13"],
    ["0000-01-01T00:00:00.000Z", "year", "1 BC"],
    ["-000463-01-01T00:00:00.000Z", "year", "464 BC"],
    ["-000225-03-01T00:00:00.000Z", "month", "226 BC, 03"],
    ["-000030-09-02T00:00:00.000Z", "day", "31 BC, 09-02"],
  ] as const)("%s, known to the %s, is %s", (occurredAt, precision, text) => {
    expect(dateText(occurredAt, precision, t)).toBe(text);
  });

  it("is written anew in the reader's time zone only where it is known to the minute, and clocks were those of today", () => {
    const isTime = (...[at, precision]: [string, Parameters<typeof moment>[1]]) => moment(at, precision, t).markup.startsWith("<time ");
    const minute = moment("1978-06-12T08:14:00.000Z", "minute", t).markup;
    expect(minute).toBe('<time datetime="1978-06-12T08:14:00.000Z">1978-06-12 08:14 UTC</time>');
    const sentence = (precision: "second" | "month") => dateInSentence("1978-06-12T23:14:00.000Z", precision, t).markup;
    expect(sentence("second")).toBe('<time data-day datetime="1978-06-12">June 12, 1978</time>');
    expect(sentence("month")).toBe('<time data-day datetime="1978-06">1978-06</time>');
    expect(moment("1978-06-12T00:00:00.000Z", "day", t).markup).toBe('<time data-day datetime="1978-06-12">1978-06-12</time>');
    expect(moment("1899-06-12T08:14:00.000Z", "second", t).markup).toBe(
      '<time data-day datetime="1899-06-12">1899-06-12</time> · 08:14 UTC',
    );
    expect(moment("0115-12-13T00:00:00.000Z", "day", t).markup).toBe('<time data-day datetime="0115-12-13">115-12-13</time>');
    expect(moment("0458-09-01T00:00:00.000Z", "month", t).markup).toBe('<time data-day datetime="0458-09">458-09</time>');
    // HTML has no form for years BC.
    expect(isTime("-000030-09-02T00:00:00.000Z", "day")).toBe(false);
    expect(isTime("0000-03-01T00:00:00.000Z", "month")).toBe(false);
  });
});

it.each([
  ["-000463-05-01T00:00:00.000Z", "month", "-000463-05", "month"],
  ["+012026-05-01T10:20:30.000Z", "day", "+012026-05-01", "day"],
  ["1755-11-01T09:40:00.000Z", "minute", "1755-11-01T09:40", "day"],
  ["1755-11-01T09:40:00.000Z", "second", "1755-11-01T09:40:00.000Z", "day"],
  ["1755-11-01T09:40:00.000Z", "year", "1755", "year"],
] as const)("of %s, known to the %s, %s is known, and lists show the %s", (iso, precision, part, shown) => {
  expect([knownPart(iso, precision), dayAtMost(precision)]).toEqual([part, shown]);
});

it.each([
  [0, "0.0\u00A0s", "0 seconds"],
  [1, "1.0\u00A0s", "1 second"],
  [59.9, "59.9\u00A0s", "59 seconds"],
  [59.96, "1\u00A0min\u00A00\u00A0s", "59 seconds"],
  [60, "1\u00A0min\u00A00\u00A0s", "1 minute"],
  [3_599.4, "59\u00A0min\u00A059\u00A0s", "59 minutes"],
  [3_599.5, "1\u00A0h\u00A00\u00A0min", "59 minutes"],
  [7_170, "2\u00A0h\u00A00\u00A0min", "1 hour"],
  [86_400, "24\u00A0h\u00A00\u00A0min", "1 day"],
  [31_557_599, "8,766\u00A0h\u00A00\u00A0min", "365 days"],
  [31_557_600, "8,766\u00A0h\u00A00\u00A0min", "1 year"],
])("a duration of %d s is %s, or in a sentence %s", (seconds, text, words) => {
  expect([durationText(seconds, { ...ENGLISH, number: neutralNumber } as never), durationWords(seconds)]).toEqual([text, words]);
});

describe("numbers of the tools, before the reader's language is known", () => {
  it.each([
    [1234.5678, {}, "1,230"],
    [0.012345, {}, "0.0123"],
    [1.995e15, {}, "2.00\u00A0×\u00A010¹⁵"],
    [6.3e-7, { significant: 2 }, "6.3\u00A0×\u00A010⁻⁷"],
    [0, {}, "0"],
    [-12.34, { digits: 1 }, "−12.3"],
    [9.996, {}, "10.0"],
    [9_994_000, {}, "9,990,000"],
    [1e7, {}, "1.00\u00A0×\u00A010⁷"],
    [0.001, {}, "0.00100"],
    [0.00099, {}, "9.90\u00A0×\u00A010⁻⁴"],
    [12, { digits: 0, unit: "km" }, "12\u00A0km"],
    [12.5, { digits: 1, unit: "°" }, "12.5°"],
  ])("%s with %o is %s", (value, style, text) => expect(neutralNumber(value, style)).toBe(text));
});

it.each([
  [104_593_741, "104,600,000"],
  [41_234, "41,230"],
  [999, "999"],
])("the area of a plate, %d km², has four digits", (km2, text) => {
  expect(plateArea(km2).markup).toContain(`>${text}</data>`);
});

it.each([
  [1e7, "10⁷"],
  [1e6, "1,000,000"],
  [0.001, "0.001"],
  [1e-4, "10⁻⁴"],
])("the mark of %d on a logarithmic axis is %s", (value, text) => expect(decadeText(value, { number: neutralNumber })).toBe(text));

it.each([
  [0, "0 %"],
  [0.004, "<\u00A01 %"],
  [0.005, "1 %"],
  [1, "100 %"],
])("a share of %d is %s, and a small one is not none", (share, text) => {
  expect(
    percent(share)
      .markup.replace(/&lt;/g, "<")
      .replace(/<\/?data[^>]*>/g, ""),
  ).toBe(text);
});

it.each([
  [4, 10, { sign: "<", km: 10 }],
  [5, 10, { sign: "≈", km: 10 }],
  [149, 100, { sign: "≈", km: 100 }],
] as const)("%d km, known to %d km, are %j", (km, step, shown) => expect(approximately(km, step)).toEqual(shown));

it("magnitudes have one decimal", () => {
  expect(magnitudeAmount(6).markup).toBe('<data value="6" data-digits="1">6.0</data>');
});

it.each([
  [22.4, "north"],
  [22.6, "north-east"],
  [180, "south"],
  [337.6, "north"],
  [-45, "north-west"],
  [405, "north-east"],
])("%d degrees are %s", (azimuth, words) => expect(compassText(azimuth, { t: ENGLISH.area("tools") } as never)).toBe(words));

describe("numbers of the tools in the reader's language", () => {
  it.each([
    ["en", 32.4, { digits: 0, unit: "%" }, "32%"],
    ["de", 6.62, { digits: 1, unit: "%" }, "6,6\u00A0%"],
    ["tr", 32, { digits: 0, unit: "%" }, "%32"],
    ["en", 1234, { digits: 0, unit: "km" }, "1,234\u00A0km"],
    ["ru", 12, { digits: 0, unit: "km" }, "12\u00A0км"],
    ["zh", 12, { digits: 0, unit: "km" }, "12公里"],
    ["ar", 4000, { digits: 0, unit: "m" }, "4,000\u00A0متر"],
    ["el", 12, { digits: 0, unit: "h" }, "12\u00A0ώ."],
    ["ru", 6, { digits: 0, unit: "min" }, "6\u00A0мин"],
    ["fr", 6, { digits: 0, unit: "min" }, "6\u00A0min"],
    ["ru", 2e15, { significant: 2, unit: "J" }, "2,0\u00A0×\u00A010¹⁵\u00A0J"],
    ["ar", -12.5, { digits: 1, unit: "°" }, "−12.5°"],
  ] as const)("in %s, %s with %o is %s", (language, value, style, text) =>
    expect(localNumber(language)(value, style).replaceAll(/[\u200E\u200F\u061C]/g, "")).toBe(text),
  );
});

describe("a place that NOAA writes in capitals", () => {
  it.each([
    ["JAPAN:  S OF HONSHU:  HACHIJOJIMA, TOKYO", "Japan: S of Honshu: Hachijojima, Tokyo"],
    ["FRANCE: ST PAUL D'UBAYE,JAUSIERS,CEILLAC,VARS", "France: St Paul D'Ubaye, Jausiers, Ceillac, Vars"],
    ["HAITI: PORT-AU-PRINCE", "Haiti: Port-au-Prince"],
    ["CHINA: SHAANXI PROVINCE: XI'AN", "China: Shaanxi Province: Xi'an"],
    ["TURKEY: ANTAKYA (ANTIOCH), SAMANDAG", "Turkey: Antakya (Antioch), Samandag"],
    ["USA: NE CALIFORNIA; EL SALVADOR: LA LIBERTAD", "USA: NE California; El Salvador: La Libertad"],
    ["WASHINGTON, D.C.", "Washington, D.C."],
    ["MÉXICO: ÑIPAS", "México: Ñipas"],
    ["", ""],
  ])("is %j in ordinary letters", (noaa, ordinary) => {
    expect(placeText(noaa)).toBe(ordinary);
  });

  it("stays as it is where it has small letters", () => {
    expect(placeText("CHILE: off Valdivia")).toBe("CHILE: off Valdivia");
  });

  it("has a space between a number and its unit", () => {
    expect(placeText("102km NNE of Laiwui, Indonesia")).toBe("102\u00A0km NNE of Laiwui, Indonesia");
  });

  it("keeps its letters in their order, whatever they are", () => {
    const letters = (text: string) => text.toUpperCase().replace(/ /g, "");
    const texts = fc.string({ unit: fc.constantFrom(..."ABÉÑ'’-, ;:().ab0 ") });
    fc.assert(fc.property(texts, (text) => letters(placeText(text)) === letters(text)));
  });
});

describe("a place with a distance and a direction", () => {
  const country = { iso2: "ID", name: "Indonesia" };
  const said = (tag: LanguageTag, place: string) => {
    const translations = translationsIn(tag, readTexts()[tag]);
    const names = { hasPage: () => true, country: () => "<Indonesien>", term: () => "", plate: () => "" };
    return placeIn(place, renderContext(translations, names, localNumber(tag)), country).markup;
  };

  it("is said in the reader's language, and stays in English where it has another form", () => {
    const place = "1102km NNW of A & B, Indonesia";
    expect(said("de", place)).toBe("<span>1.102\u00A0km NNW von A &amp; B, &lt;Indonesien&gt;</span>");
    expect(said("ja", place)).toBe("<span>A &amp; B, &lt;Indonesien&gt;の北北西1,102\u00A0km</span>");
    expect(said("ar", "3 km SSW of Elsewhere, Malaysia")).toMatch(/^<span>\u200f.* \u2068Elsewhere, Malaysia\u2069<\/span>$/);
    expect(said("fr", "3 km SSW of Elsewhere, Malaysia")).toBe("<span>3\u00A0km SSO de Elsewhere, Malaysia</span>");
    expect(said("en", place)).toBe("<span>1,102\u00A0km NNW of A &amp; B, &lt;Indonesien&gt;</span>");
    expect(said("de", "3km N of Jakarta, Indonesia, Java")).toContain("Jakarta, Indonesia, Java");
    for (const other of ["Banda Sea", "102km QQ of Laiwui", "10km N of "]) expect(said("de", other)).toContain('<span lang="en">');
  });

  it.each(LANGUAGES.map(({ tag }) => tag))("has sixteen directions in %s, each its own", (tag) => {
    expect(new Set(readTexts()[tag].data?.["compass_points"]?.split(" ")).size).toBe(16);
  });
});

describe("the code of a request", () => {
  it("has the path filled, and a query of the values that are given", () => {
    expect(requestTarget("/api/recent/", { limit: "7", hours: "" })).toBe("/api/recent/?limit=7");
    expect(requestTarget("/api/v1/stats/", {})).toBe("/api/v1/stats/");
    expect(requestTarget("/api/v1/countries/{iso2}/risk/", { iso2: "JP" })).toBe("/api/v1/countries/JP/risk/");
    expect(requestTarget("/api/v1/plates/{slug}/", { slug: "o'x" })).toBe("/api/v1/plates/o%27x/");
    expect(requestTarget("/api/search/", { q: "café & 'bar'" })).toBe("/api/search/?q=caf%C3%A9+%26+%27bar%27");
  });

  it("cannot be left by a value, whatever it is, and names the address unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (slug, q) => {
        const target = requestTarget("/api/v1/plates/{slug}/", { slug, q });
        expect(target).not.toMatch(/["'`\\$\s<>]/);
        expect(new URL(target, "http://x").searchParams.get("q") ?? "").toBe(q);
        for (const language of REQUEST_LANGUAGES) expect(requestCode(language, `http://x${target}`)).toContain(`http://x${target}`);
      }),
    );
  });
});
