import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fold } from "../../build/contract/wire/fold.ts";
import { type FoundTown, townFile, townsNamed } from "../../build/site/places.ts";
import { TOWNS, townFiles, townLabels } from "../../scripts/maintain/prepare/towns.ts";

const FILES = new Map(
  townFiles().map(([path, bytes]) => [path.replace("tree", ""), JSON.parse(new TextDecoder().decode(bytes)) as unknown[]]),
);

function find(text: string, most = 6): string[] {
  const towns = (FILES.get(townFile(fold(text))) ?? []) as FoundTown[];
  return townsNamed(towns, text, most).map(([name, iso2]) => `${name}, ${iso2}`);
}

describe("towns", () => {
  it("are in the file of the text that a reader types, whatever the accents", () => {
    expect(find("kyot")).toContain("Kyoto, JP");
    expect(find("ZÜRICH")).toEqual(["Zürich, CH"]);
    expect(find("zurich")).toEqual(["Zürich, CH"]);
    expect(find("łódź")[0]).toBe("Łódź, PL");
    expect(find("San Francisco")[0]).toBe("San Francisco, US");
    expect(find("nowhere at all")).toEqual([]);
  });

  it("are all found by their own names", () => {
    const lines = gunzipSync(readFileSync(TOWNS)).toString().trimEnd().split("\n").slice(1);
    const all = [...FILES].filter(([path]) => path.startsWith("/assets/towns/")).flatMap(([, towns]) => towns);
    expect(all).toHaveLength(lines.length);
    for (const line of lines.filter((_, at) => at % 97 === 0)) {
      const [name = "", iso2] = line.split("\t");
      expect(find(name, 1000)).toContain(`${name}, ${iso2}`);
    }
  });

  it("are suggested largest first, and no more than wanted", () => {
    expect(find("london")[0]).toBe("London, GB");
    expect(find("sa", 4)).toHaveLength(4);
  });
});

describe("labels of towns", () => {
  const town = (name: string, longitude: number, latitude = 0) => ({ name, iso2: "XX", latitude, longitude });

  it("begin with the largest of each square, and add the others at larger zooms", () => {
    const labels = townLabels([town("large", 10), town("near", 10.4), town("far", 100)]);
    const zooms = Object.fromEntries(labels.map(([name, , , zoom]) => [name, zoom]));
    expect(zooms["large"]).toBe(2);
    expect(zooms["far"]).toBe(2);
    // 128 pixels are 90 degrees at zoom 0, and 0.7 degrees at zoom 7.
    expect(zooms["near"] ?? 8).toBeGreaterThan(5);
  });

  it("are there at every zoom, and few at the first", () => {
    const few = FILES.get("/assets/map/cities.json") as [string, number, number, number][];
    expect(few.filter(([, , , zoom]) => zoom === 2).length).toBeGreaterThan(40);
    expect(few.length).toBeLessThan(1000);
    expect(few.map(([name]) => name)).toContain("Istanbul");
  });
});
