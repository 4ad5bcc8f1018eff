import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { associate, type Report } from "../../../build/catalogue/merge/associate.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { corpusPresent } from "../../support/corpus.ts";
import { japan, turkey } from "../agency-overlaps.ts";

const NOW = Date.UTC(2031, 4, 4, 12);

function sighting(id: string, parts: Partial<Report> = {}): Report {
  return { id, time: NOW, latitude: 38, longitude: 27, magnitude: 4.5, ...parts };
}

/** Ids of each group, in the order of the agencies. */
function groups(...agencies: readonly (readonly Report[])[]): string[] {
  return associate(agencies)
    .map((group) => group.map(({ id }) => id).join("+"))
    .toSorted();
}

function radians(degrees: number | null): number {
  return ((degrees ?? Number.NaN) * Math.PI) / 180;
}

/** By the haversine formula, unlike the code under test. */
function kmBetween(a: Report, b: Report): number {
  const [p, q] = [radians(a.latitude), radians(b.latitude)];
  const east = radians(a.longitude) - radians(b.longitude);
  const h = Math.sin((p - q) / 2) ** 2 + Math.cos(p) * Math.cos(q) * Math.sin(east / 2) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.sqrt(h));
}

/** The rule in plain words: 16 s, 100 km, 1.5 magnitudes, and together half of these. */
function unlikeness(a: Report, b: Report): number {
  const magnitudes = a.magnitude === null || b.magnitude === null ? 0.75 : Math.abs(a.magnitude - b.magnitude);
  const shares = [Math.abs(a.time - b.time) / 16_000, kmBetween(a, b) / 100, magnitudes / 1.5 - 1e-9];
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.every((share) => share <= 1) && sum <= 1.5 ? sum : Number.POSITIVE_INFINITY;
}

describe("which reports of several agencies are of one earthquake", () => {
  it("keeps apart what is without a position", () => {
    expect(groups([sighting("a1")], [sighting("b1", { latitude: null, longitude: null })])).toEqual(["a1", "b1"]);
  });

  it("joins exactly at the bounds, despite the rounding of binary numbers", () => {
    expect(groups([sighting("a1", { magnitude: 0.2 })], [sighting("b1", { magnitude: 1.7 })])).toEqual(["a1+b1"]);
    expect(groups([sighting("a1")], [sighting("b1", { time: NOW + 16_000 })])).toEqual(["a1+b1"]);
  });

  it("joins across the antimeridian and over the pole, and if a magnitude is unknown", () => {
    const east = sighting("a1", { longitude: 179.9, latitude: -20 });
    expect(groups([east], [sighting("b1", { longitude: -179.9, latitude: -20, magnitude: null })])).toEqual(["a1+b1"]);
    const pole = sighting("a1", { longitude: 0, latitude: 89.9 });
    expect(groups([pole], [sighting("b1", { longitude: 180, latitude: 89.9 })])).toEqual(["a1+b1"]);
  });

  const cloud = fc.array(
    fc.record({
      time: fc.integer({ min: 0, max: 40_000 }),
      latitude: fc.double({ min: 0, max: 1.5, noNaN: true }),
      magnitude: fc.option(fc.integer({ min: 200, max: 480 }).map((hundredths) => hundredths / 100)),
    }),
    { maxLength: 7 },
  );
  const agencies = fc
    .tuple(cloud, cloud, cloud)
    .map((clouds) =>
      clouds.map((points, agency) =>
        points.map(({ time, ...rest }, at) => sighting(`${"abc"[agency]}${at}`, { time: NOW + time, ...rest })),
      ),
    );

  it("does as a search through all pairs does, the most alike first", () => {
    fc.assert(
      fc.property(agencies, (given) => {
        expect(groups(...given)).toEqual(byBruteForce(given));
      }),
      { numRuns: 500 },
    );
  });

  it("leaves no two groups that could be one, joins none that could not, and does not depend on the order", () => {
    fc.assert(
      fc.property(agencies, (given) => {
        const found = associate(given);
        expect(found.flat().toSorted(byId)).toEqual(given.flat().toSorted(byId));
        for (const [at, group] of found.entries()) {
          expect(isOne(group)).toBe(true);
          for (const other of found.slice(at + 1)) expect(isOne([...group, ...other])).toBe(false);
        }
        expect(groups(...given.map((list) => list.toReversed()))).toEqual(groups(...given));
      }),
    );
  });

  it("a new report changes only events that it is linked to", () => {
    fc.assert(
      fc.property(agencies, fc.integer({ min: 0, max: 2 }), (given, to) => {
        const far = sighting("far", { time: NOW + 60_001, latitude: 0.5, magnitude: 3 });
        const with1 = given.map((list, at) => (at === to ? [...list, far] : list));
        expect(groups(...with1)).toEqual([...groups(...given), "far"].toSorted());
      }),
    );
  });

  it("compares a report with those of its seconds alone, and sorts: 12,000 of each of three agencies", () => {
    const random = mulberry32(1);
    let reads = 0;
    const timed = (id: string, time: number, place: Partial<Report>) =>
      Object.defineProperty(sighting(id, place), "time", { get: () => (reads++, time), enumerable: true });
    const month = Array.from({ length: 12_000 }, (_, at) => ({
      at,
      time: NOW - Math.floor(random() * 2.6e9),
      place: { latitude: 30 + random() * 10, longitude: random() * 20, magnitude: random() * 5 },
    }));
    const of = (agency: string) => month.map(({ at, time, place }) => timed(`${agency}${at}`, time + Math.round(random() * 3000), place));
    const found = associate([of("a"), of("b"), of("c")]);
    expect(found.length).toBeLessThan(13_000);
    // Twice for each comparison of a sort, and a few times for each neighbour in time; all pairs would be 650 million.
    expect(reads).toBeLessThan(3 * 36_000 * Math.log2(36_000));
  });
});

function byId(a: Report, b: Report): number {
  return a.id < b.id ? -1 : 1;
}

/** Whether these can be reports of one earthquake. The first letter of an id names the agency. */
function isOne(group: readonly Report[]): boolean {
  return group.every((a, at) => group.slice(at + 1).every((b) => a.id[0] !== b.id[0] && unlikeness(a, b) < Number.POSITIVE_INFINITY));
}

function byBruteForce(given: readonly (readonly Report[])[]): string[] {
  let found = given.flat().map((one) => [one]);
  const all = given.flat();
  const pairs = all.flatMap((a, at) => all.slice(at + 1).map((b) => [a, b] as const));
  const possible = pairs.filter(([a, b]) => isOne([a, b])).toSorted((p, q) => unlikeness(...p) - unlikeness(...q));
  for (const [a, b] of possible) {
    const [left = [], right = []] = [a, b].map((one) => found.find((group) => group.includes(one)));
    if (left === right || !isOne([...left, ...right])) continue;
    found = [...found.filter((group) => group !== left && group !== right), [...left, ...right]];
  }
  return found
    .map((group) =>
      group
        .map(({ id }) => id)
        .toSorted()
        .join("+"),
    )
    .toSorted();
}

/** In 10 s and 60 km. */
function apart(a: Report, b: Report): number {
  return Math.hypot((a.time - b.time) / 10_000, kmBetween(a, b) / 60);
}

function nearest(one: Report, others: readonly Report[]): Report | undefined {
  return others.toSorted((a, b) => apart(one, a) - apart(one, b))[0];
}

function late(events: readonly Report[], minutes: number): Report[] {
  return events.map((event) => ({ ...event, time: event.time + minutes * 60_000 }));
}

/** Each one's nearest among the others, if it is its nearest too: what a person would say is the same earthquake. */
function mutualNearest(here: readonly Report[], there: readonly Report[]): string[] {
  return here
    .flatMap((one) => {
      const other = nearest(one, there);
      const isClose = other !== undefined && apart(one, other) <= 1.3 && nearest(other, here) === one;
      return isClose ? [`${one.id}+${other.id}`] : [];
    })
    .toSorted();
}

const pairsOf = (...agencies: readonly (readonly Report[])[]) => groups(...agencies).filter((group) => group.includes("+"));

describe.skipIf(!corpusPresent)("where real agencies overlap", () => {
  it("finds all seventeen of the USGS's events in Türkiye among the EMSC's 430, each the one nearest", () => {
    const { usgs, emsc } = turkey();
    expect(pairsOf(usgs, emsc)).toHaveLength(17);
    expect(pairsOf(usgs, emsc)).toEqual(mutualNearest(usgs, emsc));
  });

  it("finds all 69 of the USGS's events in Japan among the EMSC's, and all but one of GEOFON's 36 among these", () => {
    const { usgs, emsc, geofon } = japan();
    expect(pairsOf(usgs, emsc)).toHaveLength(69);
    expect(pairsOf(usgs, emsc)).toEqual(mutualNearest(usgs, emsc));
    expect(pairsOf(usgs, geofon)).toHaveLength(35);
    expect(pairsOf(usgs, geofon)).toEqual(mutualNearest(usgs, geofon));
    expect(pairsOf(emsc, geofon)).toHaveLength(36);
    const all = associate([usgs, emsc, geofon]);
    expect(all.filter(({ length }) => length === 3)).toHaveLength(35);
  });

  it("finds the EMSC's events among Kandilli's in the aftershocks of April 2025", () => {
    const { emsc, kandilli } = turkey();
    const [from, to] = [Math.min(...kandilli.map(({ time }) => time)), Math.max(...kandilli.map(({ time }) => time))];
    const that = emsc.filter(({ time }) => time >= from && time <= to);
    const pairs = pairsOf(that, kandilli);
    expect(pairs.filter((pair) => !mutualNearest(that, kandilli).includes(pair))).toEqual([]);
    expect(pairs).toHaveLength(28);
  });

  it("joins hardly anything by chance: of a catalogue that is half an hour late nothing is the same earthquake", () => {
    const { usgs, emsc, kandilli } = turkey();
    const chance = [-60, -30, 30, 60].map((minutes) => pairsOf(usgs, late(emsc, minutes)).length);
    expect(Math.max(...chance)).toBeLessThanOrEqual(1);
    const swarm = [-60, -30, 30, 60].map((minutes) => pairsOf(kandilli, late(emsc, minutes)).length);
    expect(Math.max(...swarm)).toBeLessThanOrEqual(2);
  });
});
