import { assert, constantFrom, double, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { firstValues, queryOfValues, toolForm, valueOfText, valuesOfQuery } from "../../../build/site/tools/form.ts";
import { prebuiltContext } from "../../../build/site/tools/pages.ts";
import type { Field } from "../../../build/site/tools/tool.ts";

const FIELDS: readonly Field[] = [
  { kind: "number", name: "magnitude", least: -1, most: 10, step: 0.1, first: 7 },
  { kind: "choice", name: "kind", options: ["mw", "mb"], first: "mw" },
];

describe("what a tool's address says", () => {
  it("is nothing for the first values", () => {
    expect(queryOfValues(FIELDS, firstValues(FIELDS))).toBe("");
  });

  it("reads back as the same values", () => {
    assert(
      property(
        double({ min: -1, max: 10, noNaN: true }).map((value) => value + 0),
        constantFrom("mw", "mb"),
        (magnitude, kind) => {
          const values = { magnitude, kind };
          expect(valuesOfQuery(FIELDS, queryOfValues(FIELDS, values))).toEqual(values);
        },
      ),
    );
  });

  it.each(["?magnitude=11", "?magnitude=", "?magnitude=NaN", "?magnitude=Infinity", "?magnitude=x&kind=ms"])(
    "falls back to the first values where it is wrong: %s",
    (search) => expect(valuesOfQuery(FIELDS, search)).toEqual({ magnitude: 7, kind: "mw" }),
  );

  it("takes a comma for a point, as half the world's keyboards write it", () => {
    expect(valueOfText(FIELDS[0] as Field, "6,5")).toBe(6.5);
  });
});

describe("the options of a form", () => {
  it("that are countries or plates have their names in the language of the page, and codes of plates are not countries", () => {
    const context = prebuiltContext({ "field.country": "Land", "field.plate": "Platte", reset: "Zurücksetzen" }, "de", undefined, {
      countries: { PA: "Panama" },
      plates: { Pacific: "Pazifische Platte" },
    });
    const fields: readonly Field[] = [
      { kind: "choice", name: "country", options: ["PA"], first: "PA", countries: { PA: "Panamá" } },
      { kind: "choice", name: "plate", options: ["PA", "EA"], first: "PA", plates: { PA: "Pacific", EA: "Easter" } },
    ];
    const names = toolForm(fields, context, () => false).markup.match(/(?<=<option[^>]*>)[^<]+/g);
    expect(names).toEqual(["Panama", "Pazifische Platte", "Easter"]);
  });
});
