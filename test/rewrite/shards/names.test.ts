import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNames, writeNames } from "../../../build/rewrite/shards/names.ts";
import { itReadsOrRefuses, refusal } from "./hostile.ts";
import { wordsOfTexts } from "./words-of-texts.ts";

const COUNTRIES = [
  { iso2: "JP", names: ["Japan", "Japon", "日本"], record: '{"name":"Japan"}' },
  { iso2: "XX", names: [], record: '{"name":"Nowhere"}' },
];
const TERMS = [{ term: "Moment Magnitude", names: ["Mw"], definition: "A\nmeasure", record: '{"term":"Moment Magnitude"}' }];

describe("the shard of names", () => {
  it("gives back the words of names, terms and definitions, and the records' bytes", () => {
    const names = readNames(writeNames(COUNTRIES, TERMS));
    expect(wordsOfTexts(names.texts)).toEqual([
      ["japan"],
      ["japon"],
      ["日本"],
      ["magnitude", "moment"],
      ["mw"],
      ["a", "magnitude", "measure", "moment"],
    ]);
    expect([...names.texts.sizes]).toEqual([1, 1, 1, 2, 1, 4]);
    expect([...names.entryOfName]).toEqual([0, 0, 0, 2, 2]);
    expect([names.countries, names.terms]).toEqual([2, 1]);
    const records = [...COUNTRIES, ...TERMS].map(({ record }) => record);
    expect(names.shards.map((bytes) => new TextDecoder().decode(bytes))).toEqual([`[${records.join(",")}]`]);
  });

  it("may be empty", () => {
    const { texts, countries, terms } = readNames(writeNames([], []));
    expect([texts.texts, countries, terms]).toEqual([0, 0, 0]);
  });

  itReadsOrRefuses(readNames, fc.constant(writeNames(COUNTRIES, TERMS)), [writeNames(COUNTRIES, TERMS), 9]);

  it("refuses each malformed byte with a message of its own", () => {
    const good = writeNames(COUNTRIES, TERMS);
    const refused = (change: (view: DataView) => void) => {
      const bytes = good.slice();
      change(new DataView(bytes.buffer));
      return refusal(() => readNames(bytes));
    };
    // Header 48; names u32[8] 48; text words u32[6] 80; words u32[10] 104; length u32[3] 144; code u8[2] 156; text 158.
    expect(refused(() => undefined)).toBe("not refused");
    expect(refused((view) => view.setUint32(8, 1, true))).toBe("names: length 271 270");
    expect(refused((view) => view.setUint32(12, 2, true))).toBe("names: entries 8");
    expect(refused((view) => view.setUint32(48, 4, true))).toBe("names: texts 6");
    expect(refused((view) => view.setUint32(144, 15, true))).toBe("names: length 65 64");
    expect(refused((view) => view.setUint8(good.length - 1, 0x20))).toBe("names: record 2 37 64");
  });
});
