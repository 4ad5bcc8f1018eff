import { describe, expect, it } from "vitest";
import { ZONE_RULE } from "../../build/catalogue/zone.ts";
import { methodsPage } from "../../build/pages/methods-page.ts";

const text = (page: string) => page.replace(/<[^>]*>/g, "");

describe("the page of methods", () => {
  it("states the rules with the numbers that the program works with", () => {
    const page = text(methodsPage({ complete: null, boundaries: [] }));
    expect(page).toContain(ZONE_RULE);
    expect(page).toContain("within each bound (16 s, 100 km, 1.5 magnitudes)");
    expect(page).toContain("200 km and 1.5 magnitudes apart, with a sum of at most 1.5");
    expect(page).toContain("370.4 km (200 nautical miles)");
    expect(page).toContain("With fewer than 50 earthquakes");
  });

  it("says what totals count, and how good boundaries are, in the tree that it is of", () => {
    const complete = { from: Date.UTC(1973, 0, 1), to: Date.UTC(2026, 10, 21), magnitude: 4.5 };
    const line = { name: "AF-AN", left: "AF", right: "AN", type: "divergent", class: "OSR", line: [] } as const;
    const without = text(methodsPage({ complete: null, boundaries: [{ ...line, accuracy: "schematic" }] }));
    const whole = text(methodsPage({ complete, boundaries: [{ ...line, accuracy: "measured" }] }));
    expect(without).toContain("built without an archive");
    expect(without).toContain("schematic here");
    expect(whole).toContain("magnitude 4.5 and more that the USGS has from 1 January 1973");
    expect(whole).toContain("the outline of Bird (2003) that holds the epicentre");
  });
});
