import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNTRY_CODES } from "../../build/contract/vocabulary.ts";
import {
  type ColumnRow,
  type Columns,
  DAY_MS,
  NO_COUNTRY,
  ODD_MAGNITUDE,
  readColumns,
  rowsNewerThan,
  writeColumns,
} from "../../build/shards/columns.ts";
import { anyDamage, damaged, readsOrRefuses, refusal } from "./hostile.ts";

const magnitude = fc.oneof(
  fc.integer({ min: -33000, max: 33000 }).map((hundredths) => hundredths / 100),
  fc.constantFrom(2.3456, -0.0001, 1.6299999952316284, 0, -0.5),
  fc.double({ min: -10, max: 10, noNaN: true }).map((value) => value + 0),
);
const anyRows = fc
  .array(
    fc.record({
      time: fc.oneof(
        fc.integer({ min: -5 * DAY_MS, max: 5 * DAY_MS }),
        fc.integer({ min: -3, max: 3 }).map((day) => day * DAY_MS),
        fc.integer({ min: -3, max: 3 }).map((day) => day * DAY_MS - 1),
      ),
      magnitude,
      country: fc.oneof(fc.constant(null), fc.constantFrom(...COUNTRY_CODES)),
      length: fc.integer({ min: 2, max: 70_000 }),
    }),
    { maxLength: 200 },
  )
  .map((rows) => rows.toSorted((a, b) => b.time - a.time));

function rowsOf(columns: Columns): ColumnRow[] {
  let odd = 0;
  return Array.from({ length: columns.rows }, (_, row) => {
    const day = columns.day.findIndex((_day, at) => row < (columns.records.firstRow[at + 1] ?? 0));
    const hundredths = columns.hundredths[row] as number;
    const country = columns.country[row] as number;
    return {
      time: (columns.day[day] as number) * DAY_MS + (columns.timeOfDay[row] as number),
      magnitude: hundredths === ODD_MAGNITUDE ? (columns.oddMagnitude[odd++] as number) : hundredths / 100,
      country: country === NO_COUNTRY ? null : (COUNTRY_CODES[country] as string),
      length: columns.records.length[row] as number,
    };
  });
}

describe("a column shard", () => {
  it("gives back every row exactly, from bytes at any alignment", () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 9 }), (rows, shift) => {
        const bytes = writeColumns(rows);
        const shifted = new Uint8Array(bytes.length + shift).subarray(shift);
        shifted.set(bytes);
        const normal = rows.map((row) => ({ ...row, magnitude: row.magnitude + 0 }));
        expect(rowsOf(readColumns(shifted))).toEqual(normal);
      }),
    );
  });

  it("counts the rows newer than any instant as a filter does", () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: -6 * DAY_MS, max: 6 * DAY_MS }), (rows, instant) => {
        const columns = readColumns(writeColumns(rows));
        for (const bound of [instant, ...rows.flatMap(({ time }) => [time - 1, time, time + 1])]) {
          expect(rowsNewerThan(columns, bound)).toBe(rows.filter(({ time }) => time > bound).length);
        }
      }),
    );
  });

  it("is read without copying where it is aligned", () => {
    const bytes = writeColumns([{ time: 0, magnitude: 1, country: null, length: 2 }]);
    expect(readColumns(bytes).country.buffer).toBe(bytes.buffer);
  });

  it("is read or refused whatever happened to its bytes, and what is read is sound", () => {
    fc.assert(
      fc.property(anyRows, anyDamage, (rows, damage) => {
        const columns = readsOrRefuses(readColumns, damaged(writeColumns(rows), damage));
        if (columns) expect(writeColumns(rowsOf(columns))).toHaveLength(24 + sizeOf(columns));
      }),
      { numRuns: 3000 },
    );
  });

  it("refuses each malformed byte with a message of its own", () => {
    const rows: ColumnRow[] = [
      { time: DAY_MS + 5, magnitude: 2.3456, country: "JP", length: 10 },
      { time: DAY_MS + 5, magnitude: 1, country: null, length: 10 },
      { time: 7, magnitude: 6.4, country: "TW", length: 20 },
    ];
    const good = writeColumns(rows);
    const refused = (change: (view: DataView) => void) => {
      const bytes = good.slice();
      change(new DataView(bytes.buffer));
      return refusal(() => readColumns(bytes));
    };
    // Header 24; odd f64[1] 24; time u32[3] 32; length u32[3] 44; day i32[2] 56; day rows u32[2] 64; hundredths i16[3] 72; country u8[3] 78.
    expect(good).toHaveLength(81);
    expect(refused(() => undefined)).toBe("not refused");
    expect(refused((view) => view.setUint8(0, 0x58))).toBe('columns: begins with "XTC1", not with "QTC1"');
    expect(refused((view) => view.setUint32(4, 2, true))).toBe("columns: has version 2; this reader knows 1");
    expect(refused((view) => view.setUint32(8, 4, true))).toBe("columns: has 81 bytes where its counts need 92");
    expect(refused((view) => view.setUint32(8, 0xffffffff, true))).toMatch(/has 81 bytes where its counts need \d{11}/);
    expect(refused((view) => view.setUint8(23, 1))).toBe("columns: byte 23 of the header is not zero");
    expect(refused((view) => view.setFloat64(24, Number.NaN, true))).toBe("columns: NaN is not a magnitude");
    expect(refused((view) => view.setFloat64(24, 2.5, true))).toMatch(/2.5 is exact in hundredths/);
    expect(refused((view) => view.setUint32(36, 6, true))).toBe("columns: row 1 is newer than the one before");
    expect(refused((view) => view.setUint32(40, DAY_MS, true))).toBe("columns: row 2 is past the end of its day");
    expect(refused((view) => view.setUint32(44, 0xffffffff, true))).toMatch(/record shard 0 would have \d+ bytes/);
    expect(refused((view) => view.setInt32(60, 1, true))).toBe("columns: day 1 stands after day 1");
    expect(refused((view) => view.setInt32(56, 2 ** 30, true))).toBe("columns: there is no day 1073741824");
    expect(refused((view) => view.setUint32(64, 0, true))).toBe("columns: record shard 0 has no rows");
    expect(refused((view) => view.setUint32(64, 1, true))).toBe("columns: 1 rows belong to no record shard");
    expect(refused((view) => view.setUint32(68, 2, true))).toBe("columns: record shard 1 has more rows than are left");
    expect(refused((view) => view.setInt16(76, -32768, true))).toMatch(/2 rows have an odd magnitude, and 1 are given/);
    expect(refused((view) => view.setUint8(78, 250))).toBe("columns: row 0 has the country 250");
    expect(refusal(() => readColumns(good.slice(0, 20)))).toBe("columns: 20 bytes are too few for a header of 24");
  });

  it.each([
    [{ time: 0.5, magnitude: 1, country: null, length: 2 }, /whole millisecond/],
    [{ time: 0, magnitude: Number.NaN, country: null, length: 2 }, /not a number/],
    [{ time: 0, magnitude: 1, country: "QQ", length: 2 }, /no country QQ/],
  ])("cannot be written with %j", (row, message) => {
    expect(() => writeColumns([row])).toThrow(message);
  });
});

function sizeOf({ rows, day, oddMagnitude }: Columns): number {
  return 8 * oddMagnitude.length + 11 * rows + 8 * day.length;
}
