import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../build/platform/json-fault.ts";

function faultOf(text: string) {
  const reading = readJson(text);
  if (reading.ok) throw new Error(`${text} is JSON`);
  return reading.fault;
}

describe("the place where a text stops being JSON", () => {
  it.each([
    ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
    ['{"a":1}\n{"a":2}', 2, 1],
    ["this is not JSON", 1, 1],
    ['{"a":1,}', 1, 8],
    ["[1 2]", 1, 4],
    ["[01]", 1, 3],
    ['["a\tb"]', 1, 2],
    ['["\\x"]', 1, 2],
    ['["\\u12g4"]', 1, 2],
    ["]", 1, 1],
    ['{"a" 1}', 1, 6],
    ["[nul]", 1, 2],
    ['{"a":1]', 1, 7],
  ])("%j: line %i, column %i", (text, line, column) => {
    expect(faultOf(text)).toMatchObject({ line, column, truncated: false });
  });

  it.each(["", "  ", "[", "[1,", '{"a', '{"a"', '{"a":', '{"a":tr', "[-", "[1.", "[1e", '["\\', '["\\u00', "[1"])(
    "of %j is its last token or its end",
    (text) => {
      expect(faultOf(text)).toMatchObject({ truncated: true });
    },
  );

  it("is at the end for every beginning of a JSON object", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value, null, 1);
        const begun = text.slice(0, cut % text.length);
        expect(faultOf(begun)).toMatchObject({ truncated: true });
      }),
    );
  });

  it("is inside every text that JSON.parse refuses, and nowhere in those that it takes", () => {
    const scraps = fc.array(fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "u", "1", "-", ".", "e", "true", " ", "\n", '"a"'));
    fc.assert(
      fc.property(
        scraps.map((parts) => parts.join("")),
        (text) => {
          const reading = readJson(text);
          if (reading.ok) expect(reading.value).toEqual(JSON.parse(text));
          else expect(reading.fault.offset).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });

  it("is the beginning of a text that is nested more deeply than the stack", () => {
    const deep = "[".repeat(200_000);
    expect(faultOf(deep)).toMatchObject({ line: 1, column: 1, truncated: false });
  });
});
