import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../../build/contract/fold.ts";
import { textAt } from "../../build/shards/dictionary.ts";
import { type EventClass, type Places, readPlaces, writePlaces } from "../../build/shards/places.ts";
import { anyDamage, damaged, readsOrRefuses, refusal } from "./hostile.ts";

const anyRows = fc.array(
  fc.record({
    place: fc.oneof(fc.constantFrom("Tokyo", "tókyo", "", "Hualien"), fc.string({ unit: "grapheme", maxLength: 8 })),
    cls: fc.constantFrom<EventClass>(0, 1, 2),
    length: fc.integer({ min: 2, max: 500 }),
  }),
  { maxLength: 60 },
);

/** One record shard for each seven rows. */
function shardRowsOf(rows: number): number[] {
  return Array.from({ length: Math.ceil(rows / 7) }, (_, at) => Math.min(7, rows - at * 7));
}

function namesOf(places: Places): string[] {
  return Array.from({ length: places.names.start.length - 1 }, (_, at) => textAt(places.names, at));
}

describe("a place shard", () => {
  it("gives back each row's folded name and class, each name once", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const places = readPlaces(writePlaces(rows, shardRowsOf(rows.length)));
        const names = namesOf(places);
        expect(new Set(names).size).toBe(names.length);
        expect(Array.from(places.name, (name) => names[name])).toEqual(rows.map(({ place }) => fold(place)));
        expect([...places.cls]).toEqual(rows.map(({ cls }) => cls));
        expect([...places.records.length]).toEqual(rows.map(({ length }) => length));
      }),
    );
  });

  it("keeps the numbers of its names when a newer event comes", () => {
    const older = [{ place: "Tokyo", cls: 2 as const, length: 2 }];
    const newer = [{ place: "Aomori", cls: 2 as const, length: 2 }, ...older];
    expect(namesOf(readPlaces(writePlaces(newer, [2])))).toEqual(["tokyo", "aomori"]);
  });

  it("is read or refused whatever happened to its bytes", () => {
    fc.assert(
      fc.property(anyRows, anyDamage, (rows, damage) => {
        const places = readsOrRefuses(readPlaces, damaged(writePlaces(rows, shardRowsOf(rows.length)), damage));
        if (places) expect(Math.max(-1, ...places.name)).toBeLessThan(namesOf(places).length);
      }),
      { numRuns: 3000 },
    );
  });

  it("refuses each malformed byte with a message of its own", () => {
    const rows = [
      { place: "B", cls: 0 as const, length: 9 },
      { place: "é", cls: 2 as const, length: 9 },
    ];
    const good = writePlaces(rows, [2]);
    const refused = (change: (view: DataView) => void) => {
      const bytes = good.slice();
      change(new DataView(bytes.buffer));
      return refusal(() => readPlaces(bytes));
    };
    // Header 24; length u32[2] 24; name u32[2] 32; shard rows u32[1] 40; class u8[2] 44; text 46: "e\nb".
    expect(good).toHaveLength(49);
    expect(refused(() => undefined)).toBe("not refused");
    expect(refused((view) => view.setUint8(3, 0x32))).toBe('places: begins with "QTP2", not with "QTP1"');
    expect(refused((view) => view.setUint32(32, 2, true))).toBe("places: row 0 has the name 2 of 2");
    expect(refused((view) => view.setUint8(45, 3))).toBe("places: row 1 has the class 3");
    expect(refused((view) => view.setUint8(46, 0xff))).toBe("places: the names are not UTF-8");
    expect(refused((view) => view.setUint8(47, 0x61))).toBe("places: has 1 names instead of 2");
    expect(refused((view) => view.setUint32(40, 1, true))).toBe("places: 1 rows belong to no record shard");
  });
});
