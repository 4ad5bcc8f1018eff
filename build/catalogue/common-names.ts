import { distance } from "@turf/distance";
import type { HistoricalRecord } from "../agencies/records.ts";

/** How far two catalogues may put one earthquake of the same date from each other. */
const SAME = { km: 250, magnitudes: 0.5 };

/**
 * Gives the records of one historical catalogue the common names of another and its words for the place, and its ids as
 * aliases, so that links to the other stay good. Only where there is no doubt: the same date, as far as either knows it, at
 * most 250 km and half a magnitude apart, and no second record that could be meant, unless one of them alone is of the same
 * hour and minute.
 */
export function withCommonNames(
  records: readonly HistoricalRecord[],
  named: readonly HistoricalRecord[],
): HistoricalRecord[] {
  const [byDate, namesByDate] = [group(records), group(named)];
  return records.map((record) => {
    const name = onlyOne(record, namesByDate);
    if (!name || onlyOne(name, byDate) !== record) return record;
    const aliases = [...new Set([...record.aliases, name.id, ...name.aliases])].toSorted();
    const otherNames = [...record.otherNames, ...name.otherNames];
    return { ...record, aliases, name: record.name ?? name.name, otherNames, otherPlaces: [name.place] };
  });
}

function group(records: readonly HistoricalRecord[]): Map<string, HistoricalRecord[]> {
  const groups = new Map<string, HistoricalRecord[]>();
  for (const record of records) groups.set(dateOf(record), [...(groups.get(dateOf(record)) ?? []), record]);
  return groups;
}

function dateOf({ time: { year, month, day } }: HistoricalRecord): string {
  return `${year}-${month}-${day}`;
}

/** The one record that may be the same earthquake. */
function onlyOne(
  record: HistoricalRecord,
  groups: ReadonlyMap<string, HistoricalRecord[]>,
): HistoricalRecord | undefined {
  const alike = (groups.get(dateOf(record)) ?? []).filter((other) => mayBeSame(record, other));
  if (alike.length <= 1) return alike[0];
  const { hour, minute } = record.time;
  const timed = alike.filter(({ time }) => hour !== null && time.hour === hour && time.minute === minute);
  return timed.length === 1 ? timed[0] : undefined;
}

function mayBeSame(a: HistoricalRecord, b: HistoricalRecord): boolean {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return false;
  const known = a.magnitude !== null && b.magnitude !== null;
  if (known && Math.abs((a.magnitude ?? 0) - (b.magnitude ?? 0)) > SAME.magnitudes + 1e-9) return false;
  return distance([a.longitude, a.latitude], [b.longitude, b.latitude], { units: "kilometers" }) <= SAME.km;
}
