import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { smallInput, usgs } from "../../answers/small-catalogue.ts";
import { liveEvent } from "../../catalogue/make-records.ts";
import { pagesOf, shown } from "./pages-of.ts";

const PLANES = { "1-strike": "30", "1-dip": "80", "1-rake": "10", "2-strike": "298", "2-dip": "80", "2-rake": "170" };

const EVENT: Partial<UsgsEvent> = {
  latitude: 1,
  longitude: 2,
  depthKm: 10,
  sent: { nst: 84, gap: 15, rms: 0.129999995, dmin: 0.48 },
  solutions: [
    { latitude: "1", longitude: "2", depth: "10", "vertical-error": "1.7", "depth-type": "from location" },
    { latitude: "1.25", longitude: "2", depth: "14", "origin-source": "gcmt" },
  ]
    .map((properties, at) => ({ product: "origin" as const, source: "us", code: `us${at}`, updated: 0, weight: 1, properties }))
    .concat({
      product: "focal-mechanism" as never,
      source: "nc",
      code: "nc1",
      updated: 0,
      weight: 1,
      properties: Object.fromEntries(Object.entries(PLANES).map(([name, value]) => [`nodal-plane-${name}`, value])) as never,
    }),
  contours: [
    {
      intensity: 6,
      lines: [
        [
          [1, 1],
          [2, 2],
          [1, 2],
          [1, 1],
        ],
      ],
    },
  ],
};

function pageOf(parts: Partial<UsgsEvent>): string {
  const pages = pagesOf(assembleCatalogue(smallInput({ live: usgs([liveEvent({ id: "us9", ...parts })]) })));
  return [...pages].find(([path]) => /^earthquakes\/.*us9\//.test(path))?.[1].text ?? "";
}

describe("the page of an earthquake", () => {
  it("shows what its details have: errors, stations, planes with a beachball, other solutions, and contours on the map", () => {
    const page = pageOf(EVENT);
    const text = shown(page);
    for (const part of [
      "Depth ± 1.7 km",
      "Stations used 84",
      "Azimuthal gap 15°",
      "Nearest station 0.48°",
      "(RMS) 0.13 s",
      "from location",
    ])
      expect(text).toContain(part);
    expect(text).toContain("NC focal mechanism – 30° / 80° / 10° 298° / 80° / 170°");
    expect(text).toContain("* Computed here");
    expect(text).toContain("GCMT us1");
    expect(text).toContain("intensity estimated by ShakeMap");
    expect(page).toContain('<svg class="beachball"');
    expect(/<path class="contour" d="M[^"]+"/.exec(page)).not.toBeNull();
    expect(page).toMatch(/<text class="contour"[^>]*>VI</);
  });

  it("has no such sections where nothing is stated", () => {
    const page = pageOf({ latitude: 1, longitude: 2, depthKm: 10 });
    for (const part of ["Quality of the solution", "Focal mechanism", "Solutions of others"]) expect(shown(page)).not.toContain(part);
    expect(page).not.toContain("beachball");
  });

  it("has a position as exactly as its source gives it, down to thousandths of a degree", () => {
    expect(shown(pageOf({ latitude: 1.5, longitude: 2, depthKm: 10 }))).toContain("1.5° · 2.0°");
    expect(shown(pageOf({ latitude: 38.8173332214355, longitude: 2.25, depthKm: 10 }))).toContain("38.817° · 2.250°");
  });
});
