import { describe, expect, it } from "vitest";
import { createBodyPool } from "../../../build/hosts/node/body-pool.ts";

describe("the pool of bodies", () => {
  it("lends the same bytes again once they have been taken back, and never before", () => {
    const pool = createBodyPool();
    const first = pool.allocate(50_000);
    expect(first).toHaveLength(50_000);
    expect(pool.isLent(first)).toBe(true);
    expect(pool.allocate(50_000).buffer).not.toBe(first.buffer);
    pool.recycle(first);
    pool.recycle(first);
    expect(pool.isLent(first)).toBe(false);
    const again = pool.allocate(65_536);
    expect(again.buffer).toBe(first.buffer);
    expect(again).toHaveLength(65_536);
    expect(pool.allocate(65_536).buffer).not.toBe(first.buffer);
  });

  it("leaves bytes alone that it did not lend, and keeps none that are very large", () => {
    const pool = createBodyPool();
    const foreign = new Uint8Array(65_536);
    pool.recycle(foreign);
    expect(pool.allocate(65_536).buffer).not.toBe(foreign.buffer);
    expect(pool.isLent(pool.allocate(1_000))).toBe(false);
    const large = pool.allocate(3_000_000);
    pool.recycle(large);
    expect(pool.allocate(3_000_000).buffer).not.toBe(large.buffer);
    expect([0, 1, 4096, 4097, 1_048_576].map((bytes) => pool.allocate(bytes).length)).toEqual([0, 1, 4096, 4097, 1_048_576]);
  });
});
