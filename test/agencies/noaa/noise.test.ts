import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historicalRecords } from "../../../build/agencies/noaa/record.ts";
import { readNoaa, readNoaaTsunamis } from "../../../build/agencies/noaa/tables.ts";
import { UserError } from "../../../build/platform/error.ts";
import { api, CLASSIC_HEAD, HAZEL_HEAD, LISBON, table } from "../noaa-rows.ts";

/** The bytes with some of them changed. */
function mutated(seed: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc
    .array(fc.tuple(fc.nat(seed.length - 1), fc.nat(255)), { maxLength: 30 })
    .map((changes) => changes.reduce((bytes, [at, value]) => bytes.with(at, value), seed));
}

describe("the readers of NOAA's tables, given anything at all", () => {
  const seeds = [
    new TextEncoder().encode(JSON.stringify({ items: [LISBON.api, { id: 2, year: -1 }], page: 1, totalPages: 1, totalItems: 2 })),
    table(HAZEL_HEAD, [LISBON.hazel, { Year: 1900, "Location Name": "PERU" }], "[]"),
    table(CLASSIC_HEAD, [LISBON.classic]),
  ];

  it("give a table or a reason, and a row of sound values or none", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), ...seeds.map(mutated)), (bytes) => {
        for (const read of [readNoaa, readNoaaTsunamis]) {
          try {
            const { rows, unreadable, listed, leftOut } = read(bytes, "x");
            const left = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
            expect(rows.length + unreadable.length + left).toBe(listed);
            for (const { latitude, longitude, time } of rows) {
              expect(Math.abs(latitude ?? 0)).toBeLessThanOrEqual(90);
              expect(longitude ?? 0).toBeLessThan(180);
              expect(time.year).not.toBe(0);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(UserError);
            expect((error as UserError).code).toMatch(/^capture-(?:malformed|truncated)$/);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it("take any JSON value for any field", () => {
    const fields = Object.keys(LISBON.api);
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.constantFrom(...fields, "eqDepth"), fc.jsonValue())), (items) => {
        const { rows, unreadable, leftOut } = api(items);
        const left = leftOut["not-published"] ?? 0;
        expect(rows.length + unreadable.length + left).toBe(items.length);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        expect(historicalRecords(rows, []).records).toHaveLength(rows.length);
      }),
      { numRuns: 300 },
    );
  });
});
