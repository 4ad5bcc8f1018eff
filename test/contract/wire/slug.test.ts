import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeId, eventSlug, idOfSlug, slugWords } from "../../../build/contract/wire/slug.ts";

const anyId = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 }),
  fc.stringMatching(/^[a-z0-9]{1,12}$/),
  fc.stringMatching(/^[-_a-f0-9A-F]{1,8}$/),
);
const anyPlace = fc.oneof(fc.string({ unit: "binary", maxLength: 120 }), fc.lorem({ maxCount: 30 }), fc.constant(""));
const anyMagnitude = fc.option(fc.double({ min: -3, max: 10, noNaN: true }), { nil: null });

describe("the slug of an event", () => {
  it.each([
    [{ magnitude: 6.4, place: "18 km NNE of Hualien City, Taiwan", id: "us1000chhc" }, "m6-4-18-km-nne-of-hualien-city-taiwan-us1000chhc"],
    [{ magnitude: 6, place: "Crete", id: "a1" }, "m6-crete-a1"],
    [{ magnitude: -0.5, place: "Geysers", id: "nc7" }, "m-0-5-geysers-nc7"],
    [{ magnitude: 0, place: "Geysers", id: "nc7" }, "m0-geysers-nc7"],
    [{ magnitude: 1.6299999952316284, place: "Yalova", id: "x" }, "m1-63-yalova-x"],
    [{ magnitude: null, place: "Crete", id: "us_20-A" }, "crete--us-5f20-2d-41"],
    [{ magnitude: null, place: "東京", id: "jma1" }, "jma1"],
    [{ magnitude: null, place: "", id: "_" }, "---5f"],
  ])("writes %j as %s", (event, slug) => {
    expect(eventSlug(event)).toBe(slug);
    expect(idOfSlug(slug)).toBe(event.id);
  });

  it("holds only a–z 0–9 and hyphens, and ends in an id that is read back exactly", () => {
    fc.assert(
      fc.property(anyMagnitude, anyPlace, anyId, (magnitude, place, id) => {
        const slug = eventSlug({ magnitude, place, id });
        expect(slug).toMatch(/^[a-z0-9-]+$/);
        expect(idOfSlug(slug)).toBe(id);
      }),
      { numRuns: 2000 },
    );
  });

  it("fits a file name, whatever id an agency may give", () => {
    const longId = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 40,
      maxLength: 150,
    });
    fc.assert(
      fc.property(anyMagnitude, anyPlace, longId, (magnitude, place, id) => {
        const slug = eventSlug({ magnitude, place, id });
        expect(slug).toMatch(/^[a-z0-9-]+$/);
        expect(`${slug}.json.br`.length).toBeLessThanOrEqual(255);
        expect(idOfSlug(slug)).toBe(id);
        expect(slug.endsWith(escapeId(id))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("cuts the words of a place before a long id, and never a magnitude", () => {
    const place = "a very long place ".repeat(6);
    const id = "A".repeat(55);
    const slug = eventSlug({ magnitude: 6.41, place, id });
    expect(slug).toBe(`m6-41-a-very-long-place-a-very-long-place-a-very-long-place-a-very-long-place-a--${"-41".repeat(55)}`);
    expect(eventSlug({ magnitude: 6.41, place, id: "A".repeat(80) })).toBe(`m6-41--${"-41".repeat(80)}`);
    expect(eventSlug({ magnitude: 6.41, place, id: "A".repeat(81) })).toBe(`--${"-41".repeat(81)}`);
  });

  it("writes an id in base 32 once its escaped form is too long", () => {
    const id = "A".repeat(82);
    // 82 bytes are 656 bits, 132 groups of five; 40 bits repeat.
    expect(escapeId(id)).toBe(`-z${"ifaucqkb".repeat(16)}ifaq`);
    expect(escapeId(`${"A".repeat(81)}bc`)).toBe(`${"-41".repeat(81)}bc`);
    expect(idOfSlug(eventSlug({ magnitude: 1, place: "Crete", id }))).toBe(id);
  });

  it("gives two ids two escaped forms", () => {
    fc.assert(
      fc.property(anyId, anyId, (one, other) => {
        expect(escapeId(one) === escapeId(other)).toBe(one === other);
      }),
    );
  });

  it("takes any words before a known id, and a bare id", () => {
    expect(idOfSlug("us1000chhc")).toBe("us1000chhc");
    expect(idOfSlug("whatever-us1000chhc")).toBe("us1000chhc");
    expect(idOfSlug("two--hyphens-us1000chhc")).toBe("us1000chhc");
    expect(idOfSlug("bad-utf8--a-ff")).toBe("ff");
    expect(idOfSlug("")).toBe("");
  });
});

describe("the words of a slug", () => {
  it.each([
    ["Hawai‘i", "hawaii"],
    ["Côte d’Ivoire", "cote-divoire"],
    ["  Łódź — Poland ", "lodz-poland"],
    ["ｆｕｌｌ width", "full-width"],
    ["…", ""],
  ])("folds %s to %s", (text, words) => {
    expect(slugWords(text)).toBe(words);
  });

  it("are cut at a word once they pass 80 characters", () => {
    const words = slugWords("abcdefghi ".repeat(12));
    expect(words).toBe("abcdefghi-".repeat(8).slice(0, -1));
    expect(slugWords(`${"abcdefghi ".repeat(7)}abcdefghij`)).toHaveLength(80);
    expect(slugWords("a".repeat(100))).toHaveLength(80);
    expect(slugWords(`${"a".repeat(80)} b`)).toBe("a".repeat(80));
  });
});
