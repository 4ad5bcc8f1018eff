import * as fc from "fast-check";
import { COUNTRY_CODES } from "../../build/contract/texts/vocabulary.ts";
import { eventSlug } from "../../build/contract/wire/slug.ts";
import type { ShardInput } from "../../build/rewrite/shards/make.ts";

/** Everything that dynamic answers are made of, as plain objects. */
export interface PlainCatalogue {
  /** ms since 1970 UTC. */
  asOf: number;
  /** Newest first, equal times by id. */
  events: readonly PlainEvent[];
  countries: readonly { names: readonly string[]; record: { name: string; iso2?: string } }[];
  terms: readonly { term: string; names: readonly string[]; definition: string; record: { term: string } }[];
}

export interface PlainEvent {
  id: string;
  aliases: readonly string[];
  time: number;
  magnitude: number;
  latitude: number;
  longitude: number;
  place: string;
  country: string | null;
  cls: 0 | 1 | 2;
}

export const HOUR = 3_600_000;

/** Like the Earthquake of the API in what matters here: field order, numbers, text that needs escaping. */
export function earthquakeRecord(event: PlainEvent) {
  return {
    event_id: event.id,
    magnitude: event.magnitude,
    place_description: event.place,
    occurred_at: new Date(event.time).toISOString(),
    alert_level: null,
  };
}

export function featureRecord(event: PlainEvent) {
  return { type: "Feature", id: event.id, properties: { place: event.place, time: event.time } };
}

export function resultRecord(event: PlainEvent) {
  return {
    event_id: event.id,
    magnitude: event.magnitude,
    place_description: event.place,
    occurred_at: new Date(event.time).toISOString(),
    slug: eventSlug(event),
  };
}

export function isRecent(catalogue: PlainCatalogue, event: PlainEvent): boolean {
  return event.time > catalogue.asOf - 720 * HOUR && event.time <= catalogue.asOf;
}

/** What the writer of the shards is given for a plain catalogue. */
export function shardInputOf(catalogue: PlainCatalogue, withdrawn: readonly { id: string; withdrawnAt: number }[] = []): ShardInput {
  return {
    asOf: catalogue.asOf,
    recent: catalogue.events
      .filter((event) => isRecent(catalogue, event))
      .map((event) => ({
        ...event,
        record: () => JSON.stringify(earthquakeRecord(event)),
        feature: { record: () => JSON.stringify(featureRecord(event)) },
      })),
    search: catalogue.events.map((event) => ({
      ...event,
      text: event.place,
      deaths: 0,
      record: () => JSON.stringify(resultRecord(event)),
    })),
    countries: catalogue.countries.map(({ names, record }) => ({ iso2: record.iso2 ?? "XX", names, record: JSON.stringify(record) })),
    terms: catalogue.terms.map((entry) => ({ ...entry, record: JSON.stringify(entry.record) })),
    ids: catalogue.events.map((event) => ({
      slug: eventSlug(event),
      ids: [event.id, ...event.aliases],
      time: isRecent(catalogue, event) ? event.time : null,
    })),
    withdrawn,
  };
}

const AS_OF = Date.parse("2018-02-07T10:20:30.456Z");
const BEGINNING = Date.parse("-002149-01-01T00:00:00.000Z");

/** Ages that lie on, just inside and just outside the edges of windows and days. */
const age = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 720 * HOUR - 1 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 * HOUR }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 1, 2, 24, 48, 168, 719, 720), fc.constantFrom(-1, 0, 1))
      .map(([hours, ms]) => Math.max(0, hours * HOUR + ms)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom(-1, 0, 1))
      .map(([days, ms]) => Math.max(0, (AS_OF % (24 * HOUR)) + days * 24 * HOUR + ms)),
  },
  { weight: 2, arbitrary: fc.integer({ min: 721 * HOUR, max: AS_OF - BEGINNING }) },
);

const magnitude = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -100, max: 950 }).map((hundredths) => hundredths / 100) },
  { weight: 2, arbitrary: fc.constantFrom(2.45, 2.5, 4.5, 6, 10, -10, 0, -0.5) },
  { weight: 2, arbitrary: fc.constantFrom(2.3456, 1.6299999952316284, 2.4999, 4.500001, -0.0001, 1e-7, 327.68) },
  { weight: 1, arbitrary: fc.double({ min: -2, max: 10, noNaN: true }) },
);

const PLACE_WORDS = [
  ["Hualien", "City", "of", "on", "St.", "Helens", "Tokyo", "東京", "日本", "Ōsaka", "Hawai‘i", "Île", "straße"],
  ["10", "km", "NNE", "𝒳", "𐐀𐐨", "ﬁre", "Ｆｕｌｌ", 'a"b', "\\", "ʻōla", "\u0000", "n\n", "İzmir", "ост-ров"],
  ["Hawai'i", "ʻO’ahu", "край", "КРАИ", "Королёв", "Ўзбекистон", "ガス", "ｶﾞｽ", "カス", "भारत", "الجَزَائِر", "أثينا"],
].flat();

const place = fc
  .tuple(fc.array(fc.constantFrom(...PLACE_WORDS), { minLength: 0, maxLength: 5 }), fc.constantFrom(" ", "  ", ", ", "-", ""))
  .map(([found, separator]) => found.join(separator));

const id = fc.oneof(
  fc.stringMatching(/^[a-z]{2}[0-9a-z]{1,4}$/),
  fc.stringMatching(/^[a-zA-Z_-]{1,3}[0-9]{1,3}$/),
  fc.constantFrom("a-b", "A", "--", "é", "東京", "%41"),
);

interface Draw {
  age: number;
  magnitude: number;
  latitude: number;
  longitude: number;
  place: string;
  country: string | null;
  cls: 0 | 1 | 2;
}

const draw: fc.Arbitrary<Draw> = fc.record({
  age,
  magnitude,
  latitude: fc.oneof(fc.constantFrom(-90, 0, 24.13, 90), fc.double({ min: -90, max: 90, noNaN: true })),
  longitude: fc.oneof(fc.constantFrom(-180, 0, 179.9999), fc.double({ min: -180, max: 180, maxExcluded: true, noNaN: true })),
  place,
  country: fc.oneof(fc.constantFrom(null, "JP", "TW", "ZW", "AD"), fc.constantFrom(...COUNTRY_CODES)),
  cls: fc.constantFrom<0 | 1 | 2>(0, 1, 2, 2, 2),
});

const countryNames = ["Japan", "Japon", "日本", "Côte d’Ivoire", "Ivory Coast", "St. Helena", "Hualien", "Österreich"];

const country = fc
  .record({ name: fc.constantFrom(...countryNames, "of"), others: fc.array(fc.constantFrom(...countryNames)) })
  .map(({ name, others }) => ({ names: [name, ...others], record: { name, iso2: "XX" } }));

const term = fc
  .record({
    term: place,
    names: fc.array(place, { maxLength: 2 }),
    definition: place,
    category: fc.constantFrom("waves", "faults"),
  })
  .map((entry) => ({ ...entry, record: { term: entry.term, category: entry.category } }));

/** Random catalogues of up to a few hundred events with ties, edges, odd magnitudes and difficult texts. */
export function anyCatalogue(maximumEvents = 300): fc.Arbitrary<PlainCatalogue> {
  return fc
    .record({
      draws: fc.array(draw, { maxLength: maximumEvents, size: "max" }),
      ids: fc.uniqueArray(id, { maxLength: maximumEvents, size: "max" }),
      countries: fc.array(country, { maxLength: 60 }),
      terms: fc.array(term, { maxLength: 60 }),
    })
    .map(({ draws, ids, countries, terms }) => ({
      asOf: AS_OF,
      events: eventsOf(draws, ids),
      countries: countries.toSorted((a, b) => (a.record.name < b.record.name ? -1 : 1)),
      terms: terms.toSorted((a, b) => (a.term < b.term ? -1 : 1)),
    }));
}

/** An id for each draw; those left over are aliases of the first events. */
function eventsOf(draws: readonly Draw[], ids: readonly string[]): PlainEvent[] {
  const named = draws.map((event, at) => ({ ...event, id: ids[at] ?? `n${at}` }));
  const taken = new Set(named.map((event) => event.id));
  const spare = ids.slice(draws.length).filter((own) => !taken.has(own));
  const events = named.map(({ age: ms, ...event }, at) => ({
    ...event,
    time: AS_OF - ms,
    aliases: spare.filter((_, index) => index % named.length === at),
  }));
  return events.toSorted((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1));
}
