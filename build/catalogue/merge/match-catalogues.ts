import { distanceKm } from "../../geo/sphere.ts";
import { magnitudeDifference } from "../../seismology/magnitude-difference.ts";
import type { HistoricalRecord } from "../../store/records.ts";
import { groupBy } from "../group.ts";
import { type DateGap, dateGap } from "./date-gap.ts";
import { type Candidate, matchOneToOne } from "./match-one-to-one.ts";

/**
 * A record of one historical catalogue and one of another can be of the same earthquake within all of these bounds, which are as
 * wide as tables of old earthquakes differ: by a day, since one dates by the local clock; by rounded or guessed epicentres; by
 * magnitudes estimated from what was felt. Together they may be two of three bounds apart. The margin is how much less alike
 * every other possible partner of either must be.
 */
export const HISTORICAL_MATCH = { days: 1, km: 250, magnitudes: 1.5, sum: 2, margin: 0.3 };

/** A date known to the month or year only, with another in it, counts as half a day; then only half of the distance is allowed. */
const COARSE = { days: 0.5, km: HISTORICAL_MATCH.km / 2 };

/** What is further apart in time than two minutes counts half of a bound more: a date or a clock that agrees is preferred. */
const OTHER_TIME = { days: 2 / 1440, more: 0.5 };

/**
 * A position that is unknown or further off counts as the bound where the countries are the same and so are the dates, as far as
 * either knows them, or the clock times to the hour.
 */
const MISPLACED = { km: 1000, days: 1 / 24 };

/** Which records of a table are which of a catalogue's. */
interface Partners {
  /** By record of the catalogue. */
  tableOf: ReadonlyMap<HistoricalRecord, HistoricalRecord>;
  /** What of the table the catalogue does not have. */
  alone: readonly HistoricalRecord[];
}

/**
 * Joins the records of a table with those of a historical catalogue, one to one. How unlike two are is the sum of their differences
 * in time, distance and magnitude, each as a share of `HISTORICAL_MATCH`, an unknown magnitude half of its bound; the most alike are
 * joined first, unless another partner of either is nearly as alike.
 *
 * What of the table has no partner is an earthquake that the catalogue does not have, unless it may have it under another date: a
 * record of that year and place which is nobody's partner leaves that in doubt, and then it is neither.
 */
export function historicalPartners(
  catalogue: readonly HistoricalRecord[],
  table: readonly HistoricalRecord[],
): Partners {
  const byYear = groupBy(catalogue, ({ time }) => time.year);
  const nearby = new Map(table.map((own) => [own, ofSameTime(own, byYear)]));
  const candidates = [...nearby].flatMap(([own, near]) => near.flatMap((record) => candidateOf(record, own) ?? []));
  const tableOf = matchOneToOne(candidates, HISTORICAL_MATCH.margin);
  const partners = new Set(tableOf.values());
  const isInDoubt = (own: HistoricalRecord) =>
    nearby.get(own)?.some((record) => !tableOf.has(record) && isNear(record, own));
  return { tableOf, alone: table.filter((own) => !partners.has(own) && !isInDoubt(own)) };
}

/** The records of a year, and of the years that meet it on New Year's Day. There is no year 0. */
function ofSameTime({ time: { year } }: HistoricalRecord, byYear: ReadonlyMap<number, HistoricalRecord[]>) {
  const years = [year === 1 ? -1 : year - 1, year, year === -1 ? 1 : year + 1];
  return years.flatMap((one) => byYear.get(one) ?? []);
}

function candidateOf(
  record: HistoricalRecord,
  own: HistoricalRecord,
): Candidate<HistoricalRecord, HistoricalRecord> | null {
  const magnitudes = magnitudeDifference(record.magnitude, own.magnitude) ?? HISTORICAL_MATCH.magnitudes / 2;
  if (magnitudes > HISTORICAL_MATCH.magnitudes || !mayBeOfSameDay(record, own)) return null;
  const gap = dateGap(record.time, own.time);
  if (gap === null || gap.days > HISTORICAL_MATCH.days + OTHER_TIME.days) return null;
  const km = kmApart(record, own, gap);
  if (km === null) return null;
  const days = gap.coarse ? COARSE.days : gap.days;
  const sum = days / HISTORICAL_MATCH.days + km / HISTORICAL_MATCH.km + magnitudes / HISTORICAL_MATCH.magnitudes;
  if (sum > HISTORICAL_MATCH.sum) return null;
  return { a: record, b: own, score: sum + (gap.days > OTHER_TIME.days ? OTHER_TIME.more : 0) };
}

/** Cheaper than to reckon with days: there are thousands of pairs of a year. */
function mayBeOfSameDay({ time: a }: HistoricalRecord, { time: b }: HistoricalRecord): boolean {
  if (a.month === null || b.month === null) return a.year === b.year;
  const months = Math.abs(a.month - b.month);
  return a.year === b.year ? months <= 1 : months === 11;
}

/** What counts as the distance; null where it is too much. */
function kmApart(a: HistoricalRecord, b: HistoricalRecord, gap: DateGap): number | null {
  const km = kmBetween(a, b);
  if (km !== null && km <= (gap.coarse ? COARSE.km : HISTORICAL_MATCH.km)) return km;
  if (a.country === null || a.country !== b.country) return null;
  const isSameTime = gap.clocks ? gap.days <= MISPLACED.days : gap.days === 0;
  if (km === null) return isSameTime ? HISTORICAL_MATCH.km : null;
  return gap.clocks && isSameTime && km <= MISPLACED.km ? HISTORICAL_MATCH.km : null;
}

/** Of a year, and near enough to be the same under another date. */
function isNear(record: HistoricalRecord, own: HistoricalRecord): boolean {
  if (record.time.year !== own.time.year) return false;
  const km = kmBetween(record, own);
  return km === null ? record.country === own.country : km <= HISTORICAL_MATCH.km;
}

function kmBetween(a: HistoricalRecord, b: HistoricalRecord): number | null {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return null;
  return distanceKm(a.latitude, a.longitude, b.latitude, b.longitude);
}

/**
 * A historical catalogue with the common names of a table and its words for the places, and its ids as aliases, so that links to
 * the table's stay good; everything else stays as the catalogue has it. Which are the same: `historicalPartners`.
 *
 * @returns the records of the catalogue in their order, then those of the table that the catalogue does not have
 */
export function withCommonNames(
  records: readonly HistoricalRecord[],
  named: readonly HistoricalRecord[],
): HistoricalRecord[] {
  const { tableOf, alone } = historicalPartners(records, named);
  return [...records.map((record) => withName(record, tableOf.get(record))), ...alone];
}

function withName(record: HistoricalRecord, name: HistoricalRecord | undefined): HistoricalRecord {
  if (!name) return record;
  return {
    ...record,
    aliases: [...new Set([...record.aliases, name.id, ...name.aliases])].toSorted(),
    name: record.name ?? name.name,
    otherNames: [...record.otherNames, ...name.otherNames],
    otherPlaces: [...record.otherPlaces, name.place],
  };
}
