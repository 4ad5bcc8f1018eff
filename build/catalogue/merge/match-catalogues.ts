import { compareText, groupBy } from "../../platform/lists.ts";
import { DAY_MS } from "../../platform/time.ts";
import { magnitudeDifference } from "../../seismology/magnitude.ts";
import { type CivilTime, instantOf, precisionOf } from "../../store/civil-time.ts";
import type { HistoricalRecord } from "../../store/records.ts";
import { type Candidate, matchOneToOne } from "./associate.ts";
import { isOtherYear, kmBetween, repeatedRows } from "./repeated-rows.ts";

/**
 * Records of two historical catalogues may describe the same earthquake if their differences are within all of these bounds. Tables of
 * old earthquakes differ this much: by a day, because some use local time; by rounded or estimated epicentres; by magnitudes
 * estimated from intensities. The sum of the differences, as shares of the bounds, may be 2 of 3. `margin`: the sum of every rival
 * pair must be larger by this much.
 */
export const HISTORICAL_MATCH = { days: 1, km: 250, magnitudes: 1.5, sum: 2, margin: 0.3 };

/**
 * If one date is known only to the month or year, and this contains the other date, the difference counts as half a day. Then the
 * largest distance is half as large.
 */
const COARSE = { days: 0.5, km: HISTORICAL_MATCH.km / 2 };

/** A date that differs by the year alone (`isOtherYear`) counts as less than one of which only the year is known. */
const OTHER_YEAR_DAYS = 0.25;

/** A difference in time of more than two minutes adds half a bound, so that an equal date or time is preferred. */
const OTHER_TIME = { days: 2 / 1440, more: 0.5 };

/**
 * An unknown or distant position counts as the bound if the countries are equal, and the dates too as far as both are known, or the
 * times to the hour.
 */
const MISPLACED = { km: 1000, days: 1 / 24 };

/** Matched records of a catalogue and a table. */
interface Partners {
  /** Table record by catalogue record. */
  tableOf: ReadonlyMap<HistoricalRecord, HistoricalRecord>;
  /** Table records that are not in the catalogue. */
  alone: readonly HistoricalRecord[];
  /** Table records that may be in the catalogue under another date, with the nearest record that may be the same earthquake. */
  inDoubt: ReadonlyMap<HistoricalRecord, HistoricalRecord>;
}

/**
 * Matches the records of a table with those of a historical catalogue, one to one. The score is the sum of their differences in
 * time, distance and magnitude, each as a share of its bound in `HISTORICAL_MATCH`; an unknown magnitude counts as half of its
 * bound. The smallest scores are matched first, unless a rival is nearly as good.
 *
 * A table record without a match is an earthquake that the catalogue lacks. But the catalogue may have it under another date: if it
 * has an unmatched record of the same year and place, the table record is doubtful: only its names and ids count.
 */
export function historicalPartners(catalogue: readonly HistoricalRecord[], table: readonly HistoricalRecord[]): Partners {
  const byYear = groupBy(catalogue, ({ time }) => time.year);
  const nearby = new Map(table.map((own) => [own, [...new Set(datesOf(own).flatMap((time) => ofSameTime(time, byYear)))]]));
  const candidates = [...nearby].flatMap(([own, near]) => near.flatMap((record) => candidateOf(record, own) ?? []));
  const tableOf = matchOneToOne(candidates, HISTORICAL_MATCH.margin);
  const partners = new Set(tableOf.values());
  const unmatched = table.filter((own) => !partners.has(own));
  const inDoubt = new Map(
    unmatched.flatMap((own) => {
      const near = (nearby.get(own) ?? []).filter((record) => !tableOf.has(record) && isNear(record, own));
      const [nearest] = near.toSorted((a, b) => (kmBetween(a, own) ?? 0) - (kmBetween(b, own) ?? 0) || compareText(a.id, b.id));
      return nearest ? [[own, nearest] as const] : [];
    }),
  );
  return { tableOf, alone: unmatched.filter((own) => !inDoubt.has(own)), inDoubt };
}

/** The dates under which a catalogue may have a record of the table. It states old dates in the calendar of its sources. */
function datesOf({ time, oldStyle, otherTime }: HistoricalRecord): CivilTime[] {
  return [...(otherTime ? [otherTime] : []), oldStyle ?? time];
}

/** The records of a year and of the two neighbouring years, for dates around New Year. There is no year 0. */
function ofSameTime({ year }: CivilTime, byYear: ReadonlyMap<number, HistoricalRecord[]>) {
  const years = [year === 1 ? -1 : year - 1, year, year === -1 ? 1 : year + 1];
  return years.flatMap((one) => byYear.get(one) ?? []);
}

function candidateOf(record: HistoricalRecord, own: HistoricalRecord): Candidate<HistoricalRecord, HistoricalRecord> | null {
  const magnitudes = magnitudeDifference(record.magnitude, own.magnitude) ?? HISTORICAL_MATCH.magnitudes / 2;
  if (magnitudes > HISTORICAL_MATCH.magnitudes) return null;
  const [least] = datesOf(own)
    .flatMap((time) => timeAndPlaceScore(record, { ...own, time }) ?? [])
    .toSorted((a, b) => a.sum - b.sum);
  const sum = (least?.sum ?? Number.POSITIVE_INFINITY) + magnitudes / HISTORICAL_MATCH.magnitudes;
  return sum > HISTORICAL_MATCH.sum ? null : { a: record, b: own, score: sum + (least?.more ?? 0) };
}

/** The differences in time and place, as shares of their bounds, and what an unequal time adds; null if they are too large. */
function timeAndPlaceScore(record: HistoricalRecord, own: HistoricalRecord): { sum: number; more: number } | null {
  if (!mayBeOfSameDay(record, own)) return null;
  const gap = isOtherYear(record.time, own.time) ? SAME_DATE : dateGap(record.time, own.time);
  if (gap === null || gap.days > HISTORICAL_MATCH.days + OTHER_TIME.days) return null;
  const km = kmApart(record, own, gap);
  if (km === null) return null;
  const days = gap === SAME_DATE ? OTHER_YEAR_DAYS : gap.coarse ? COARSE.days : gap.days;
  const sum = days / HISTORICAL_MATCH.days + km / HISTORICAL_MATCH.km;
  return { sum, more: gap.days > OTHER_TIME.days ? OTHER_TIME.more : 0 };
}

const SAME_DATE: DateGap = { days: 0, clocks: false, coarse: true };

/** A fast test that comes first, because there are thousands of pairs in a year. */
function mayBeOfSameDay({ time: a }: HistoricalRecord, { time: b }: HistoricalRecord): boolean {
  if (a.month === null || b.month === null) return a.year === b.year;
  const months = Math.abs(a.month - b.month);
  if (isOtherYear(a, b)) return true;
  return a.year === b.year ? months <= 1 : months === 11;
}

/** The distance that counts; null if it is too large. */
function kmApart(a: HistoricalRecord, b: HistoricalRecord, gap: DateGap): number | null {
  const km = kmBetween(a, b);
  if (km !== null && km <= (gap.coarse ? COARSE.km : HISTORICAL_MATCH.km)) return km;
  if (a.country === null || a.country !== b.country) return null;
  const isSameTime = gap.clocks ? gap.days <= MISPLACED.days : gap.days === 0;
  if (km === null) return isSameTime ? HISTORICAL_MATCH.km : null;
  return gap.clocks && isSameTime && km <= MISPLACED.km ? HISTORICAL_MATCH.km : null;
}

/** Whether it is in the same year, and close enough to be the same earthquake under another date. */
function isNear(record: HistoricalRecord, own: HistoricalRecord): boolean {
  if (!datesOf(own).some(({ year }) => year === record.time.year)) return false;
  const km = kmBetween(record, own);
  return km === null ? record.country === own.country : km <= HISTORICAL_MATCH.km;
}

/**
 * Adds the common names, place names and ids (as aliases) of a table to a historical catalogue, so that links to the table's ids
 * stay valid, what the catalogue does not know, and the record of the table itself, whose losses may differ. Other values of the
 * catalogue stay unchanged, but for a date that the table corrects (a search still finds the other year), and for a magnitude of
 * unknown type: the table's, if it has one with its type, takes its place, and both are among the event's other solutions. See
 * `historicalPartners` for the matching.
 *
 * @returns the records of the catalogue in their order, then those that only the table has
 */
export function withCommonNames(records: readonly HistoricalRecord[], named: readonly HistoricalRecord[]): HistoricalRecord[] {
  const repeated = repeatedRows(records, named);
  const once = records.filter((record) => !repeated.has(record));
  const { tableOf, alone, inDoubt } = historicalPartners(once, named);
  const joined = [...once.map((record) => withName(record, tableOf.get(record))), ...alone];
  const sameAs = [...repeated, ...[...inDoubt].map(([own, { id }]) => [withoutNames(own), id] as const)];
  const more = groupBy(sameAs, ([, id]) => id);
  return joined.map((record) => {
    const same = [record.id, ...record.aliases].flatMap((id) => more.get(id) ?? []);
    return same.reduce((one, [other]) => withWords(one, other, other.time.year), record);
  });
}

/** The record with its names as words for search alone: another earthquake may be meant. */
function withoutNames(own: HistoricalRecord): HistoricalRecord {
  const place = [own.name, ...own.otherNames, own.place].filter((name) => name !== null).join(" ");
  return { ...own, name: null, otherNames: [], place };
}

/** The record with the names, words for the place and ids of another, so that a search for any of them finds it. */
function withWords(record: HistoricalRecord, other: HistoricalRecord, year?: number): HistoricalRecord {
  const names = [...(record.name !== null && other.name !== null ? [other.name] : []), ...other.otherNames];
  return {
    ...record,
    aliases: [...new Set([...record.aliases, other.id, ...other.aliases])].toSorted(),
    name: record.name ?? other.name,
    otherNames: [...record.otherNames, ...names.filter((name) => name !== record.name)],
    otherPlaces: [...record.otherPlaces, other.place, ...(year === undefined ? [] : [String(year)])],
  };
}

function withName(record: HistoricalRecord, name: HistoricalRecord | undefined): HistoricalRecord {
  if (!name) return record;
  const isOther = name.otherTime !== undefined || isOtherYear(record.time, name.oldStyle ?? name.time);
  return {
    ...withWords(record, name, isOther ? record.time.year : undefined),
    ...(isOther ? { time: name.time, ...(name.oldStyle && { oldStyle: name.oldStyle }) } : withOldStyle(record, name)),
    ...withTypedMagnitude(record, name),
    ...whatIsMissing(record, name),
    ...(name.spurious && REJECTED),
    own: name,
  };
}

/** Nothing that a catalogue says of an earthquake that never was is a fact about one. */
const REJECTED = {
  spurious: true,
  magnitude: null,
  maxIntensity: null,
  tsunami: null,
  tsunamiEventId: null,
  maxWaterHeightM: null,
} as const;

/** The magnitude of the table where that of the catalogue has no type; the other one stays known. */
function withTypedMagnitude(record: HistoricalRecord, { magnitude, magnitudeType }: HistoricalRecord) {
  if (record.magnitudeType !== null || magnitudeType === null) return {};
  return { magnitude, magnitudeType, ...(record.magnitude !== null && { untyped: record.magnitude }) };
}

/** What the table knows and the catalogue does not: a magnitude, a depth, a position, and more of a date that both have. */
function whatIsMissing(record: HistoricalRecord, own: HistoricalRecord): Partial<HistoricalRecord> {
  const { time, oldStyle, magnitude, magnitudeType, depthKm, latitude, longitude } = own;
  return {
    ...(record.magnitude === null && { magnitude, magnitudeType }),
    ...(record.depthKm === null && { depthKm }),
    ...(record.latitude === null && { latitude, longitude }),
    ...(isMoreExact(time, record.time) && { time, ...(oldStyle && { oldStyle }) }),
  };
}

/** Whether a time says what another says, and more. */
function isMoreExact(time: CivilTime, other: CivilTime): boolean {
  const parts = ["year", "month", "day", "hour", "minute", "second"] as const;
  return parts.every((part) => other[part] === null || other[part] === time[part]) && parts.some((part) => other[part] !== time[part]);
}

/** The date as the table converts it, if it is the same as the table's Julian date. */
function withOldStyle({ time }: HistoricalRecord, { time: ours, oldStyle }: HistoricalRecord) {
  const isSame = oldStyle && (["year", "month", "day"] as const).every((part) => time[part] === oldStyle[part]);
  if (!isSame) return {};
  return { time: { ...time, year: ours.year, month: ours.month, day: ours.day }, oldStyle: time };
}

/** The difference of two dates. */
interface DateGap {
  /** 0 if both may be the same instant. */
  days: number;
  /** Whether both have a time of day. */
  clocks: boolean;
  /** Whether one has only a month or a year. */
  coarse: boolean;
}

/**
 * The difference of two dates as far as both are known: times of day to the millisecond, days by the calendar. For an instant and a
 * day, it is the distance of the instant from that day. If a month or year contains the other date, it is 0.
 *
 * @returns null if one has only a month or year and the other is outside it
 */
export function dateGap(a: CivilTime, b: CivilTime): DateGap | null {
  const [fine, other] = rank(a) >= rank(b) ? [a, b] : [b, a];
  if (rank(other) < DAY) {
    const isWithin = fine.year === other.year && (other.month === null || fine.month === other.month);
    return isWithin ? { days: 0, clocks: false, coarse: true } : null;
  }
  const apart = instantOf(fine) - instantOf(other);
  const isInstant = rank(fine) > DAY;
  if (rank(other) > DAY || !isInstant) return { days: Math.abs(apart) / DAY_MS, clocks: isInstant, coarse: false };
  const outside = apart < 0 ? -apart : Math.max(0, apart - DAY_MS + 1);
  return { days: outside / DAY_MS, clocks: false, coarse: false };
}

const DAY = 2;

/** Precision of a time: 0 year, 1 month, 2 day, 3 time of day. */
function rank(time: CivilTime): number {
  const precision = precisionOf(time);
  return precision === "second" ? 3 : ["year", "month", "day", "minute"].indexOf(precision);
}
