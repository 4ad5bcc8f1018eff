import { degreesBetween, reachInLongitude } from "../../geo/sphere.ts";
import type { FeedFeature } from "../../store/feed-feature.ts";
import type { OpenBlock } from "./block.ts";
import { type BlockBounds, type Bounded, countryBit, type RowWords } from "./columns.ts";

/** An inclusive range; an infinite bound means no limit. */
export interface Range {
  least: number;
  most: number;
}

/** The conditions of a query. Absent conditions are not tested; unknown values are outside every range. */
export interface Criteria {
  /** ms since 1970 UTC. */
  time: Range;
  /** The time of the last change, ms since 1970 UTC. */
  updated?: Range;
  /** Degrees. */
  latitude?: Range;
  /** Degrees, in [-180, 180]: one range, or several for a box across the antimeridian. */
  longitude?: readonly Range[];
  /** km. */
  depth?: Range;
  magnitude?: Range;
  significance?: Range;
  /** Angular distance in degrees from a position in degrees. */
  circle?: Range & { latitude: number; longitude: number };
  /** ISO 3166-1 alpha-2. */
  country?: string;
  /** Whether the other texts of a row match the conditions. */
  words?: (words: RowWords) => boolean;
  /** Whether the values that only the record of a row has match the conditions. */
  feature?: (feature: FeedFeature) => boolean;
}

const RANGES = ["time", "updated", "latitude", "depth", "magnitude"] as const satisfies Bounded[];

/** Builds the test of a block, or of a pack, by its bounds: false if it certainly has no selected row. */
export function boundsTest(criteria: Criteria, { least, most, countries }: BlockBounds): (at: number) => boolean {
  const tests: ((at: number) => boolean)[] = [];
  for (const name of RANGES) {
    const range = criteria[name];
    if (!range) continue;
    const [low, high] = [least[name], most[name]];
    // A block without known values has NaN bounds and therefore no row in a range.
    tests.push((at) => (high[at] as number) >= range.least && (low[at] as number) <= range.most);
  }
  const { longitude, circle, country } = criteria;
  const [west, east] = [least.longitude, most.longitude];
  const ofBlock = (at: number, range: Range) => overlaps(west[at] as number, east[at] as number, range);
  if (longitude) tests.push((at) => longitude.some((range) => ofBlock(at, range)));
  if (circle) {
    const { latitude, longitude: meridians } = boxOf(circle);
    const [south, north] = [least.latitude, most.latitude];
    tests.push((at) => (north[at] as number) >= latitude.least && (south[at] as number) <= latitude.most);
    if (meridians) tests.push((at) => TURNS.some((turn) => ofBlock(at, turned(meridians, turn))));
  }
  if (country !== undefined) {
    const bit = countryBit(country);
    tests.push((at) => ((countries[at] as number) & bit) !== 0);
  }
  return (at) => {
    for (const test of tests) if (!test(at)) return false;
    return true;
  };
}

function overlaps(west: number, east: number, { least, most }: Range): boolean {
  return east >= least && west <= most;
}

const TURNS = [0, 360, -360] as const;

function turned({ least, most }: Range, turn: number): Range {
  return { least: least + turn, most: most + turn };
}

/** Tolerance for rounding errors of distances, degrees; less than a millimetre. */
const NEARLY = 1e-9;

/** The latitudes and longitudes of a circle, the latter perhaps beyond 180 or -180; no longitudes if it contains a pole. */
export function boxOf({ latitude, longitude, most: radius }: NonNullable<Criteria["circle"]>): { latitude: Range; longitude?: Range } {
  const [south, north] = [latitude - radius - NEARLY, latitude + radius + NEARLY];
  const latitudes = { least: south, most: north };
  if (south <= -90 || north >= 90) return { latitude: latitudes };
  const half = reachInLongitude(radius + NEARLY, latitude) + NEARLY;
  return { latitude: latitudes, longitude: { least: longitude - half, most: longitude + half } };
}

/**
 * Builds the test whether the bounds of a block prove that every row of it is selected. Depths and magnitudes may be unknown, which
 * bounds do not tell.
 */
export function wholeTest(criteria: Criteria, { least, most }: BlockBounds): (at: number) => boolean {
  const { time, updated, latitude, longitude, ...others } = criteria;
  if (Object.values(others).some((value) => value !== undefined)) return () => false;
  const given = Object.entries({ time: [time], updated: updated && [updated], latitude: latitude && [latitude], longitude });
  const tests = given.flatMap(([name, ranges]) => (ranges ? [{ name: name as Bounded, ranges }] : []));
  return (at) =>
    tests.every(({ name, ranges }) => {
      const [low, high] = [least[name][at] as number, most[name][at] as number];
      return ranges.some((range) => low >= range.least && high <= range.most);
    });
}

/**
 * Builds the test of a row. It contains only the requested conditions, and the texts of a block are tested once. Records are
 * parsed only if the columns match.
 */
export function rowTest(criteria: Criteria, { columns, feature }: OpenBlock): (row: number) => boolean {
  const { words, country, circle, longitude, feature: featureTest } = criteria;
  const tests: ((row: number) => boolean)[] = [];
  for (const name of [...RANGES, "significance"] as const) {
    const range = criteria[name];
    if (!range) continue;
    const values = columns[name];
    tests.push((row) => (values[row] as number) >= range.least && (values[row] as number) <= range.most);
  }
  if (words || country !== undefined) {
    const right = columns.words.map((own) => (country === undefined || own.country === country) && (!words || words(own)));
    tests.push((row) => right[columns.word[row] as number] as boolean);
  }
  if (longitude)
    tests.push((row) => {
      const east = columns.longitude[row] as number;
      return longitude.some((range) => overlaps(east, east, range));
    });
  if (circle) {
    const { latitude, longitude: east, least, most } = circle;
    tests.push((row) => {
      const distance = degreesBetween(latitude, east, columns.latitude[row] as number, columns.longitude[row] as number);
      return distance >= least - NEARLY && distance <= most + NEARLY;
    });
  }
  if (featureTest) tests.push((row) => featureTest(feature(row)));
  return (row) => {
    for (const test of tests) if (!test(row)) return false;
    return true;
  };
}
