import { describe, expect, inject, it } from "vitest";
import type {
  CountryList,
  CountryProfile,
  CountryRisk,
  EarthquakeDetail,
  GlobalStats,
  NotableEvent,
  PlateDetail,
  PlateList,
} from "../../build/contract/resources/resources.ts";
import { fold } from "../../build/contract/wire/fold.ts";
import { entriesOf, jsonOf } from "../pipeline/broken-bodies.ts";

/**
 * What the records of countries and plates and the statistics say, counted again from the details of all earthquakes: the
 * answers of one tree agree with each other.
 */
interface Bodies {
  stats: GlobalStats;
  countries: CountryList;
  "filtered countries": CountryList;
  country: CountryProfile;
  risk: CountryRisk;
  plates: PlateList;
  plate: PlateDetail;
  earthquake: EarthquakeDetail;
  snapshot: { as_of: string };
}

const FILES: Record<keyof Bodies, RegExp> = {
  stats: /^api\/v1\/stats\.json$/,
  countries: /^api\/v1\/countries\.json$/,
  "filtered countries": /^q\/countries\/.*\.json$/,
  country: /^api\/v1\/countries\/[a-z0-9-]+\.json$/,
  risk: /^api\/v1\/countries\/[A-Z]{2}\/risk\.json$/,
  plates: /^api\/v1\/plates\.json$/,
  plate: /^api\/v1\/plates\/[a-z0-9-]+\.json$/,
  earthquake: /^api\/v1\/earthquakes\/[a-z0-9-]+\.json$/,
  snapshot: /^snapshot\.json$/,
};

const out = inject("embeddedTree");
const paths = ["snapshot.json", ...(await entriesOf(out)).map(({ path }) => path)];

function bodies<Kind extends keyof Bodies>(kind: Kind): Bodies[Kind][] {
  return paths.filter((path) => FILES[kind].test(path)).map((path) => jsonOf(out, path) as Bodies[Kind]);
}

function only<Kind extends keyof Bodies>(kind: Kind): Bodies[Kind] {
  const [body] = bodies(kind);
  if (!body) throw new Error(`the tree has no ${kind}`);
  return body;
}

const asOf = Date.parse(only("snapshot").as_of);
const details = bodies("earthquake");

const DAY = 86_400_000;

function isHistorical({ sources }: EarthquakeDetail): boolean {
  return sources.some(({ agency }) => agency === "notable");
}

/** Of the last days, and not known from a historical catalogue alone. */
function isRecent(detail: EarthquakeDetail, days: number): boolean {
  const time = Date.parse(detail.occurred_at);
  return detail.sources.some(({ agency }) => agency === "usgs") && time > asOf - days * DAY && time <= asOf;
}

function isSignificant(detail: EarthquakeDetail): boolean {
  const { magnitude, impact } = detail;
  return isHistorical(detail) || (magnitude ?? -9) >= 6 || (impact.significance ?? 0) >= 600;
}

/** Whether it counts for a country: one that the literature rejects has a record, but counts nowhere. */
function within({ country, name }: EarthquakeDetail, iso2: string): boolean {
  return country?.iso2 === iso2 && name !== "Calcutta (spurious)";
}

function largestOf(events: readonly EarthquakeDetail[]): number | null {
  const known = events.flatMap(({ magnitude }) => magnitude ?? []);
  return known.length > 0 ? Math.max(...known) : null;
}

/** Oldest last; years before 0 have a sign. */
function newestFirst(a: { occurred_at: string; event_id: string }, b: { occurred_at: string; event_id: string }): number {
  return Date.parse(b.occurred_at) - Date.parse(a.occurred_at) || (a.event_id < b.event_id ? -1 : 1);
}

function byImpact(a: EarthquakeDetail, b: EarthquakeDetail): number {
  const deaths = (b.impact.deaths ?? -1) - (a.impact.deaths ?? -1);
  return deaths || (b.magnitude ?? -99) - (a.magnitude ?? -99) || newestFirst(a, b);
}

function ids(events: readonly { event_id: string }[]): string[] {
  return events.map(({ event_id }) => event_id);
}

describe("the statistics of the world", () => {
  it("count the recent earthquakes of a day and of a week, those that are significant and those of magnitude 7", () => {
    const stats = only("stats");
    const counted = [1, 7].map((days) => {
      const window = details.filter((detail) => isRecent(detail, days));
      const major = window.filter(({ magnitude }) => (magnitude ?? -9) >= 7).length;
      return { total: window.length, significant: window.filter(isSignificant).length, major, covered_from: null };
    });
    expect([stats.last_24h, stats.last_7d]).toEqual(counted);
    expect(stats.last_7d.total).toBeGreaterThan(1600);
  });

  it("say from which magnitude on the month is complete, at least 5.0, and how many earthquakes that are", () => {
    const { completeness } = only("stats");
    const { magnitude } = completeness;
    expect(magnitude).toBeGreaterThanOrEqual(5);
    const large = details.filter((one) => isRecent(one, 30) && (one.magnitude ?? -9) >= (magnitude ?? 10) - 0.05);
    expect(completeness.earthquakes).toBe(large.length);
    expect(completeness.no_law_because).toBe("too-few-earthquakes");
  });

  it("count countries and historical events", () => {
    expect(only("stats")).toMatchObject({ countries_count: 250, historical_count: details.filter(isHistorical).length });
  });
});

describe("the list of countries", () => {
  it("is by name, all 250, and each filter gives its part", () => {
    const [all, parts] = [only("countries"), bodies("filtered countries")];
    const names = all.countries.map(({ name }) => name);
    expect(names).toHaveLength(250);
    expect(names).toEqual(names.toSorted((a, b) => (fold(a) < fold(b) ? -1 : 1)));
    expect([all, ...parts].every(({ count, countries }) => count === countries.length)).toBe(true);
    expect(parts).toHaveLength(5 + 7 + 5 * 7);
    expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(3 * 250);
  });

  it("has the totals that the details add up to, and so have risk and profile", () => {
    const risks = new Map(bodies("risk").map((risk) => [risk.country.iso2, risk]));
    const profiles = new Map(bodies("country").map((profile) => [profile.country.iso2, profile]));
    for (const { slug, ...listed } of only("countries").countries) {
      const own = details.filter((detail) => within(detail, listed.iso2));
      expect(listed).toMatchObject({
        total_earthquakes: own.length,
        total_significant: own.filter(isSignificant).length,
        largest_magnitude: largestOf(own),
      });
      const recent_30d = own.filter((detail) => isRecent(detail, 30)).length;
      const recent_30d_covered_from = "2018-01-31T01:49:14.000Z";
      expect(risks.get(listed.iso2)).toEqual({ country: listed, recent_30d, recent_30d_covered_from });
      expect(profiles.get(listed.iso2)).toMatchObject({ country: { ...listed, slug }, recent_30d });
    }
  });
});

describe("the profile of each country", () => {
  it("has its newest, notable, strongest, deadliest and most recent significant earthquakes", () => {
    for (const profile of bodies("country")) {
      const own = details.filter((detail) => within(detail, profile.country.iso2));
      const recent = own.filter((detail) => isRecent(detail, 30)).toSorted(newestFirst);
      const strongest = own
        .filter(({ magnitude }) => magnitude !== null)
        .toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0) || newestFirst(a, b));
      expect(ids(profile.recent_earthquakes)).toEqual(ids(recent.slice(0, 20)));
      expect(ids(profile.notable_events)).toEqual(ids(own.filter(isHistorical).toSorted(byImpact).slice(0, 20)));
      expect(ids(profile.strongest)).toEqual(ids(strongest.slice(0, 10)));
      const deadly = own.filter(({ impact }) => (impact.deaths ?? 0) > 0).toSorted(byImpact);
      expect(ids(profile.deadliest)).toEqual(ids(deadly.slice(0, 10)));
      expect(ids(profile.most_recent)).toEqual(ids(own.filter(isSignificant).toSorted(newestFirst).slice(0, 10)));
    }
  });

  it("says of each earthquake what its own record says", () => {
    const known = new Map(details.map((detail) => [detail.event_id, detail]));
    const told = bodies("country").flatMap(({ notable_events, strongest, deadliest, most_recent }): NotableEvent[] => [
      ...notable_events,
      ...strongest,
      ...deadliest,
      ...most_recent,
    ]);
    expect(told.length).toBeGreaterThan(1000);
    for (const { deaths, deaths_class, deaths_source, ...fields } of told) {
      const detail = known.get(fields.event_id);
      expect(detail).toMatchObject(fields);
      expect(detail?.impact).toMatchObject({ deaths, deaths_class });
      expect(deaths_source).toBe(deaths === null && deaths_class === null ? null : "notable");
    }
  });
});

describe("the record of each plate", () => {
  it("counts what the details place on it, year by year, and is listed by name", () => {
    const list = only("plates");
    const names = list.plates.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(list.count).toBe(52);
    for (const plate of bodies("plate")) {
      const own = details.filter((detail) => detail.plate?.code === plate.code);
      expect(list.plates.find(({ slug }) => slug === plate.slug)?.earthquake_count).toBe(own.length);
      expect(plate.earthquake_count).toBe(own.length);
      const years = plate.annual_earthquakes.map(({ year }) => year);
      expect(years).toEqual(years.toSorted((a, b) => a - b));
      for (const { year, ...counts } of plate.annual_earthquakes) {
        const then = own.filter(({ occurred_at }) => new Date(Date.parse(occurred_at)).getUTCFullYear() === year);
        expect(counts).toEqual({
          total: then.length,
          significant: then.filter(isSignificant).length,
          largest_magnitude: largestOf(then),
        });
      }
      expect(plate.annual_earthquakes.reduce((sum, { total }) => sum + total, 0)).toBe(own.length);
    }
  });
});

describe("every slug that an answer names", () => {
  it("leads to a record: of an earthquake, of a country, of a plate", () => {
    const events = new Set(details.map(({ slug }) => slug));
    const countries = new Set(bodies("country").map(({ country }) => country.slug));
    const plates = bodies("plate");
    const plateSlugs = new Set(plates.map(({ slug }) => slug));
    const neighbours = details.flatMap(({ historical_neighbours: near }) => near?.strongest ?? []);
    const listed = bodies("country").flatMap((profile) => [...profile.strongest, ...profile.deadliest]);
    expect(neighbours.length).toBeGreaterThan(1000);
    const missing = [
      ...[...neighbours, ...listed].map(({ slug }) => slug).filter((slug) => !events.has(slug)),
      ...details.flatMap(({ country }) => country?.slug ?? []).filter((slug) => !countries.has(slug)),
      ...details.flatMap(({ plate }) => plate?.slug ?? []).filter((slug) => !plateSlugs.has(slug)),
      ...plates.flatMap((plate) => [...plate.boundaries, ...plate.neighbours]).flatMap(({ plate }) => (plateSlugs.has(plate) ? [] : plate)),
    ];
    expect(missing).toEqual([]);
  });
});
