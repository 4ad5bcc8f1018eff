import * as fc from "fast-check";
import { describe, it } from "vitest";
import { DIG_BOUNDARIES, DIG_PLATES, geoJson, STEPS_CSV, STEPS_DAT } from "../plate-files.ts";
import { expectRefused, onlyRefusals } from "../reading-plates.ts";

describe("anything else", () => {
  it.each([
    ["capture-empty", "", "here is empty"],
    ["capture-empty", " \n", "here is empty"],
    ["capture-malformed", "<!doctype html><title>404</title>", "here is a page of a web site"],
    ["capture-malformed", "Alps\n 1,2\n", "not a file of Bird's plate model"],
    ["capture-malformed", "AF   59.160   -73.174   0.9270  DeMets et al. [1994]", "not a file of Bird's plate model"],
    ["capture-malformed", "404: Not Found", "not a file of Bird's plate model"],
  ])("is refused as %s: %j", (code, text, message) => expectRefused(text, message, code));

  it("is read or refused, and never breaks the reader: damaged files and noise", () => {
    const told = { Name: "KE/PA", PlateA: "KE", PlateB: "PA" };
    const json = geoJson([
      told,
      {
        type: "LineString",
        coordinates: [
          [1, 1],
          [2, 2],
        ],
      },
    ]);
    const files = [DIG_BOUNDARIES, DIG_PLATES, STEPS_CSV, STEPS_DAT, json].map((text) => new TextEncoder().encode(text));
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 6 }),
        fc.nat(2000),
        (file, damage, length) => {
          const bytes = file.slice(0, Math.max(1, length));
          for (const [at, value] of damage) bytes[at % bytes.length] = value;
          onlyRefusals(bytes);
        },
      ),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), onlyRefusals), { numRuns: 500 });
  });
});
