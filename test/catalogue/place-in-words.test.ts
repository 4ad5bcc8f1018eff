import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCountryLocator } from "../../build/catalogue/locate/locate-country.ts";
import { placeInWords } from "../../build/catalogue/place-in-words.ts";
import { readCountries, readCountryPolygons } from "../../build/pipeline/load/countries.ts";

const DATA = join(import.meta.dirname, "../../data");
const countries = readCountries(DATA);
const nameOf = (iso2: string) => countries.find((country) => country.iso2 === iso2)?.name;

describe("the place of an event of which no source says it", () => {
  const locate = createCountryLocator(readCountryPolygons(DATA));

  it.each([
    ["in Tokyo", 35.68, 139.77, /^Japan$/],
    ["in Manila, whose country has an article only in a sentence", 14.6, 121, /^Philippines$/],
    ["in Saint-Denis, of a department with a code of its own", -20.9, 55.46, /^Réunion$/],
    ["off Tohoku, 2011", 38.3, 142.37, /^7\d km off the coast of Japan$/],
    ["off Sumatra, 2004", 3.3, 95.98, /^4\d km off the coast of Indonesia$/],
    ["off Attu, over the antimeridian", 51.3, 179.9, /^3\d km off the coast of the United States$/],
    ["off the Philippines", 9, 127.2, /^\d+ km off the coast of the Philippines$/],
    ["on the beach of Nuuk", 64.18, -51.7, /^less than 1 km off the coast of Greenland$/],
    ["on the antimeridian in Fiji", -16.8, 180, /^Fiji$/],
    ["in the middle of the Pacific", 40, -179.5, /^40\.00° N, 179\.50° W$/],
    ["in the middle of the Atlantic", 0, -20, /^0\.00° N, 20\.00° W$/],
    ["at the North Pole", 90, 0, /^90\.00° N, 0\.00° E$/],
  ])("%s", (_, latitude, longitude, words) => {
    expect(placeInWords({ latitude, longitude }, locate(latitude, longitude), nameOf)).toMatch(words);
  });

  it("is the position if the country is known but not the distance, and unknown if there is nothing", () => {
    const position = { latitude: -3.5, longitude: 12.25 };
    const unmeasured = { iso2: "AO", relation: "offshore", distanceKm: null } as const;
    expect(placeInWords(position, unmeasured, nameOf)).toBe("3.50° S, 12.25° E");
    const offshore = (iso2: string, distanceKm: number) => placeInWords(position, { iso2, relation: "offshore", distanceKm }, nameOf);
    expect([offshore("AO", 0.99), offshore("AO", 1)]).toEqual(["less than 1 km off the coast of Angola", "1 km off the coast of Angola"]);
    for (const { iso2, name } of countries.filter(({ name }) =>
      /^(?!.* and ).*Islands$|^United |Republic$|^(?:Bahamas|Gambia|Maldives|Netherlands|Philippines)$/.test(name),
    ))
      expect(offshore(iso2, 2)).toBe(`2 km off the coast of the ${name}`);
    expect(placeInWords({ latitude: null, longitude: null }, null, nameOf)).toBe("unknown place");
    expect(placeInWords({ latitude: null, longitude: null }, { ...unmeasured, relation: "inside" }, nameOf)).toBe("Angola");
  });
});
