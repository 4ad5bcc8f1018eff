import * as fc from "fast-check";
import { expect, it } from "vitest";
import { encodeLines, textLines } from "../../build/platform/text-lines.ts";

const line = fc.oneof(
  fc.string({ unit: "binary", maxLength: 9 }),
  fc.constantFrom("", ",", "a", "ā", "é", "\u{1f30d}", ",\n", "\ufffd", "x".repeat(70_000), "ø".repeat(40_000)),
);

it("lines are those of the whole text, whatever its length", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 400 }), fc.constantFrom("\n", ",\n"), (lines, separator) => {
      const bytes = Buffer.from(lines.join(separator));
      expect(textLines(bytes, separator)).toEqual(bytes.toString().split(separator));
      expect(encodeLines(lines, separator).equals(bytes)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it("bytes that are not UTF-8 are replaced as in the whole text", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 4 }), { maxLength: 40 }), (parts) => {
      const bytes = Buffer.concat(parts.flatMap((part) => [part, Buffer.from("\n")]));
      expect(textLines(bytes, "\n")).toEqual(bytes.toString().split("\n"));
    }),
  );
});
