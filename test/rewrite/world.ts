import type { PlainCatalogue, PlainEvent } from "./plain-catalogue.ts";

const HOUR = 3_600_000;
const AS_OF = Date.parse("2018-02-07T10:20:30.456Z");

function event(id: string, ageHours: number, magnitude: number, place: string, country: string | null): PlainEvent {
  const cls = magnitude >= 7 ? 0 : magnitude >= 6 ? 1 : 2;
  return { id, aliases: [], time: AS_OF - ageHours * HOUR, magnitude, latitude: 0, longitude: 0, place, country, cls };
}

/** A small world with what the tables of tests need; its truths are those of nobody. */
export const WORLD: PlainCatalogue = {
  asOf: AS_OF,
  events: [
    event("us1", 0.5, 6.4, "18 km NNE of Hualien City, Taiwan", "TW"),
    event("us2", 5, 4.5, "Off the coast of Tōhoku, Japan", "JP"),
    { ...event("Us_3", 30, 2.5, "Crete, Greece", "GR"), aliases: ["gr-3", "emsc3"] },
    event("us4", 700, 7.1, "Hualienshan", null),
    event("n5", 24 * 365 * 100, 7.9, "Hualien", "TW"),
  ],
  countries: [
    { names: ["Japan", "Japon", "日本"], record: { name: "Japan" } },
    { names: ["Taiwan", "Taïwan"], record: { name: "Taiwan" } },
  ],
  terms: [
    {
      term: "Hypocentre",
      names: ["Hypocenter"],
      definition: "Where a rupture begins.",
      record: { term: "Hypocentre" },
    },
  ],
};

const DAY = 86_400_000;

/** One that is spoken of as withdrawn for the last time, and one that no longer is. */
export const WITHDRAWN = [
  { id: "gone1", withdrawnAt: WORLD.asOf - 90 * DAY },
  { id: "gone2", withdrawnAt: WORLD.asOf - 90 * DAY - 1 },
];
