import * as fc from "fast-check";
import type { UsgsEvent } from "../../build/store/records.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import type { Query } from "./oracle.ts";
import { AS_OF, DAY } from "./world.ts";

/** Values in thousandths, often the same or at a bound, so that comparisons meet equal numbers. */
function thousandths(least: number, most: number, ...often: number[]): fc.Arbitrary<number> {
  const any = fc.integer({ min: Math.round(least * 1000), max: Math.round(most * 1000) }).map((value) => value / 1000);
  return fc.oneof(any, fc.constantFrom(least, most, ...often));
}

const magnitudes = fc.integer({ min: -10, max: 95 }).map((value) => value / 10);
/** Whole minutes, many on the same. */
const times = fc.oneof(
  fc.integer({ min: 0, max: 200 * 1440 }).map((minutes) => AS_OF - 678 - minutes * 60_000),
  fc.constantFrom(AS_OF - 678 - 5 * DAY, AS_OF - 678 - 60 * DAY),
);

const types = fc.constantFrom("earthquake", "quarry blast", "ice quake");
const alerts = fc.constantFrom(null, "green" as const, "yellow" as const, "red" as const);
const nets = fc.constantFrom("us", "ci", "nc");

const parts = fc.record({
  net: nets,
  time: times,
  updated: times,
  latitude: thousandths(-90, 90, 0, 51.5),
  longitude: thousandths(-180, 179.999, 0, 179.5, -179.5),
  depthKm: fc.option(thousandths(-3, 700, 10, 33)),
  magnitude: fc.option(fc.oneof(magnitudes, fc.constantFrom(2.5, 4.5, 6)), { freq: 10 }),
  magnitudeType: fc.option(fc.constantFrom("ml", "mww", "Md")),
  type: types,
  status: fc.constantFrom("automatic", "reviewed"),
  alert: alerts,
  significance: fc.option(fc.integer({ min: 0, max: 900 })),
  sources: fc.option(nets),
});

/** Events of some two hundred days. */
export const anyEvents: fc.Arbitrary<UsgsEvent[]> = fc.array(parts, { maxLength: 60 }).map((list) =>
  list.map(({ net, sources, ...rest }, at) =>
    agencyEvent({
      id: `${net}${at}`,
      ids: [`${net}${at}`, `at${at}`],
      ...rest,
      ...(sources && { sent: { sources: `,${sources},` } }),
    }),
  ),
);

function isoOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, -1);
}

function pair(name: string, values: fc.Arbitrary<number>): fc.Arbitrary<Query> {
  return fc.tuple(fc.option(values), fc.option(values)).map(([a, b]) => {
    const [least, most] = a !== null && b !== null && a > b ? [b, a] : [a, b];
    return {
      ...(least !== null && { [`min${name}`]: String(least) }),
      ...(most !== null && { [`max${name}`]: String(most) }),
    };
  });
}

const window = fc.tuple(fc.option(times, { freq: 9 }), fc.option(times)).map(([a, b]): Query => {
  const [from, to] = a !== null && b !== null && a > b ? [b, a] : [a, b];
  return { ...(from !== null && { starttime: isoOf(from) }), ...(to !== null && { endtime: isoOf(to) }) };
});

const box = fc.oneof(
  pair("longitude", thousandths(-180, 180, 0, 179.5)),
  fc
    .tuple(thousandths(0, 180), thousandths(-180, 0))
    .map(([west, east]): Query => ({ minlongitude: String(west), maxlongitude: String(east) })),
  fc.tuple(thousandths(100, 180), fc.integer({ min: 0, max: 100 })).map(
    ([west, width]): Query => ({
      minlongitude: String(west),
      maxlongitude: String(Math.round((west + width) * 1000) / 1000),
    }),
  ),
  fc.tuple(thousandths(-360, -180), fc.integer({ min: 0, max: 360 })).map(
    ([west, width]): Query => ({
      minlongitude: String(west),
      maxlongitude: String(Math.round((west + width) * 1000) / 1000),
    }),
  ),
);

const circle = fc
  .tuple(
    thousandths(-90, 90, 89, -90),
    thousandths(-180, 180, 179.9),
    fc.integer({ min: 0, max: 1800 }),
    fc.option(fc.integer({ min: 0, max: 300 })),
    fc.boolean(),
  )
  .map(([latitude, longitude, tenths, inner, km]): Query => {
    const position = { latitude: String(latitude), longitude: String(longitude) };
    if (km) return { ...position, maxradiuskm: String(tenths * 11) };
    return {
      ...position,
      maxradius: String(tenths / 10),
      ...(inner !== null && inner <= tenths && { minradius: String(inner / 10) }),
    };
  });

function maybe(...choices: fc.Arbitrary<Query>[]): fc.Arbitrary<Query> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant<Query>({}) }, ...choices);
}

function choice(name: string, ...values: string[]): fc.Arbitrary<Query> {
  return maybe(fc.constantFrom(...values).map((value) => ({ [name]: value })));
}

/** Valid parameters of every kind, few at a time. */
export const anyQuery: fc.Arbitrary<Query> = fc
  .tuple(
    window,
    maybe(pair("latitude", thousandths(-90, 90, 0))),
    maybe(box),
    maybe(circle),
    maybe(pair("depth", thousandths(-3, 700, 10))),
    maybe(pair("magnitude", magnitudes)),
    maybe(pair("sig", fc.integer({ min: 0, max: 900 }))),
    maybe(times.map((time) => ({ updatedafter: isoOf(time) }))),
    choice("eventtype", "earthquake", "quarry blast,ice quake"),
    choice("magnitudetype", "ML", "md"),
    choice("alertlevel", "green", "red"),
    choice("reviewstatus", "reviewed"),
    choice("orderby", "time", "time-asc", "magnitude", "magnitude-asc"),
    maybe(fc.integer({ min: 1, max: 40 }).map((limit) => ({ limit: String(limit) }))),
    maybe(fc.integer({ min: 1, max: 20 }).map((offset) => ({ offset: String(offset) }))),
  )
  .map((list) => Object.assign({}, ...list) as Query);
