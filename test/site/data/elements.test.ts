import { describe, expect, it } from "vitest";
import type { CountryProfile, Earthquake } from "../../../build/contract/resources/resources.ts";
import { localTime, type Notable, notableTable, quakeTable, sizesText, totalsText } from "../../../build/site/data/elements.ts";
import { renderContext } from "../../../build/site/data/render-context.ts";
import { ENGLISH } from "../english.ts";
import { shown } from "./pages-of.ts";

const NAMES = { hasPage: () => true, country: (iso2: string) => iso2, term: (slug: string) => slug, plate: (slug: string) => slug };
const CONTEXT = renderContext(ENGLISH, NAMES);
const textOf = (of: { markup: string } | string | null) =>
  of === null ? null : shown(`<main>${typeof of === "string" ? of : of.markup}</main>`).trim();

describe("a table of earthquakes", () => {
  const quake: Earthquake = {
    event_id: "us1",
    magnitude: 6,
    depth_km: 10.51,
    latitude: 1,
    longitude: 2,
    place_description: "Here",
    occurred_at: "2026-11-21T06:30:00.000Z",
    alert_level: null,
    tsunami_flag: false,
  };

  it("has magnitude, place, time and depth, and columns by the names of the API", () => {
    const { markup } = quakeTable([quake], CONTEXT);
    expect(textOf(markup)).toMatch(/ 6\.0 Here 2026-11-21 06:30 UTC 11 km$/);
    const columns = [...markup.matchAll(/data-column="(\w+)"/g)].map(([, name]) => name);
    expect(columns).toEqual(["magnitude", "place_description", "occurred_at", "depth_km"]);
    for (const name of columns) expect(quake).toHaveProperty(name ?? "");
  });

  const notable: Notable = {
    slug: "x",
    name: null,
    place_description: "JAPAN: HONSHU",
    occurred_at: "1923-09-01T02:58:00.000Z",
    occurred_at_precision: "minute",
    magnitude: 8,
    magnitude_type: "Mw",
    deaths: 105_385,
    deaths_class: null,
  } as Notable;

  it.each<[Partial<Notable>, string]>([
    [{}, "8.0 Mw Japan: Honshu 1923-09-01 105,385"],
    [{ magnitude: null, deaths: 0, name: "Great Kantō" }, "– Great Kantō Japan: Honshu 1923-09-01 0"],
    [{ magnitude_type: null, deaths: null, name: "Honshu" }, "8.0 ? Japan: Honshu 1923-09-01 –"],
    [{ deaths: null, deaths_class: 3 }, `8.0 Mw Japan: Honshu 1923-09-01 ${ENGLISH.area("data")("amount_3")}`],
  ])("of history, with %j, says %s", (parts, text) => {
    expect(textOf(notableTable([{ ...notable, ...parts }], CONTEXT))?.endsWith(` ${text}`)).toBe(true);
  });
});

describe("the sizes of earthquakes in words", () => {
  const law = { b: 1.02, b_error: 0.034, earthquakes: 1234, completeness_magnitude: 4.5, years: 49.6 };
  const completeness = { magnitude: 4.5, error: 0.12, earthquakes: 12, no_law_because: "too-few-earthquakes" };
  const said = (parts: object, of: object | null = law) =>
    textOf(sizesText({ completeness: { ...completeness, ...parts }, frequency_magnitude: of } as never, CONTEXT));

  it("are the law, or why there is none, and from which magnitude the list is complete", () => {
    const complete = "From magnitude 4.5 ± 0.12 on, practically no earthquake is missing.";
    const rarer = "Earthquakes are 10.5 times rarer with each unit of magnitude (b = 1.02 ± 0.03 )";
    const count = "from 1,234 earthquakes of magnitude 4.5 or more in 50 years.";
    expect(said({ no_law_because: null })).toBe(`${rarer}, ${count} gutenberg-richter-law ${complete}`);
    const few = "No b value: 12 earthquakes of the magnitude of completeness or more, and 50 are needed.";
    expect(said({}, null)).toBe(`${few} ${complete}`);
    expect(said({ error: null }, null)).toBe(few);
    expect(sizesText({ completeness: null, frequency_magnitude: null }, CONTEXT)).toBeNull();
  });
});

it("totals say from when to when they are complete, or that they are not", () => {
  const basis = { magnitude: 4.5, from: "1973-01-01T00:00:00.000Z", to: "2026-11-21T06:30:00.000Z" } as CountryProfile["totals_basis"];
  expect(textOf(totalsText(basis, CONTEXT))).toMatch(/magnitude 4.5 or more .*from 1973-01-01 00:00 UTC to 2026-11-21 06:30 UTC\./);
  expect(totalsText(null, CONTEXT)).toBe(ENGLISH.area("data")("not_complete"));
});

it.each([
  ["Asia/Tokyo", "local_time"],
  ["Etc/GMT-9", "nautical_time"],
] as const)("a time in %s is called %s", (zone, label) => {
  expect(localTime(0, zone, CONTEXT.t).markup).toContain(`${ENGLISH.area("data")(label)}: <time data-zone="${zone}"`);
});
