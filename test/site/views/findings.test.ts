import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import type { CountryProfile, EarthquakeDetail, PlateDetail } from "../../../build/contract/resources/resources.ts";
import { renderContext } from "../../../build/site/data/render-context.ts";
import { html, trustedHtml } from "../../../build/site/html.ts";
import { boundariesAttribute } from "../../../build/site/map/drawn/local-maps.ts";
import { meetingOf, WORLD_UNITS } from "../../../build/site/map/drawn/outlines.ts";
import { countryView } from "../../../build/site/views/country.ts";
import { eventView } from "../../../build/site/views/event.ts";
import { plateView } from "../../../build/site/views/plate.ts";
import { allAnswers } from "../../answers/all-answers.ts";
import { smallInput } from "../../answers/small-catalogue.ts";
import { shown } from "../data/pages-of.ts";
import { ENGLISH } from "../english.ts";

const NAMES = { hasPage: () => true, country: (iso2: string) => iso2, term: (slug: string) => slug, plate: (slug: string) => slug };
const CONTEXT = { ...renderContext(ENGLISH, NAMES), map: trustedHtml('<svg class="map"></svg>') };
const ANSWERS = [...allAnswers(assembleCatalogue(smallInput()))];

function body(id: string): unknown {
  return ANSWERS.find(({ endpoint }) => endpoint.id === id)?.body;
}

/** What the figures of a page say that they show. */
function findings(main: { markup: string }): string[] {
  return [...main.markup.matchAll(/<h2 class="shows">.*?<\/h2>/gs)].map(([heading]) => shown(`<main>${heading}</main>`).trim());
}

describe("what a figure shows is its heading", () => {
  it.each([
    [[10, 20, 69, 70, 800], ["60 % of the earthquakes of known depth were less than 70 km deep"]],
    [[10, 20, 30, 40, null, null], []],
    [[null, 10, 20, 30, 40, 50], ["100 % of the earthquakes of known depth were less than 70 km deep"]],
  ] as const)("of a country with earthquakes at %j km", (depths, said) => {
    const profile = body("country") as CountryProfile;
    const [one] = [...profile.recent_earthquakes, ...profile.strongest];
    const recent = depths.map((depth_km) => ({ ...one, latitude: 1, longitude: 1, depth_km }));
    const changed = { ...profile, strongest: [], recent_earthquakes: recent as CountryProfile["recent_earthquakes"] };
    expect(findings(countryView.parts({ kind: "country", body: changed }, CONTEXT).main)).toEqual(said);
  });

  it("of a plate: along most of its boundary, and the year with the most earthquakes", () => {
    const plate = body("plate") as PlateDetail;
    const types = [
      { type: "transform", share: 0.2 },
      { type: "divergent", share: 0.504 },
      { type: "convergent", share: 0.296 },
    ] as unknown as PlateDetail["boundary_types"];
    const years = [3, 1, 4, 0, 4].map((significant, at) => ({ year: 2010 + at, total: 9, significant, largest_magnitude: 6 }));
    const changed = { ...plate, boundary_types: types, annual_earthquakes: years as PlateDetail["annual_earthquakes"] };
    expect(findings(plateView.parts({ kind: "plate", body: changed }, CONTEXT).main)).toEqual([
      "Along 50 % of its boundary the plate moves away from its neighbours",
      "2014 had the most: 4 significant earthquakes",
    ]);
  });

  it("explains plate boundaries where the map shows any", () => {
    const event = { ...(body("earthquake") as EarthquakeDetail), latitude: 1, longitude: 1 };
    const lines = meetingOf([[100, 100, 200, 200, WORLD_UNITS, 210]]);
    const captionAt = (left: number, top: number) => {
      const shown = boundariesAttribute({ left, top, width: 50, height: 50 }, lines);
      const map = html`<svg class="map"${shown}></svg>`;
      return eventView.parts({ kind: "event", body: event, around: null }, { ...CONTEXT, map }).main.markup;
    };
    expect(captionAt(120, 120)).toContain("Violet: plate boundaries");
    expect(captionAt(-WORLD_UNITS + 120, 120)).toContain("Violet: plate boundaries");
    expect(captionAt(0, 0)).not.toContain("Violet");
  });

  it("of an earthquake whose shaking was estimated", () => {
    const event = { ...(body("earthquake") as EarthquakeDetail), latitude: 1, longitude: 1 };
    const mainOf = (contours: EarthquakeDetail["intensity_contours"]) =>
      eventView.parts({ kind: "event", body: { ...event, intensity_contours: contours }, around: null }, CONTEXT).main;
    expect(findings(mainOf([]))).toEqual([]);
    const contours = [4, 7, 6].map((intensity) => ({ intensity, lines: [] }));
    expect(findings(mainOf(contours))).toEqual(["The estimated shaking reached intensity VII"]);
  });
});
