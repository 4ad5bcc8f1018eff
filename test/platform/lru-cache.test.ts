import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createLruCache } from "../../build/platform/lru-cache.ts";

it("a bounded cache is a list, the youngest first, cut off if it is too long", () => {
  const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d"), value: fc.option(fc.integer({ min: 1, max: 12 })) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = createLruCache<number>(10, (value) => value);
      let list: [string, number][] = [];
      for (const { key, value } of steps) {
        const found = list.find(([name]) => name === key);
        const rest = list.filter(([name]) => name !== key);
        if (value === null) {
          expect(cache.get(key)).toBe(found?.[1]);
          list = found ? [found, ...rest] : rest;
        } else {
          cache.set(key, value);
          list = value > 10 ? rest : [[key, value], ...rest];
        }
        while (list.reduce((sum, [, size]) => sum + size, 0) > 10) list.pop();
      }
      for (const key of ["a", "b", "c", "d"]) expect(cache.get(key)).toBe(list.find(([name]) => name === key)?.[1]);
    }),
  );
});
