import * as fc from "fast-check";
import { expect, it } from "vitest";
import { consecutiveGroups, GROUP_ROWS, LARGEST, regionGroups } from "../../build/fdsn/archived.ts";

const parts = fc.array(fc.record({ size: fc.integer({ min: 0, max: GROUP_ROWS / 4 }) }), { maxLength: 60 });
const sizeOf = ({ size }: { size: number }) => size;
const rowsIn = (group: readonly { size: number }[]) => group.reduce((sum, { size }) => sum + size, 0);

it("groups have all parts in their order, and no more rows than they may", () =>
  fc.assert(
    fc.property(parts, (all) => {
      const small = consecutiveGroups(all, sizeOf, GROUP_ROWS);
      const large = regionGroups(all, sizeOf);
      for (const groups of [small, large]) {
        expect(groups.flat()).toEqual(all);
        expect(groups.every(({ length }) => length > 0)).toBe(true);
      }
      expect(small.every((group) => rowsIn(group) <= GROUP_ROWS)).toBe(true);
      expect(large.every((group) => rowsIn(group) <= LARGEST * GROUP_ROWS)).toBe(true);
      expect(rowsIn(large.at(-1) ?? [])).toBeLessThanOrEqual(GROUP_ROWS);
      expect(large.length).toBeLessThanOrEqual(2 + Math.max(0, small.length - 2) / 2);
    }),
  ));

it("a newer part changes the last two groups at most", () =>
  fc.assert(
    fc.property(parts, fc.nat(GROUP_ROWS / 4), (all, size) => {
      const before = regionGroups(all, sizeOf);
      const after = regionGroups([...all, { size }], sizeOf);
      const kept = Math.max(0, before.length - 2);
      expect(after.slice(0, kept)).toEqual(before.slice(0, kept));
    }),
  ));

it("a part with more rows than a group is alone in it", () => {
  const sizes = [10, 20, 3 * GROUP_ROWS, 30, 40].map((size) => ({ size }));
  expect(consecutiveGroups(sizes, sizeOf, GROUP_ROWS).map(({ length }) => length)).toEqual([2, 1, 2]);
  expect(regionGroups([], sizeOf)).toEqual([]);
});
