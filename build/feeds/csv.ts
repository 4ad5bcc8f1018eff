import { CSV_HEADER, csvRow } from "../fdsn/formats/csv.ts";
import { encodedEntry, type Feed } from "./select.ts";

/** A feed in the format of the USGS, in parts. */
export function csvFeed({ entries }: Feed): Buffer[] {
  const rows = entries.map((entry) => encodedEntry(entry, "csv", ({ feature }) => csvRow(feature)));
  return [Buffer.from(CSV_HEADER), ...rows];
}
