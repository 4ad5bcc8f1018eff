import { describe, expect, it } from "vitest";
import { notableLists } from "../../build/answers/notable.ts";
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
