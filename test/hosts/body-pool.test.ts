import { describe, expect, it } from "vitest";
import { createBodyPool } from "../../build/hosts/body-pool.ts";

describe("the pool of bodies", () => {
  it("lends the same bytes again once they have been taken back, and never before", () => {
    const pool = createBodyPool();
    const first = pool.allocate(5000);
    expect(first).toHaveLength(5000);
    expect(pool.allocate(5000).buffer).not.toBe(first.buffer);
    pool.recycle(first);
    pool.recycle(first);
    const again = pool.allocate(8192);
    expect(again.buffer).toBe(first.buffer);
    expect(again).toHaveLength(8192);
    expect(pool.allocate(8192).buffer).not.toBe(first.buffer);
  });

  it("leaves bytes alone that it did not lend, and keeps none that are very large", () => {
    const pool = createBodyPool();
    const foreign = new Uint8Array(4096);
    pool.recycle(foreign);
    expect(pool.allocate(4096).buffer).not.toBe(foreign.buffer);
    const large = pool.allocate(3_000_000);
    pool.recycle(large);
    expect(pool.allocate(3_000_000).buffer).not.toBe(large.buffer);
    expect([0, 1, 4096, 4097, 1_048_576].map((bytes) => pool.allocate(bytes).length)).toEqual([
      0, 1, 4096, 4097, 1_048_576,
    ]);
  });
});
