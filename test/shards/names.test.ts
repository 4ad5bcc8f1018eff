import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textAt } from "../../build/shards/dictionary.ts";
import { readNames, writeNames } from "../../build/shards/names.ts";
import { anyDamage, damaged, readsOrRefuses, refusal } from "./hostile.ts";

const COUNTRIES = [
  { names: ["Japan", "Japon", "JAPAN", "日本"], record: '{"name":"Japan"}' },
  { names: [], record: '{"name":"Nowhere"}' },
];
const TERMS = [{ term: "Moment Magnitude", definition: "A\nmeasure", record: '{"term":"Moment Magnitude"}' }];

describe("the shard of names", () => {
  it("gives back folded names, each once a country, and the records' bytes", () => {
    const names = readNames(writeNames(COUNTRIES, TERMS));
    expect(names.countryNames.text).toBe("japan\njapon\n日本");
    expect([...names.countryOfName]).toEqual([0, 0, 0]);
    expect(names.countries.map((bytes) => new TextDecoder().decode(bytes))).toEqual(
      COUNTRIES.map(({ record }) => record),
    );
    expect(textAt(names.terms, 0)).toBe("moment magnitude");
    expect(textAt(names.definitions, 0)).toBe("a measure");
    expect(names.glossary.map((bytes) => new TextDecoder().decode(bytes))).toEqual(['{"term":"Moment Magnitude"}']);
  });

  it("is read or refused whatever happened to its bytes", () => {
    const good = writeNames(COUNTRIES, TERMS);
    fc.assert(
      fc.property(anyDamage, (damage) => {
        readsOrRefuses(readNames, damaged(good, damage));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["[", "names: is not JSON in UTF-8"],
    ["[]", "names: the document is not an object"],
    ['{"format":"QTN2"}', "names: the format is not QTN1"],
    ['{"format":"QTN1","version":2}', "names: has version 2; this reader knows 1"],
    ['{"format":"QTN1","version":1,"countries":{}}', "names: countries is not an array"],
    ['{"format":"QTN1","version":1,"countries":[],"terms":[1]}', "names: term 0 is not an object"],
    [
      '{"format":"QTN1","version":1,"countries":[{"names":[7]}],"terms":[]}',
      "names: a name of country 0 is not a string",
    ],
    [
      '{"format":"QTN1","version":1,"countries":[{"names":["a\\nb"]}],"terms":[]}',
      "names: a name of country 0 has a line feed",
    ],
    [
      '{"format":"QTN1","version":1,"countries":[{"names":[],"record":"x"}],"terms":[]}',
      "names: the record of country 0 is not a JSON object",
    ],
  ])("refuses %s", (text, message) => {
    expect(refusal(() => readNames(new TextEncoder().encode(text)))).toBe(message);
  });
});
