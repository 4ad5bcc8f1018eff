import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ShardError } from "../../../build/rewrite/shards/binary.ts";

/** What a bad network, disk or mirror does to bytes. */
type Damage =
  | { kind: "flip"; at: number; bit: number }
  | { kind: "cut"; at: number }
  | { kind: "grow"; bytes: Uint8Array }
  | { kind: "set"; at: number; value: number };

const fraction = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

export const anyDamage: fc.Arbitrary<Damage[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("flip" as const), at: fraction, bit: fc.integer({ min: 0, max: 7 }) }),
    fc.record({ kind: fc.constant("cut" as const), at: fraction }),
    fc.record({ kind: fc.constant("grow" as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }) }),
    fc.record({ kind: fc.constant("set" as const), at: fraction, value: fc.constantFrom(0, 1, 0x0a, 0x20, 0x7f, 255) }),
  ),
  { minLength: 1, maxLength: 4 },
);

export function damaged(bytes: Uint8Array, damage: readonly Damage[]): Uint8Array {
  let found = bytes.slice();
  for (const change of damage) {
    if (change.kind === "grow") found = Uint8Array.from([...found, ...change.bytes]);
    else if (change.kind === "cut") found = found.slice(0, Math.floor(change.at * found.length));
    else {
      const at = Math.floor(change.at * found.length);
      const value = found[at] ?? 0;
      if (at < found.length) found[at] = change.kind === "flip" ? value ^ (1 << change.bit) : change.value;
    }
  }
  return found;
}

/** Runs a reader on bytes: whatever they are, it gives a value, or a ShardError with a message of its own. */
export function readsOrRefuses<Content>(read: (bytes: Uint8Array) => Content, bytes: Uint8Array): Content | undefined {
  try {
    return read(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ShardError);
    return undefined;
  }
}

/** The message with which a reader refuses. */
export function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ShardError) return error.message;
    throw error;
  }
  return "not refused";
}

/**
 * Registers the tests of a reader of bytes that come from anywhere.
 *
 * @param written what a writer makes
 * @param example a short one, with so many counts in its head
 * @param sound whether what was read of damaged bytes can be used
 */
export function itReadsOrRefuses<Content>(
  read: (bytes: Uint8Array) => Content,
  written: fc.Arbitrary<Uint8Array>,
  [example, counts]: readonly [Uint8Array, counts: number],
  sound: (content: Content) => unknown = () => true,
): void {
  it("is read or refused whatever happened to its bytes, and what is read is sound", () => {
    fc.assert(
      fc.property(written, anyDamage, (bytes, damage) => {
        const content = readsOrRefuses(read, damaged(bytes, damage));
        if (content !== undefined) expect(sound(content)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("is read or refused with any one bit flipped, cut anywhere, with absurd counts, or of random bytes", () => {
    for (const bytes of everyDamage(example, counts)) readsOrRefuses(read, bytes);
  });
}

/** Every single bit flipped, every length, every count absurd, and some bytes at random. */
export function* everyDamage(good: Uint8Array, counts: number): Generator<Uint8Array> {
  for (let bit = 0; bit < good.length * 8; bit++) {
    const bytes = good.slice();
    bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
    yield bytes;
  }
  for (let length = 0; length < good.length; length++) yield good.slice(0, length);
  for (let count = 0; count < counts; count++) {
    for (const absurd of [0, 1, 255, 65_536, 0x7fffffff, 0x80000000, 0xffffffff]) {
      const bytes = good.slice();
      new DataView(bytes.buffer).setUint32(8 + 4 * count, absurd, true);
      yield bytes;
    }
  }
  yield* fc.sample(fc.uint8Array({ maxLength: 200 }), 300);
}
