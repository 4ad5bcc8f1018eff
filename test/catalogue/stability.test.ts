import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { CatalogueEvent } from "../../build/catalogue/catalogue.ts";
import { withCommonNames } from "../../build/catalogue/merge/match-catalogues.ts";
import { distanceKm } from "../../build/geo/sphere.ts";
import { instantOf, precisionOf } from "../../build/store/civil-time.ts";
import type { HistoricalRecord, ReportedEvent, Withdrawal } from "../../build/store/records.ts";
import { AS_OF, smallInput } from "../answers/small-catalogue.ts";
import { historicalRecord, liveEvent } from "./make-records.ts";

const DAY = 86_400_000;

/** A statement of one agency about an earthquake. Places and times are few, so that many could be of the same one. */
type Report =
  | { kind: "usgs" | "emsc"; event: ReportedEvent }
  | { kind: "noaa"; record: HistoricalRecord }
  | { kind: "withdrawn"; withdrawal: Withdrawal };

const where = fc.record({
  /** Far from each other: three regions, two days. */
  region: fc.integer({ min: 0, max: 2 }),
  day: fc.integer({ min: 2, max: 3 }),
  seconds: fc.integer({ min: 0, max: 260 }),
  tenths: fc.integer({ min: 0, max: 20 }),
  magnitude: fc.integer({ min: 45, max: 60 }),
  kind: fc.constantFrom("usgs", "usgs", "emsc", "emsc", "noaa", "noaa", "withdrawn"),
  precision: fc.constantFrom("day", "minute", "second"),
  updated: fc.integer({ min: 0, max: 9 }),
});

type Given = typeof where extends fc.Arbitrary<infer T> ? T : never;

function reportOf(given: Given, at: number): Report {
  const time = Math.floor(AS_OF / DAY) * DAY - given.day * DAY + 40_000_000 + given.seconds * 1000;
  const latitude = 10 * given.region + given.tenths / 10;
  const numbers = { latitude, magnitude: given.magnitude / 10 };
  const { kind } = given;
  if (kind === "noaa") {
    const id = `noaa${at}`;
    return { kind, record: historicalRecord({ id, agency: "noaa", ...numbers, time: civil(time, given.precision) }) };
  }
  if (kind === "withdrawn") {
    const was = { time, longitude: 121.65, ...numbers };
    return { kind, withdrawal: { ids: [`us${at}`], withdrawnAt: AS_OF, was } };
  }
  const id = `${kind === "usgs" ? "us" : "e"}${at}`;
  const updated = AS_OF - given.updated * 1000;
  return { kind, event: liveEvent({ id, ids: [id, `${id}x`], agency: kind, time, updated, ...numbers }) };
}

function civil(time: number, precision: string): HistoricalRecord["time"] {
  const date = new Date(time);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  if (precision === "day") return { year, month, day, hour: null, minute: null, second: null };
  const second = precision === "second" ? date.getUTCSeconds() : null;
  return { year, month, day, hour: date.getUTCHours(), minute: date.getUTCMinutes(), second };
}

function eventsOf(reports: readonly Report[]): readonly CatalogueEvent[] {
  const live = (agency: string) => reports.flatMap((one) => ("event" in one && one.kind === agency ? [one.event] : []));
  const withdrawn = reports.flatMap((one) => ("withdrawal" in one ? [one.withdrawal] : []));
  return assembleCatalogue(
    smallInput({
      live: [
        { agency: "usgs", events: live("usgs"), withdrawn },
        { agency: "emsc", events: live("emsc"), withdrawn: [] },
      ],
      historical: reports.flatMap((one) => ("record" in one ? [one.record] : [])),
    }),
  ).events;
}

function namesOf(events: readonly CatalogueEvent[]): string[] {
  return events.flatMap(({ id, aliases }) => [id, ...aliases]);
}

function idsOf(report: Report): readonly string[] {
  if ("event" in report) return report.event.ids;
  return "record" in report ? [report.record.id] : report.withdrawal.ids;
}

/** When it was, from and to. */
function spanOf(report: Report): [from: number, to: number] {
  if ("event" in report) return [report.event.time, report.event.time];
  if ("withdrawal" in report) return [report.withdrawal.was?.time ?? 0, report.withdrawal.was?.time ?? 0];
  const instant = instantOf(report.record.time);
  return [instant, precisionOf(report.record.time) === "day" ? instant + DAY : instant];
}

function latitudeOf(report: Report): number {
  const given = "event" in report ? report.event : "record" in report ? report.record : report.withdrawal.was;
  return given?.latitude ?? Number.NaN;
}

/** Whether any rule could see one earthquake in the two: by the widest bounds of all. */
function mayBeOne(a: Report, b: Report): boolean {
  const [[fromA, toA], [fromB, toB]] = [spanOf(a), spanOf(b)];
  const apart = Math.max(fromA, fromB) - Math.min(toA, toB);
  return apart <= 120_000 && distanceKm(latitudeOf(a), 121.65, latitudeOf(b), 121.65) <= 210;
}

/** The ids of all that is linked with one report by pairs that could be one earthquake, from pair to pair. */
function kin(report: Report, reports: readonly Report[]): Set<string> {
  const found = new Set<Report>([report]);
  for (const one of found) for (const other of reports) if (mayBeOne(one, other)) found.add(other);
  return new Set([...found].flatMap(idsOf));
}

const some = fc.array(where, { minLength: 1, maxLength: 14 });

describe("to merge is stable", () => {
  it("renames no event when something is added that could not be one with it, nor changes anything else of it", () => {
    let untouched = 0;
    fc.assert(
      fc.property(some, where, (given, added) => {
        const reports = given.map(reportOf);
        const report = reportOf(added, 99);
        const related = kin(report, reports);
        const after = new Map(eventsOf([...reports, report]).map((event) => [event.id, event]));
        for (const event of eventsOf(reports)) {
          if ([event.id, ...event.aliases].some((id) => related.has(id))) continue;
          expect(after.get(event.id)).toEqual(event);
          untouched++;
        }
      }),
      { numRuns: 300 },
    );
    expect(untouched).toBeGreaterThan(300);
  });

  it("keeps every former id of an event, whatever is added", () => {
    fc.assert(
      fc.property(some, where, (given, added) => {
        const reports = given.map(reportOf).filter(({ kind }) => kind !== "withdrawn");
        const before = namesOf(eventsOf(reports));
        const after = namesOf(eventsOf([...reports, reportOf(added, 99)]));
        expect(after).toEqual(expect.arrayContaining(before));
      }),
      { numRuns: 200 },
    );
  });

  it("gives every id to one event, and every event one record of an agency at most", () => {
    fc.assert(
      fc.property(some, (given) => {
        const reports = given.map(reportOf);
        const events = eventsOf(reports);
        const ids = namesOf(events);
        expect(new Set(ids).size).toBe(ids.length);
        const standing = reports.filter(({ kind }) => kind !== "withdrawn").flatMap(idsOf);
        expect(ids).toEqual(expect.arrayContaining(standing));
        for (const { sources } of events) expect(new Set(sources.map(({ agency }) => agency)).size).toBe(sources.length);
      }),
      { numRuns: 200 },
    );
  });

  it("makes the same catalogue of the same reports in any order", () => {
    fc.assert(
      fc.property(
        some.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray([...given.keys()], { minLength: given.length }))),
        ([given, order]) => {
          const reports = given.map(reportOf);
          const shuffled = order.flatMap((at) => reports[at] ?? []);
          expect(eventsOf(shuffled)).toEqual(eventsOf(reports));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("gives the same record the same common name, whatever is added elsewhere", () => {
    const named = historicalRecord({ id: "qt1", name: "Hualien" });
    const record = historicalRecord({ id: "noaa1", agency: "noaa" });
    fc.assert(
      fc.property(fc.array(where), (given) => {
        const others = given.flatMap((one, at) => {
          const report = reportOf({ ...one, kind: "noaa", region: one.region + 3 }, at);
          return "record" in report ? [report.record] : [];
        });
        const [first] = withCommonNames([record, ...others], [named]);
        expect(first).toMatchObject({ id: "noaa1", name: "Hualien", aliases: ["qt1"] });
      }),
    );
  });
});
