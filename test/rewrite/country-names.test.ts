import { beforeAll, describe, expect, it } from "vitest";
import { shardInput } from "../../build/answers/shard-input.ts";
import { loadConfig } from "../../build/config/config.ts";
import { COUNTRY_CODES } from "../../build/contract/texts/vocabulary.ts";
import { noFile } from "../../build/hosts/static-file.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { countryNamed } from "../../build/rewrite/country-names.ts";
import { openSnapshot, type Snapshot } from "../../build/rewrite/snapshot.ts";
import { type Asker, askerOf, textOf } from "./ask.ts";
import { treeInMemory } from "./tree-in-memory.ts";

let ask: Asker;
let snapshot: Snapshot;

beforeAll(async () => {
  const { catalogue } = await loadCatalogue({ agencies: loadConfig(undefined).agencies }, cachedGeography());
  const input = shardInput(catalogue);
  ask = await askerOf(input);
  snapshot = await openSnapshot(treeInMemory(input));
}, 60_000);

async function locationOf(target: string): Promise<string | undefined> {
  const { status, headers } = await ask.body(target);
  expect(status).toBe(308);
  return headers["location"];
}

describe("a country by another name", () => {
  it.each(["turkey", "TR", "TUR", "tur", "Turkey", "T%C3%BCrkiye", "T%C3%BCrkei", "%E3%83%88%E3%83%AB%E3%82%B3"])(
    "leads from /api/v1/countries/%s/ to its slug",
    async (name) => {
      expect(await locationOf(`/api/v1/countries/${name}/`)).toBe("/api/v1/countries/turkiye/");
    },
  );

  it.each([
    ["Burma", "MM"],
    ["BU", "MM"],
    ["mmr", "MM"],
    ["ZR", "CD"],
    ["zaire", "CD"],
    ["jp", "JP"],
    ["UK", "GB"],
    ["SU", "RU"],
    ["YU", "RS"],
    ["an", "CW"],
    ["TP", "TL"],
  ])("leads from the risk of %s to that of %s", async (name, iso2) => {
    expect(await locationOf(`/api/v1/countries/${name}/risk/`)).toBe(`/api/v1/countries/${iso2}/risk/`);
  });

  it("leads from a list with another code or a name to the same list with the code", async () => {
    expect(await locationOf("/api/v1/earthquakes/?country=TUR&limit=5&order=magnitude")).toBe(
      "/api/v1/earthquakes/?country=TR&limit=5&order=magnitude",
    );
    expect(await locationOf("/api/v1/earthquakes/?start=2000-01-01&country=Burma")).toBe(
      "/api/v1/earthquakes/?start=2000-01-01&country=MM",
    );
  });

  it("leads from a page to the page of the country, with its query", () => {
    const { status, headers } = noFile(snapshot, "/countries/turkey/?lang=de", "text/html");
    expect([status, headers["location"]]).toEqual([308, "/countries/turkiye/?lang=de"]);
  });

  it("is not guessed", async () => {
    for (const name of ["Nowhere", "Japn", "Yugoslavia", "Dominican", "Earthquake", "XX", "XXX", "%F0%9F%8C%8B"]) {
      expect([name, (await ask.body(`/api/v1/countries/${name}/`)).status]).toEqual([name, 404]);
    }
    for (const query of ["country=nowhere", "country=JP&country=JP", "country=Japan&country=Japan", "country="]) {
      expect([query, (await ask.body(`/api/v1/earthquakes/?${query}`)).status]).toEqual([query, 400]);
    }
    for (const country of ["Turkey", "TR"]) expect((await ask.body(`/api/recent/?country=${country}`)).status).toBe(400);
    expect((await ask.body("/api/v1/earthquakes/?country=jp&limit=0")).status).toBe(400);
    expect(noFile(snapshot, "/countries/nowhere/").status).toBe(404);
  });

  it("has a code of three letters for every country, and no code for two", () => {
    expect(COUNTRY_CODES.map((iso2) => countryNamed(snapshot, iso2)?.iso2)).toEqual(COUNTRY_CODES);
    for (const [alpha3, iso2] of [
      ["AFG", "AF"],
      ["JPN", "JP"],
      ["ZWE", "ZW"],
      ["GBR", "GB"],
      ["DEU", "DE"],
    ])
      expect(countryNamed(snapshot, alpha3 as string)?.iso2).toBe(iso2);
  });
});

describe("what a query says", () => {
  it.each([
    ["deadliest in Turkey since 1900", { country: "TR", from: 1900, to: null, order: "deaths" }],
    ["M 6 and more in Japan on a map", { country: "JP", least_magnitude: 6 }],
    ["near Lisbon this week", { place: "lisbon", order: "time" }],
    ["magnitude 6.5 Chile 1960", { country: "CL", from: 1960, to: 1960, least_magnitude: 6.5 }],
    ["日本 マグニチュード7以上", { country: "JP", least_magnitude: 7 }],
    ["tödlichstes Erdbeben in der Türkei seit 1900", { country: "TR", from: 1900, to: null, order: "deaths" }],
    ["San Francisco 1906", { place: "san francisco", from: 1906, to: 1906 }],
    ["tsunami", {}],
  ])("is told for %s", async (q, said) => {
    const nothing = { country: null, place: null, from: null, to: null, least_magnitude: null, order: null };
    const { body } = await ask.body(`/api/v1/search/?q=${encodeURIComponent(q)}`);
    expect(JSON.parse(textOf({ body })).understood).toEqual({ ...nothing, ...said });
  });
});
