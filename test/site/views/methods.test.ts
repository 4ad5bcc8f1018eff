import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OFFSHORE_KM, TERRITORY_RULE } from "../../../build/catalogue/locate/locate-country.ts";
import { ASSOCIATION_BOUNDS } from "../../../build/catalogue/merge/associate.ts";
import { HISTORICAL_BOUNDS } from "../../../build/catalogue/merge/historical-match.ts";
import { HISTORICAL_MATCH } from "../../../build/catalogue/merge/match-catalogues.ts";
import { DUPLICATE_BOUNDS } from "../../../build/catalogue/merge/merge.ts";
import { ZONE_RULE } from "../../../build/catalogue/zones/zone.ts";
import { TRANSLITERATIONS } from "../../../build/contract/wire/fold.ts";
import { readPlates } from "../../../build/pipeline/load/plates.ts";
import { MAXIMUM_FOUND } from "../../../build/rewrite/search/match.ts";
import { MIN_EVENTS } from "../../../build/seismology/frequency-magnitude.ts";
import { MEASURED_SPEEDS } from "../../../build/seismology/plate-motion.ts";
import type { Html } from "../../../build/site/html.ts";
import { methodsPage, methodsValues, zoneComparison } from "../../../build/site/views/methods.ts";
import { embeddedCatalogue } from "../../../scripts/measure/zones/catalogues.ts";
import { ENGLISH } from "../english.ts";

const text = (page: string) => page.replace(/<[^>]*>/g, "");

describe("the page of methods", () => {
  it("states the rules with the numbers that the program works with", () => {
    const page = text(methodsPage(methodsValues({ countries: [], complete: null, boundaries: [], plates: [] }), ENGLISH));
    expect(page).toContain(ZONE_RULE.replaceAll("'", "&#39;"));
    for (const { seconds, km, magnitudes } of [ASSOCIATION_BOUNDS, HISTORICAL_BOUNDS, DUPLICATE_BOUNDS]) {
      expect(page).toMatch(new RegExp(`\\b${seconds} s\\b.*\\b${km} km\\b.*\\b${magnitudes} magnitude`));
    }
    for (const { sum } of [ASSOCIATION_BOUNDS, HISTORICAL_BOUNDS, HISTORICAL_MATCH]) expect(page).toContain(`sum of at most ${sum}`);
    expect(page).toMatch(new RegExp(`\\b${HISTORICAL_MATCH.margin}\\b`));
    expect(page).toContain(`${OFFSHORE_KM} km`);
    expect(page).toContain(TERRITORY_RULE.replaceAll("'", "&#39;"));
    expect(page).toMatch(new RegExp(`\\b${MIN_EVENTS} earthquakes`));
    for (const [letter, letters] of Object.entries(TRANSLITERATIONS)) expect(page).toContain(`${letter} as ${letters}`);
    expect(page).toMatch(new RegExp(`\\b${MAXIMUM_FOUND} of each`));
  });

  it("says what totals count, and how good boundaries are, in the tree that it is of", () => {
    const complete = { from: Date.UTC(1973, 0, 1), to: Date.UTC(2026, 10, 21), magnitude: 4.5 };
    const line = { name: "AF-AN", left: "AF", right: "AN", type: "divergent", class: "OSR", line: [] } as const;
    const without = text(
      methodsPage(methodsValues({ countries: [], complete: null, plates: [], boundaries: [{ ...line, accuracy: "schematic" }] }), ENGLISH),
    );
    const whole = text(
      methodsPage(methodsValues({ countries: [], complete, plates: [], boundaries: [{ ...line, accuracy: "measured" }] }), ENGLISH),
    );
    expect(without).toContain("Of no span is it known to be complete");
    expect(without).toContain("schematic here");
    expect(whole).toContain("magnitude 4.5 and more that the USGS has from 1 January 1973");
    expect(whole).toContain("the outline of Bird (2003) that holds the epicentre");
  });
});

it("compares zones with published ones, and says of each country that differs why it is so, and why the other method differs", async () => {
  const { countries } = await embeddedCatalogue();
  const compare = zoneComparison(countries);
  const { zones, zones_same: same, zones_compared: compared, zones_overlap: overlap, zones_near: near, zones_two: two } = compare;
  expect(Number(near) + Number(two)).toBe(compared);
  const rows = (zones as Html).markup.match(/<tr><td>.*<\/tr>/g) ?? [];
  expect(rows.length).toBe(Number(compared) - Number(same));
  const zoneOf = new Map(
    countries.map(({ name, zone, zoneBasis }) => [name, { own: zone.replace("_", " "), km: zoneBasis.boundaryDistanceKm }]),
  );
  const order = ["minimal", "low", "moderate", "high", "very high"];
  for (const row of rows) {
    expect(row).toMatch(/<td>[^<]{10,}<\/td><td>(?:classes|level|border|background)<\/td><\/tr>$/);
    const [name = "", there = "", here, why = "", cause] = [...row.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) =>
      cell?.replace("&#39;", "'"),
    );
    const { own = "", km = 0 } = zoneOf.get(name) ?? {};
    const off = order.indexOf(own) - order.indexOf(there);
    expect([name, here]).toEqual([name, `${own} (${off > 0 ? "+" : "−"}${Math.abs(off)})`]);
    expect([name, cause === "classes"]).toEqual([name, there === "moderate" && own === "high"]);
    if (why.includes("a plate boundary nearby")) expect(km).toBeLessThanOrEqual(100);
    if (cause === "level" || cause === "border") expect([name, why.includes(": 0 km away")]).toEqual([name, cause === "level"]);
  }
  // EN 1998-1, 2.1: accelerations are as the cube roots of the return periods, so that 0.2 g in 100 and 250 years are these in 475.
  expect([100, 250].map((years) => 0.2 * (475 / years) ** (1 / 3))).toEqual([expect.closeTo(0.34, 2), expect.closeTo(0.25, 2)]);
  expect(rows.filter((row) => row.includes("<td>classes</td>"))).toHaveLength(Number(overlap));
  expect(rows.filter((row) => row.includes("no belt")).every((row) => row.includes("<td>background</td>"))).toBe(true);
});

describe("the section on how plates move", () => {
  const data = fileURLToPath(new URL("../../../data", import.meta.url));
  const plates = readPlates(data).map((plate) => ({
    ...plate,
    earthquakeCount: 0,
    years: [],
    completeness: null,
  }));

  it("compares speeds by satellite geodesy with ours", () => {
    const page = text(methodsPage(methodsValues({ countries: [], complete: null, boundaries: [], plates }), ENGLISH));
    expect(page).toMatch(/on each of 18 boundaries.* differ by \d\.\d mm a year in the median and by \d+\.\d at most/s);
    for (const { boundary, measured } of MEASURED_SPEEDS) {
      expect(page).toContain(boundary);
      expect(page).toContain(measured.toFixed(1));
    }
  });

  it("compares none where the plates are others", () => {
    const page = text(methodsPage(methodsValues({ countries: [], complete: null, boundaries: [], plates: plates.slice(0, 1) }), ENGLISH));
    expect(page).toContain("The rotation poles of Bird");
    expect(page).not.toContain("ITRF2014 (Altamimi et al. 2017), the motion");
  });
});
