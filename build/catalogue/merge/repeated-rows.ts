import { distanceKm } from "../../geo/sphere.ts";
import { groupBy } from "../../platform/lists.ts";
import type { CivilTime } from "../../store/civil-time.ts";
import type { HistoricalRecord } from "../../store/records.ts";

/** Before this year catalogues differ by a year, because the eras and indictions of their sources begin in different months. */
const OTHER_YEAR_BEFORE = 1000;

/** The largest distance of two rows with one earthquake, and of a row that the table names from the table's position, km. */
const SAME_KM = { otherYear: 125, named: 250 };

/**
 * Rows of a catalogue with an earthquake that another row has too, by the id of the other row or of the table's record: those that the
 * table names, and, before `OTHER_YEAR_BEFORE`, of two of the same place, month and day in adjacent years the one that says less.
 */
export function repeatedRows(records: readonly HistoricalRecord[], named: readonly HistoricalRecord[]): Map<HistoricalRecord, string> {
  const byYear = groupBy(records, ({ time }) => time.year);
  const noted = named.flatMap((own) => {
    const { repeats } = own;
    const ofYear = repeats ? (byYear.get(repeats.time.year) ?? []) : [];
    return ofYear.filter((record) => repeats && isRow(record, repeats, own)).map((record) => [record, own.id] as const);
  });
  const repeated = new Map(noted);
  for (const record of records) {
    const next = (byYear.get(record.time.year + 1) ?? []).filter((other) => isOtherYear(record.time, other.time));
    for (const other of next) {
      if ((kmBetween(record, other) ?? Number.POSITIVE_INFINITY) > SAME_KM.otherYear) continue;
      const [less, more] = knownOf(record) > knownOf(other) ? [other, record] : [record, other];
      repeated.set(less, more.id);
    }
  }
  return repeated;
}

/** Whether it is the row of the catalogue that the table names, by its date and, if given, its position. */
function isRow(record: HistoricalRecord, { time, latitude, longitude }: NonNullable<HistoricalRecord["repeats"]>, own: HistoricalRecord) {
  if (record.time.month !== time.month || record.time.day !== time.day) return false;
  if (latitude === null) return (kmBetween(record, own) ?? Number.POSITIVE_INFINITY) <= SAME_KM.named;
  return record.latitude === latitude && record.longitude === longitude;
}

/** How many of the values are known that a list shows; a figure of deaths decides. */
function knownOf({ magnitude, depthKm, losses, maxIntensity }: HistoricalRecord): number {
  return (losses.deaths.value === null ? 0 : 3) + [magnitude, depthKm, maxIntensity].filter((value) => value !== null).length;
}

/** Whether two whole dates before `OTHER_YEAR_BEFORE` differ by one year alone. */
export function isOtherYear(a: CivilTime, b: CivilTime): boolean {
  if (a.day === null || a.day !== b.day || a.month !== b.month) return false;
  return a.year > 1 && b.year > 1 && Math.max(a.year, b.year) < OTHER_YEAR_BEFORE && Math.abs(a.year - b.year) === 1;
}

/** The distance; null if a position is unknown. */
export function kmBetween(a: HistoricalRecord, b: HistoricalRecord): number | null {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return null;
  return distanceKm(a.latitude, a.longitude, b.latitude, b.longitude);
}
