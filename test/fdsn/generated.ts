import * as fc from "fast-check";
import type { UsgsEvent } from "../../build/store/records.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { anyQueryOf } from "./any-query.ts";
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
  feltReports: fc.option(fc.integer({ min: 0, max: 60 })),
  maxIntensityReported: fc.option(fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10)),
  maxIntensityEstimated: fc.option(fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10)),
  gap: fc.option(fc.integer({ min: 0, max: 360 })),
  products: fc.constantFrom(",origin,", ",dyfi,origin,", ",origin,phase-data,shakemap,"),
});

/** Events of some two hundred days. */
export const anyEvents: fc.Arbitrary<UsgsEvent[]> = fc.array(parts, { maxLength: 60 }).map((list) =>
  list.map(({ net, sources, gap, products, ...rest }, at) =>
    agencyEvent({
      id: `${net}${at}`,
      ids: [`${net}${at}`, `at${at}`],
      ...rest,
      sent: { gap, types: products, ...(sources && { sources: `,${sources},` }) },
    }),
  ),
);

/** Valid parameters of every kind, few at a time, with values that the events have or nearly have. @param names of networks */
function anyQueryWith(names: readonly string[]) {
  return anyQueryOf({
    time: times,
    latitude: thousandths(-90, 90, 0, 51.5),
    longitude: thousandths(-180, 179.999, 0, 179.5, -179.5),
    depth: thousandths(-3, 700, 10),
    magnitude: magnitudes,
    eventtype: ["earthquake", "quarry blast, ice quake", "Quarry_Blast"],
    magnitudetype: ["ML", "md"],
    catalog: names,
    contributor: names,
    country: ["JP", "tr"],
  });
}

export const anyQuery = anyQueryWith([]);

/** For lists that have events of each network: others are refused. */
export const anyQueryOfNetworks = anyQueryWith(["us", "ci", "nc"]);
