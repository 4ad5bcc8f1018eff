import { describe, expect, it } from "vitest";
import { memoize } from "../../build/contract/wire/memoize.ts";

describe("what is remembered", () => {
  it("is computed once for each key, also if the value is undefined", () => {
    const asked: number[] = [];
    const half = memoize(String, (value: number) => {
      asked.push(value);
      return value % 2 === 0 ? value / 2 : undefined;
    });
    expect([half(4), half(3), half(4), half(3)]).toEqual([2, undefined, 2, undefined]);
    expect(asked).toEqual([4, 3]);
  });

  it("is forgotten before it fills the memory, and worked out again", () => {
    let times = 0;
    const same = memoize(String, (value: number) => (times++, value));
    for (let i = 0; i <= 2000; i++) same(i);
    expect(same(0)).toBe(0);
    expect(times).toBe(2002);
  });
});
