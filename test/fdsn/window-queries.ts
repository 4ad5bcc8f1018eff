import * as fc from "fast-check";
import { ORDERS } from "../../build/fdsn/archive/candidates.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { isInRegion, type ListQuery } from "../rewrite/oracle.ts";
import { type AskHost, type Comparison, comparison } from "./corpus-queries.ts";
import { expectedIds, type Query, type Shown, shownEvents } from "./oracle.ts";
import { countryOf } from "./world.ts";

const DEGREES = fc.integer({ min: -180, max: 180 });

/** Below every magnitude. */
const ALL = "-10";

/** Valid parameters of `/api/v1/earthquakes/` with `start`. @param time ms since 1970 UTC */
export function anyWindowOf(time: fc.Arbitrary<number>, magnitude: fc.Arbitrary<number>): fc.Arbitrary<Query> {
  const instant = time.map((ms) => new Date(ms).toISOString());
  const rarely = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });
  return (
    fc
      .record({
        window: fc.tuple(instant, instant).filter(([a, b]) => a !== b),
        isOpen: fc.boolean(),
        bounds: rarely(fc.tuple(magnitude, magnitude)),
        country: rarely(fc.constantFrom("US", "TR", "JP")),
        box: rarely(
          fc.record({
            min_latitude: fc.integer({ min: -90, max: 20 }),
            max_latitude: fc.integer({ min: 20, max: 90 }),
            min_longitude: DEGREES,
            max_longitude: DEGREES,
          }),
        ),
        circle: rarely(
          fc.record({
            latitude: fc.integer({ min: -90, max: 90 }),
            longitude: DEGREES,
            max_radius_km: fc.integer({ min: 0, max: 20_016 }),
          }),
        ),
        order: rarely(fc.constantFrom(...ORDERS)),
        limit: rarely(fc.integer({ min: 1, max: 20 })),
        offset: rarely(fc.integer({ min: 0, max: 20 })),
      })
      .map(({ window, isOpen, bounds, country, box, circle, order, limit, offset }): Query => {
        const [start, end] = window.toSorted() as [string, string];
        const [least, most] = bounds?.toSorted((a, b) => a - b) ?? [];
        const given = { end: isOpen ? undefined : end, min_mag: least, max_mag: most, country, ...box, ...circle, order, limit, offset };
        const known = Object.entries(given).filter(([, value]) => value !== undefined);
        return { start, ...Object.fromEntries(known.map(([name, value]) => [name, String(value)])) };
      })
      // A lone bound on the other side of the default is an error.
      .filter(({ min_mag: least, max_mag: most }) => Number(least ?? 0) <= Number(most ?? 10))
  );
}

/** What a window must find, by brute force: all of its earthquakes, the newest first. @param asOf of the snapshot, ms since 1970 UTC */
export function expectedWindow(events: readonly Shown[], query: Query, asOf: number): string[] {
  const { start = "", end, min_mag: least = "0", max_mag: most = "10", country } = query;
  const isIn = ({ time, magnitude, depth, type, latitude, longitude }: Shown) =>
    magnitude !== null &&
    depth !== null &&
    (type === "earthquake" || type === "induced or triggered event") &&
    time >= Date.parse(start) &&
    (end === undefined || time < Date.parse(end)) &&
    time <= asOf &&
    magnitude >= Number(least) &&
    magnitude <= Number(most) &&
    (country === undefined || countryOf(latitude, longitude) === country) &&
    isInRegion({ latitude, longitude }, numbered(query));
  const { order = "time" } = query;
  return expectedIds(events.filter(isIn), { starttime: "0001-01-01T00:00:00", minmagnitude: ALL, orderby: order }, asOf);
}

function numbered(query: Query): ListQuery {
  const bounds = Object.entries(query).filter(([name]) => /latitude|longitude|radius/.test(name));
  return Object.fromEntries(bounds.map(([name, value]) => [name, Number(value)]));
}

/** Random windows at the times and magnitudes of events, or near them. The same seed gives the same windows. */
export function windowsOf(events: readonly UsgsEvent[], count: number, seed: number): Query[] {
  const event = fc.integer({ min: 0, max: events.length - 1 }).map((at) => events[at] as UsgsEvent);
  const days = fc.constantFrom(0, 0, 1, 30, 400);
  const time = fc.tuple(event, days).map(([one, back]) => one.time - back * 86_400_000);
  const magnitude = event.map((one) => Math.max(-10, Math.min(10, one.magnitude ?? 0)));
  return fc.sample(anyWindowOf(time, magnitude), { seed, numRuns: count });
}

/**
 * Puts windows to hosts, and compares each page and its count with brute force.
 *
 * @param hosts by name, with the list of earthquakes
 * @param asOf of the snapshot, ms since 1970 UTC
 */
export async function compareWindows(
  hosts: Readonly<Record<string, AskHost>>,
  events: readonly UsgsEvent[],
  asOf: number,
  queries: readonly Query[],
): Promise<Comparison> {
  const shown = shownEvents(events);
  return comparison(hosts, queries, (query) => {
    const isLater = Date.parse(query["start"] ?? "") > asOf;
    const right = expectedWindow(shown, query, asOf);
    const from = Number(query["offset"] ?? 0);
    const page = right.slice(from, from + Number(query["limit"] ?? 100));
    const expected = isLater ? "400" : `200 ${right.length} ${page.join()}`;
    const faultsOf = async (ask: AskHost) => {
      const { status, text } = await ask(`/api/v1/earthquakes/?${String(new URLSearchParams(query))}`);
      const found = isLater ? String(status) : `${status} ${pageIn(text)}`;
      return found === expected ? [] : [found.slice(0, 300)];
    };
    return { expected: right.length, faultsOf };
  });
}

function pageIn(text: string): string {
  const { count, earthquakes = [] } = JSON.parse(text) as { count: number; earthquakes?: { event_id: string }[] };
  return `${count} ${earthquakes.map((one) => one.event_id).join()}`;
}
