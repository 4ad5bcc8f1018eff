import { describe, expect, it } from "vitest";
import { notableLists } from "../../build/answers/countries.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { CatalogueEvent } from "../../build/catalogue/catalogue.ts";
import { smallInput } from "./small-catalogue.ts";

const [template] = assembleCatalogue(smallInput()).events;
if (!template) throw new Error("the small catalogue has no events");

function event(id: string, given: Partial<CatalogueEvent> = {}): CatalogueEvent {
  return { ...(template as CatalogueEvent), id, historical: true, significant: true, impactSources: [], ...given };
}

function killing(id: string, value: number | null, order: number | null = null, magnitude = 6): CatalogueEvent {
  const losses = { ...(template as CatalogueEvent).losses, deaths: { value, class: order } };
  const said = { figure: "deaths", value, class: order, agency: "noaa", product: null, contributor: null } as const;
  const isKnown = value !== null || order !== null;
  return event(id, { losses, magnitude, impactSources: isKnown ? [{ ...said, updated: null, url: null }] : [] });
}

function ids(events: readonly { event_id: string }[]): string[] {
  return events.map(({ event_id }) => event_id);
}

describe("the strongest earthquakes of a country", () => {
  it("are those of the largest magnitude, recent or historical, equal ones newest first; an unknown magnitude is not among them", () => {
    const { strongest } = notableLists([
      event("six", { magnitude: 6 }),
      event("unknown", { magnitude: null }),
      event("old", { magnitude: 8, time: 1 }),
      event("new", { magnitude: 8, time: 2 }),
      event("recent", { magnitude: 7, historical: false }),
    ]);
    expect(ids(strongest)).toEqual(["new", "old", "recent", "six"]);
  });
});

describe("the deadliest earthquakes of a country", () => {
  it("are those that killed, the most first, a class of deaths counted as the least of it", () => {
    const { deadliest } = notableLists([
      killing("none", 0),
      killing("unknown", null),
      killing("few", null, 1),
      killing("very many", null, 4),
      killing("thousand", 1000),
      killing("1,002", 1002),
      killing("class none", null, 0),
    ]);
    expect(ids(deadliest)).toEqual(["1,002", "very many", "thousand", "few"]);
  });

  it("are by magnitude if equally many were killed", () => {
    const { deadliest } = notableLists([killing("weak", 10, null, 5), killing("strong", 10, null, 7)]);
    expect(ids(deadliest)).toEqual(["strong", "weak"]);
  });

  it("name the source of the number, and no source if there is none", () => {
    const { notable_events } = notableLists([killing("figure", 3), killing("class", null, 2), killing("silent", null)]);
    const told = new Map(notable_events.map((one) => [one.event_id, one.deaths_source]));
    expect(told).toEqual(
      new Map([
        ["figure", "noaa"],
        ["class", "noaa"],
        ["silent", null],
      ]),
    );
  });
});

describe("the most recent earthquakes of a country", () => {
  it("are the significant ones, the newest first", () => {
    const { most_recent } = notableLists([
      event("old", { time: 1 }),
      event("new", { time: 3 }),
      event("small", { time: 4, significant: false }),
    ]);
    expect(ids(most_recent)).toEqual(["new", "old"]);
  });
});

describe("the notable earthquakes of a country", () => {
  it("are historical ones, by deaths, then magnitude, then the newest", () => {
    const { notable_events } = notableLists([
      killing("class only", null, 4),
      event("recent", { historical: false }),
      killing("ten", 10),
      killing("ten and strong", 10, null, 8),
    ]);
    expect(ids(notable_events)).toEqual(["ten and strong", "ten", "class only"]);
  });

  it("are twenty at most, the other lists ten", () => {
    const lists = notableLists(Array.from({ length: 30 }, (_, i) => killing(`e${i}`, i + 1)));
    expect(Object.values(lists).map(({ length }) => length)).toEqual([20, 10, 10, 10]);
  });

  it("are none in a country without any", () => {
    expect(notableLists([])).toEqual({ notable_events: [], strongest: [], deadliest: [], most_recent: [] });
  });
});
