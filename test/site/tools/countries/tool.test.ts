import { describe, expect, it } from "vitest";
import { type ComparedCountry, energyOf, significantPerArea } from "../../../../build/site/tools/countries/figures.ts";
import { chosenCountries, countriesTool } from "../../../../build/site/tools/countries/tool.ts";
import type { AnyValues } from "../../../../build/site/tools/tool.ts";
import { drawnBy, wordsOf } from "../seeded-tools.ts";

function compared(iso2: string, name: string, changed: Partial<ComparedCountry> = {}): ComparedCountry {
  return {
    iso2,
    name,
    slug: name.toLowerCase(),
    zone: "very_high",
    areaKm2: 100_000,
    significant: 50,
    largestMagnitude: 9,
    strongest: [9, 8],
    largest: { slug: "m9-x-us1", place: "off the coast", year: -463 },
    deaths: 10,
    belt: { name: "Nankai", km: 0 },
    rate: null,
    b: null,
    ...changed,
  };
}

const ALL = [compared("JP", "Japan"), compared("CL", "Chile", { areaKm2: 10_000, largestMagnitude: 9.5 }), compared("NZ", "Zealand")];
const tool = countriesTool({
  names: [...ALL, compared("AQ", "Antarctica")],
  read: Object.fromEntries(ALL.map((one) => [one.iso2, one])),
});

const drawn = (changed: AnyValues = {}) => drawnBy(tool, changed);

describe("countries compared", () => {
  it("are two to four, each once", () => {
    expect(chosenCountries({ one: "JP", two: "JP", three: "none", four: "CL" })).toEqual(["JP", "CL"]);
  });

  it("have the energy of their strongest earthquakes by Choy & Boatwright (1995): of magnitude 9 some 8 × 10¹⁷ J", () => {
    expect(energyOf({ strongest: [9] }) / 1e18).toBeCloseTo(0.794, 3);
    expect(energyOf({ strongest: [9, 9] })).toBeCloseTo(2 * energyOf({ strongest: [9] }), 0);
    expect(energyOf({ strongest: [] })).toBe(0);
  });

  it("have their significant earthquakes on 10,000 km², where the area is known", () => {
    expect(significantPerArea({ significant: 50, areaKm2: 100_000 })).toBeCloseTo(5, 9);
    expect(significantPerArea({ significant: 50, areaKm2: null })).toBeNull();
    expect(significantPerArea({ significant: 50, areaKm2: 0 })).toBeNull();
  });

  it("are told in words and figures, and years before the common era as such", () => {
    const translations = wordsOf(drawn());
    expect(translations).toContain("The largest on record: magnitude 9.5, Chile.");
    expect(translations).toContain("By area, Chile has the most: 50 significant");
    expect(translations).toContain("off the coast, 464 BC");
    expect(translations).toContain("Nankai");
    expect(translations.split("A belt of deformation on a schematic map")).toHaveLength(2);
    expect(translations).toContain("not counted without an archive");
  });

  it("say that one is being read, and show the others meanwhile", () => {
    const translations = wordsOf(drawn({ three: "AQ" }));
    expect(translations).toContain("Loading the data…");
    expect(translations).toContain("Chile");
  });

  it("with nothing known draw no numbers that are none", () => {
    const nothing = compared("AQ", "Antarctica", {
      areaKm2: null,
      largestMagnitude: null,
      strongest: [],
      largest: null,
    });
    const empty = countriesTool({ names: ALL, read: { JP: nothing, CL: nothing, NZ: nothing } });
    const { figure } = drawnBy(empty);
    expect(figure.markup).not.toMatch(/NaN|Infinity/);
  });
});
