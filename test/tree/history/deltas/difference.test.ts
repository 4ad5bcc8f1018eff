import * as fc from "fast-check";
import { applyDelta, createDelta } from "fossil-delta";
import { describe, expect, it } from "vitest";
import { applyDifference } from "../../../../build/tree/history/deltas/difference.ts";

const BASE = Buffer.from("magnitude 6.4, 10 km deep, 18 km N of Hualien, Taiwan; ".repeat(40));
const NEXT = Buffer.concat([BASE.subarray(0, 900), Buffer.from("felt by 300 people"), BASE.subarray(1_000)]);

/** Edits such as a rebuild makes: parts of the older content, and new ones between them. */
const pair = fc
  .tuple(fc.uint8Array({ maxLength: 3_000 }), fc.array(fc.tuple(fc.nat(), fc.nat(400), fc.uint8Array({ maxLength: 60 }))))
  .map(([base, edits]) => {
    const parts = edits.flatMap(([from, length, added]) => {
      const at = base.length === 0 ? 0 : from % base.length;
      return [base.subarray(at, at + length), added];
    });
    return { base, next: new Uint8Array(Buffer.concat(parts)) };
  });

/** What an attempt makes of a difference: its content, or the code and message of what it throws. */
function attempt(encoded: Uint8Array | string, bytes = NEXT.length): unknown {
  try {
    return applyDifference(BASE, Buffer.from(encoded), bytes);
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`;
  }
}

describe("a difference", () => {
  it("a difference that Fossil's own library made gives the same content as there", () => {
    fc.assert(
      fc.property(pair, ({ base, next }) => {
        const encoded = createDelta(base, next);
        expect(Buffer.from(applyDifference(base, encoded, next.length))).toEqual(Buffer.from(next));
        expect(Buffer.from(applyDelta(base, encoded))).toEqual(Buffer.from(next));
      }),
    );
  });

  it("a difference with a changed byte gives the same content, or is refused", () => {
    const encoded = createDelta(BASE, NEXT);
    fc.assert(
      fc.property(fc.nat(encoded.length - 1), fc.nat(255), (at, byte) => {
        const outcome = attempt(encoded.with(at, byte));
        if (typeof outcome === "string") expect(outcome).toMatch(/^delta-unsound: /);
        else expect((outcome as Buffer).length).toBe(NEXT.length);
      }),
    );
  });

  it("a difference that is cut anywhere is refused as cut, and so is one that continues after its end", () => {
    const encoded = Buffer.from(createDelta(BASE, NEXT));
    for (let end = 0; end < encoded.length; end++) {
      expect([end, attempt(encoded.subarray(0, end))]).toEqual([end, expect.stringMatching(/^delta-unsound: .*cut short/)]);
    }
    expect(attempt(Buffer.concat([encoded, Buffer.from("0")]))).toMatch(/continues after its end/);
  });

  it.each([
    ["a size that promises gigabytes", "3~~~~~\n3~~~~~@0,0;", /another size/],
    ["a size of more digits than a number has", `${"0".repeat(100)}\n`, /number that is too long/],
    ["a size of seven digits", "000000A\nA@0,0;", /number that is too long/],
    ["no size", "\n", /no command at byte/],
    ["a size that ends otherwise", "A,", /no command at byte/],
    ["copies without end", `A\n${"9@0,".repeat(1_000_000)}0;`, /makes more than it states/],
    ["copies of nothing without end", `A\n${"0@0,".repeat(1_000_000)}0;`, /ends before its content/],
    ["a copy from beyond the end", "A\nA@3~~~~~,0;", /beyond the end of its base/],
    ["a copy without an offset", "A\nA@,0;", /no command at byte/],
    ["an insertion of more than there is", "A\nA:abc", /cut short/],
    ["an insertion of more than it says", "A\nB:abcdefghijk0;", /makes more than it states/],
    ["another checksum", "A\nA@0,1;", /another checksum/],
    ["an unknown command", "A\nA!", /no command at byte/],
    ["bytes that are not digits", "A\n\u00ff\u0080@0,0;", /no command at byte/],
  ])("a difference with %s is refused", (_what, encoded, message) => {
    expect(attempt(encoded, 10)).toMatch(message);
    expect(attempt(encoded, 10)).toMatch(/^delta-unsound: /);
  });
});
