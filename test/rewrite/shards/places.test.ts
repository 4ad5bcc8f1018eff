import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNTRY_CODES } from "../../../build/contract/texts/vocabulary.ts";
import { fold, words } from "../../../build/contract/wire/fold.ts";
import { deathsOf, type EventClass, readPlaces, writePlaces } from "../../../build/rewrite/shards/places.ts";
import { itReadsOrRefuses, refusal } from "./hostile.ts";
import { wordsOfTexts } from "./words-of-texts.ts";

interface Row {
  text: string;
  cls: EventClass;
  length: number;
  title?: string | undefined;
}

const anyRows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    text: fc.oneof(
      fc.constantFrom("Tokyo", "tókyo", "", "Hualien", "5 km of Hualien", "ガ"),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    ),
    cls: fc.constantFrom<EventClass>(0, 1, 2),
    length: fc.integer({ min: 2, max: 500 }),
    title: fc.constantFrom(undefined, "Tōhoku", "Ōgon", ""),
  }),
  { maxLength: 60 },
);

const OTHER = { time: Date.parse("-000001-06-01T00:00:00.000Z"), magnitude: 6.5, deaths: 70_000, country: "JP" };

/** One record shard for each seven rows. */
function write(rows: readonly Row[]): Uint8Array {
  const shardRows = Array.from({ length: Math.ceil(rows.length / 7) }, (_, at) => Math.min(7, rows.length - at * 7));
  return writePlaces(
    rows.map((row) => ({ ...row, ...OTHER })),
    Uint32Array.from(rows, ({ length }) => length),
    shardRows,
  );
}

describe("a place shard", () => {
  it("gives back the words of each row's place, its class and its length, each set of words once", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const places = readPlaces(write(rows));
        const names = wordsOfTexts(places.names);
        expect(Array.from(places.name, (name) => names[name])).toEqual(rows.map(({ text }) => [...new Set(words(fold(text)))].toSorted()));
        expect([...places.cls]).toEqual(rows.map(({ cls }) => cls));
        for (const [column, value] of [
          [places.year, -1],
          [places.magnitude, 6.5],
          [places.deaths, 70_000],
          [places.country, COUNTRY_CODES.indexOf("JP")],
        ] as const) {
          expect([...column]).toEqual(rows.map(() => value));
        }
        expect(rows.map((_, row) => places.titles.get(row))).toEqual(rows.map(({ title }) => title));
        expect([...places.records.length]).toEqual(rows.map(({ length }) => length));
      }),
    );
  });

  it("tells a number of deaths from the least of a class", () => {
    const places = (deaths: number) => readPlaces(writePlaces([{ ...OTHER, text: "", cls: 1, deaths }], Uint32Array.of(2), [1]));
    expect([0, 1, 2, 203, 39_518].map((column) => deathsOf(places(column), 0))).toEqual([null, null, 1, null, 19_759]);
  });

  it("keeps the numbers of its names when a newer event comes", () => {
    const older: Row[] = [{ text: "Tokyo", cls: 2, length: 2 }];
    const newer: Row[] = [{ text: "Aomori, Tokyo", cls: 2, length: 2 }, ...older];
    expect(wordsOfTexts(readPlaces(write(newer)).names)).toEqual([["tokyo"], ["aomori", "tokyo"]]);
  });

  const short = write(["a b", "b c", "é"].map((text) => ({ text, cls: 1, length: 9 })));
  itReadsOrRefuses(readPlaces, anyRows.map(write), [short, 6], ({ name, names }) => Math.max(-1, ...name) < names.texts);

  it("refuses each malformed byte with a message of its own", () => {
    const good = write([
      { text: "B", cls: 0, length: 9 },
      { text: "é b", cls: 2, length: 9, title: "T" },
    ]);
    const refused = (change: (view: DataView) => void) => {
      const bytes = good.slice();
      change(new DataView(bytes.buffer));
      return refusal(() => readPlaces(bytes));
    };
    // Header 40; length u32[2] 40; name u32[2] 48; shard rows u32[1] 56; name words u32[2] 60; words u32[3] 68; year i32[2] 80;
    // deaths u32[2] 88; magnitude f32[2] 96; titled rows u32[1] 104; class u8[2] 108; country u8[2] 110; text 112: "e\nb"; titles
    // 115: "T\n". A word that is not yet known has the number 0.
    expect(good).toHaveLength(117);
    expect(refused(() => undefined)).toBe("not refused");
    expect(refused((view) => view.setUint8(3, 0x32))).toBe("places: magic 81 84 80 50");
    expect(refused((view) => view.setUint32(48, 2, true))).toBe("places: name 0 2");
    expect(refused((view) => view.setUint32(60, 3, true))).toBe("places: pairs 4 3");
    expect(refused((view) => view.setUint32(68, 2, true))).toBe("places: word 0 2");
    expect(refused((view) => view.setUint8(109, 4))).toBe("places: class 1 4");
    expect(refused((view) => view.setUint8(112, 0xff))).toBe("places: utf-8");
    expect(refused((view) => view.setUint8(113, 0x61))).toBe("places: words 1 2");
    expect(refused((view) => view.setUint8(112, 0x0a))).toBe("places: words 3 2");
    expect(refused((view) => view.setUint32(56, 1, true))).toBe("places: rows 1 2");
    expect(refused((view) => view.setUint32(104, 2, true))).toBe("places: title");
    expect(refused((view) => view.setUint8(116, 0x20))).toBe("places: title");
  });
});
