import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPlates } from "../../build/pipeline/load/plates.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";

const DATA = join(import.meta.dirname, "../../data");
const plates = readPlates(DATA);

/** 4π R² with the radius of the published areas, 6371 km. */
const SPHERE_KM2 = 4 * Math.PI * 6371 ** 2;

/** Major plates are the seven that textbooks name, all above 20 million km²; microplates are those below a million. */
function typeByArea(km2: number): string {
  if (km2 >= 20e6) return "major";
  return km2 >= 1e6 ? "minor" : "microplate";
}

function repeated(texts: readonly string[]): string[] {
  return texts.filter((text, i) => texts.indexOf(text) !== i);
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.?!])\s+(?=\p{Lu})/u);
}

describe("the plates", () => {
  it("are the 52 of Bird's model, each with a code, a name and a slug of its own", () => {
    expect(plates).toHaveLength(52);
    for (const key of ["code", "name", "slug"] as const) expect(repeated(plates.map((plate) => plate[key]))).toEqual([]);
  });

  it("have poles on the globe, and nothing that no answer has", () => {
    const pole = { latitude: expect.any(Number), longitude: expect.any(Number), degreesPerMyr: expect.any(Number) };
    const texts = { code: expect.stringMatching(/^[A-Z]{2}$/), name: expect.any(String), slug: expect.any(String) };
    const form = { ...texts, type: expect.any(String), description: expect.any(String), areaKm2: expect.any(Number), rotationPole: pole };
    for (const plate of plates) expect(plate).toEqual(form);
    const isOff = ({ rotationPole: { latitude, longitude } }: (typeof plates)[0]) => Math.abs(latitude) > 90 || Math.abs(longitude) > 180;
    expect(plates.filter(isOff)).toEqual([]);
  });

  it("have the slug of their name, without its apostrophe", () => {
    const slugOf = (name: string): string => name.toLowerCase().replaceAll("'", "").replaceAll(" ", "-");
    expect(plates.filter(({ name, slug }) => slug !== slugOf(name))).toEqual([]);
    expect(plates.find(({ name }) => name === "Niuafo'ou")?.slug).toBe("niuafoou");
  });

  it("cover the sphere together", () => {
    const total = plates.reduce((sum, { areaKm2 }) => sum + areaKm2, 0);
    expect(Math.abs(total / SPHERE_KM2 - 1)).toBeLessThan(1e-5);
  });

  it("are major from 20 million km², the conventional seven, minor from one million, and else microplates", () => {
    expect(plates.filter(({ type, areaKm2 }) => type !== typeByArea(areaKm2))).toEqual([]);
    const major = plates.filter(({ type }) => type === "major").map(({ name }) => name);
    expect(major).toEqual(["Africa", "Antarctica", "Australia", "Eurasia", "North America", "Pacific", "South America"]);
  });

  it("turn about poles relative to the Pacific, which therefore rests and no other does", () => {
    const still = plates.filter(({ rotationPole }) => rotationPole.degreesPerMyr === 0);
    expect(still.map(({ code, rotationPole }) => ({ code, ...rotationPole }))).toEqual([
      { code: "PA", latitude: 0, longitude: 0, degreesPerMyr: 0 },
    ]);
  });
});

describe("the description of a plate", () => {
  it.each(plates)("the text about $name has two to four sentences, with a capital first and a full stop last", ({ description }) => {
    expect(sentences(description).length).toBeGreaterThanOrEqual(2);
    expect(sentences(description).length).toBeLessThanOrEqual(4);
    expect(description).toMatch(/^\p{Lu}.*\.$/u);
    expect(description).not.toMatch(/\s{2}|\s[.,;]/);
  });

  it("shares no sentence, and not even four opening words, with another", () => {
    expect(repeated(plates.flatMap(({ description }) => sentences(description)))).toEqual([]);
    expect(repeated(plates.map(({ description }) => description.split(" ").slice(0, 4).join(" ")))).toEqual([]);
  });
});

describe.skipIf(!corpusPresent)("the poles of the plates beside Bird's file", () => {
  it("are the same to the last digit", () => {
    const rows = readFileSync(corpus("plates/original/PB2002_poles.dat.txt"), "utf8").trim().split("\n");
    const bird = rows.map((row) => {
      const [code = "", latitude, longitude, degreesPerMyr] = row.trim().split(/\s+/);
      return { code, latitude: Number(latitude), longitude: Number(longitude), degreesPerMyr: Number(degreesPerMyr) };
    });
    const ours = plates.map(({ code, rotationPole }) => ({ code, ...rotationPole }));
    const byCode = (a: { code: string }, b: { code: string }): number => (a.code < b.code ? -1 : 1);
    expect(ours.toSorted(byCode)).toEqual(bird.toSorted(byCode));
  });
});
