import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNTRY_CODES } from "../../../build/contract/texts/vocabulary.ts";
import { DAY_MS } from "../../../build/platform/time.ts";
import {
  type ColumnRow,
  type Columns,
  NO_COUNTRY,
  readColumns,
  rowsNewerThan,
  writeColumns,
} from "../../../build/rewrite/shards/columns.ts";
import { itReadsOrRefuses, refusal } from "./hostile.ts";

interface Row extends ColumnRow {
  length: number;
  feature: number;
}

const magnitude = fc.oneof(
  fc.integer({ min: -33000, max: 33000 }).map((hundredths) => hundredths / 100),
  fc.constantFrom(2.3456, -0.0001, 1.6299999952316284, 0, -0.5),
  fc.double({ min: -10, max: 10, noNaN: true }),
);
const anyRows: fc.Arbitrary<Row[]> = fc
  .array(
    fc.record({
      time: fc.oneof(
        fc.integer({ min: -5 * DAY_MS, max: 5 * DAY_MS }),
        fc.integer({ min: -3, max: 3 }).map((day) => day * DAY_MS),
        fc.integer({ min: -3, max: 3 }).map((day) => day * DAY_MS - 1),
      ),
      magnitude,
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      country: fc.oneof(fc.constant(null), fc.constantFrom(...COUNTRY_CODES)),
      length: fc.integer({ min: 2, max: 70_000 }),
      feature: fc.integer({ min: 0, max: 70_000 }),
    }),
    { maxLength: 200 },
  )
  .map((rows) => rows.toSorted((a, b) => b.time - a.time));

function write(rows: readonly Row[]): Uint8Array {
  return writeColumns(
    rows,
    Uint32Array.from(rows, ({ length }) => length),
    Uint32Array.from(rows, ({ feature }) => feature),
  );
}

function rowsOf({ rows, day, timeOfDay, magnitudes, rank, latitude, longitude, country, records, features }: Columns): Row[] {
  return Array.from({ length: rows }, (_, row) => {
    const at = day.findIndex((_day, index) => row < (records.firstRow[index + 1] ?? 0));
    const code = country[row] as number;
    return {
      time: (day[at] as number) * DAY_MS + (timeOfDay[row] as number),
      magnitude: magnitudes[rank[row] as number] as number,
      latitude: latitude[row] as number,
      longitude: longitude[row] as number,
      country: code === NO_COUNTRY ? null : (COUNTRY_CODES[code] as string),
      length: records.length[row] as number,
      feature: features[row] as number,
    };
  });
}

const AT = { latitude: 1, longitude: -2, feature: 5 };
const THREE: Row[] = [
  { ...AT, time: DAY_MS + 5, magnitude: 2.3456, country: "JP", length: 10 },
  { ...AT, time: DAY_MS + 5, magnitude: 1, country: null, length: 10 },
  { ...AT, time: 7, magnitude: 6.4, country: "TW", length: 20 },
];

describe("a column shard", () => {
  it("gives back every row exactly, from bytes at any alignment", () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 9 }), (rows, shift) => {
        const bytes = write(rows);
        const shifted = new Uint8Array(bytes.length + shift).subarray(shift);
        shifted.set(bytes);
        // Zero has no sign in JSON.
        const normal = rows.map((row) => ({ ...row, magnitude: row.magnitude + 0 }));
        expect(rowsOf(readColumns(shifted))).toEqual(normal);
      }),
    );
  });

  it("counts the rows newer than any instant as a filter does", () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: -6 * DAY_MS, max: 6 * DAY_MS }), (rows, instant) => {
        const columns = readColumns(write(rows));
        for (const bound of [instant, ...rows.flatMap(({ time }) => [time - 1, time, time + 1])]) {
          expect(rowsNewerThan(columns, bound)).toBe(rows.filter(({ time }) => time > bound).length);
        }
      }),
    );
  });

  it("is read without copying where it is aligned", () => {
    const bytes = write(THREE);
    expect(readColumns(bytes).country.buffer).toBe(bytes.buffer);
  });

  itReadsOrRefuses(
    readColumns,
    anyRows.map(write),
    [write(THREE), 3],
    (columns) => readColumns(write(rowsOf(columns))).rows === columns.rows,
  );

  it("refuses each malformed byte with a message of its own", () => {
    const good = write(THREE);
    const refused = (change: (view: DataView) => void) => {
      const bytes = good.slice();
      change(new DataView(bytes.buffer));
      return refusal(() => readColumns(bytes));
    };
    // Header 24; magnitudes f64[3] 24; latitude f64[3] 48; longitude f64[3] 72; time u32[3] 96; length u32[3] 108; feature
    // length u32[3] 120; day i32[2] 132; day rows u32[2] 140; magnitude u16[3] 148; country u8[3] 154.
    expect(good).toHaveLength(157);
    expect(refused(() => undefined)).toBe("not refused");
    expect(refused((view) => view.setUint8(0, 0x58))).toBe("columns: magic 88 84 67 49");
    expect(refused((view) => view.setUint32(4, 2, true))).toBe("columns: version 2 4");
    expect(refused((view) => view.setUint32(8, 4, true))).toBe("columns: length 157 188");
    expect(refused((view) => view.setUint32(8, 0xffffffff, true))).toMatch(/^columns: length 157 \d{12}$/);
    expect(refused((view) => view.setUint8(23, 1))).toBe("columns: padding");
    expect(refused((view) => view.setFloat64(24, Number.NaN, true))).toBe("columns: magnitude-order 0 NaN");
    expect(refused((view) => view.setFloat64(32, 1, true))).toBe("columns: magnitude-order 1 1");
    expect(refused((view) => view.setUint32(100, DAY_MS - 1, true))).toBe(`columns: time-order 1 ${DAY_MS - 1}`);
    expect(refused((view) => view.setUint32(104, DAY_MS, true))).toBe(`columns: time-order 2 ${DAY_MS}`);
    expect(refused((view) => view.setUint32(108, 0xffffffff, true))).toMatch(/^columns: shard-bytes 0 \d+$/);
    expect(refused((view) => view.setInt32(136, 1, true))).toBe("columns: day-order 1 1");
    // The first and the last day that a date can have, and the days beyond.
    expect(refused((view) => view.setInt32(132, 1e8, true))).toBe("not refused");
    expect(refused((view) => view.setInt32(132, 1e8 + 1, true))).toBe("columns: day-order 0 100000001");
    expect(refused((view) => view.setInt32(136, -1e8, true))).toBe("not refused");
    expect(refused((view) => view.setInt32(136, -1e8 - 1, true))).toBe("columns: day-order 1 -100000001");
    expect(refused((view) => view.setUint32(140, 0, true))).toBe("columns: shard-rows 0 0");
    expect(refused((view) => view.setUint32(140, 1, true))).toBe("columns: rows 2 3");
    expect(refused((view) => view.setUint32(144, 2, true))).toBe("columns: shard-rows 1 2");
    expect(refused((view) => view.setUint16(148, 3, true))).toBe("columns: magnitude 0 3");
    expect(refused((view) => view.setUint8(154, 250))).toBe("columns: country 0 250");
    expect(refused((view) => view.setFloat64(48, 90.5, true))).toBe("columns: position 0 90.5 -2");
    expect(refused((view) => view.setFloat64(72, 180.5, true))).toBe("columns: position 0 1 180.5");
    expect(refused((view) => view.setFloat64(88, Number.NaN, true))).toBe("columns: position 2 1 NaN");
    expect(refusal(() => readColumns(good.slice(0, 20)))).toBe("columns: header 20 24");
  });

  it.each([
    [{ ...AT, time: 0, latitude: 90.1, magnitude: 1, country: null, length: 2 }, /90.1, -2 is not a position/],
    [{ ...AT, time: 0, longitude: 180.5, magnitude: 1, country: null, length: 2 }, /1, 180.5 is not a position/],
    [{ ...AT, time: 0.5, magnitude: 1, country: null, length: 2 }, /whole millisecond/],
    [{ ...AT, time: 0, magnitude: Number.NaN, country: null, length: 2 }, /not a number/],
    [{ ...AT, time: 0, magnitude: 1, country: "QQ", length: 2 }, /no country QQ/],
  ])("cannot be written with %j", (row, message) => {
    expect(() => write([row])).toThrow(message);
  });
});
