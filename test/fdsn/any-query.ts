import * as fc from "fast-check";
import type { Query } from "./oracle.ts";

/** Values that events have, from which queries are made. */
export interface Domain {
  /** ms since 1970 UTC. */
  time: fc.Arbitrary<number>;
  /** Degrees. */
  latitude: fc.Arbitrary<number>;
  longitude: fc.Arbitrary<number>;
  /** km. */
  depth: fc.Arbitrary<number>;
  magnitude: fc.Arbitrary<number>;
  /** Lists as a caller writes them. */
  eventtype: readonly string[];
  magnitudetype: readonly string[];
  catalog: readonly string[];
  contributor: readonly string[];
  country?: readonly string[];
}

/** Conditions on values that only the record of an event has. */
const ofRecord = fc.oneof(
  fc.integer({ min: 0, max: 50 }).map((felt): Query => ({ minfelt: String(felt) })),
  pair("cdi", fc.integer({ min: 0, max: 12 })),
  pair("mmi", fc.integer({ min: 0, max: 12 })),
  pair("gap", fc.integer({ min: 0, max: 360 })),
  fc.constantFrom("dyfi", "shakemap", "origin", "none").map((producttype): Query => ({ producttype })),
);

/** Valid parameters of every kind, few at a time. */
export function anyQueryOf(domain: Domain): fc.Arbitrary<Query> {
  const { time, latitude, depth, magnitude } = domain;
  const fraction = fc.constantFrom("", "Z", "000", "999Z");
  return fc
    .tuple(
      windowOf(time),
      maybe(pair("latitude", latitude)),
      maybe(boxOf(domain)),
      maybe(circleOf(domain)),
      maybe(pair("depth", depth)),
      maybe(pair("magnitude", magnitude)),
      maybe(pair("sig", fc.integer({ min: 0, max: 900 }))),
      maybe(fc.tuple(time, fraction).map(([instant, more]) => ({ updatedafter: `${isoOf(instant)}${more}` }))),
      choice("eventtype", domain.eventtype),
      choice("magnitudetype", domain.magnitudetype),
      choice("country", domain.country ?? []),
      choice("catalog", domain.catalog),
      choice("contributor", domain.contributor),
      maybe(ofRecord),
      choice("alertlevel", ["green", "red"]),
      choice("reviewstatus", ["reviewed", "automatic"]),
      choice("orderby", ["time", "time-asc", "magnitude", "magnitude-asc"]),
      fc.option(fc.integer({ min: 1, max: 40 }), { freq: 2 }).map((limit): Query => (limit === null ? {} : { limit: String(limit) })),
      maybe(fc.integer({ min: 1, max: 20 }).map((offset) => ({ offset: String(offset) }))),
    )
    .map((list) => Object.assign({}, ...list) as Query);
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, -1);
}

function windowOf(time: Domain["time"]): fc.Arbitrary<Query> {
  return fc.tuple(fc.option(time, { freq: 9 }), fc.option(time)).map(([a, b]): Query => {
    const [from, to] = a !== null && b !== null && a > b ? [b, a] : [a, b];
    return { ...(from !== null && { starttime: isoOf(from) }), ...(to !== null && { endtime: isoOf(to) }) };
  });
}

function pair(name: string, values: fc.Arbitrary<number>): fc.Arbitrary<Query> {
  return fc.tuple(fc.option(values), fc.option(values)).map(([a, b]) => {
    const [least, most] = a !== null && b !== null && a > b ? [b, a] : [a, b];
    return { ...(least !== null && { [`min${name}`]: String(least) }), ...(most !== null && { [`max${name}`]: String(most) }) };
  });
}

/** Boxes within the globe, and those across the antimeridian in the notations of the USGS and of other services. */
function boxOf({ longitude }: Domain): fc.Arbitrary<Query> {
  const edges = fc.tuple(longitude, longitude).map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a]));
  const query = (west: number, east: number): Query => ({ minlongitude: plain(west), maxlongitude: plain(east) });
  return fc.oneof(
    pair("longitude", longitude),
    edges.filter(([a, b]) => a < b).map(([a, b]) => query(b, a)),
    edges.filter(([a]) => a <= 0).map(([a, b]) => query(b, a + 360)),
    edges.filter(([, b]) => b >= 0).map(([a, b]) => query(b - 360, a)),
  );
}

/** The decimal that a person writes. Sums of decimals are not always the nearest number. */
function plain(degrees: number): string {
  return String(Number(degrees.toFixed(12)));
}

function circleOf({ latitude, longitude }: Domain): fc.Arbitrary<Query> {
  const north = fc.oneof({ weight: 5, arbitrary: latitude }, fc.constantFrom(90, -90, 89));
  const inner = fc.option(fc.integer({ min: 0, max: 300 }));
  return fc.tuple(north, longitude, fc.integer({ min: 0, max: 1800 }), inner, fc.boolean(), fc.boolean()).map((given): Query => {
    const [y, x, tenths, least, isKm, isOpen] = given;
    const [unit, scale] = isKm ? ["km", 11] : ["", 0.1];
    return {
      latitude: String(y),
      longitude: String(x),
      ...(!(isOpen && least !== null && least <= tenths) && { [`maxradius${unit}`]: plain(tenths * scale) }),
      ...(least !== null && least <= tenths && { [`minradius${unit}`]: plain(least * scale) }),
    };
  });
}

function maybe(...choices: fc.Arbitrary<Query>[]): fc.Arbitrary<Query> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant<Query>({}) }, ...choices);
}

function choice(name: string, values: readonly string[]): fc.Arbitrary<Query> {
  if (values.length === 0) return fc.constant({});
  return maybe(fc.constantFrom(...values).map((value) => ({ [name]: value })));
}
