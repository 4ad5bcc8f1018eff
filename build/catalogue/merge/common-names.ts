import type { HistoricalRecord } from "../../store/records.ts";
import { historicalPartners } from "./match-catalogues.ts";

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
