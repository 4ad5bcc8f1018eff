import { csvRow } from "../../../data-files/text.ts";

type ApiRecord = Readonly<Record<string, unknown>>;

/** The earthquakes in an API answer, each once: every record with a position, in the order of the answer. */
export function earthquakesIn(body: unknown): ApiRecord[] {
  const found = new Map<string, ApiRecord>();
  const visit = (value: unknown) => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (typeof value === "object" && value !== null) {
      const record = value as ApiRecord;
      if ("magnitude" in record && "latitude" in record) found.set(String(record["event_id"]), record);
      for (const one of Object.values(record)) visit(one);
    }
  };
  visit(body);
  return [...found.values()];
}

/** Records as CSV: those of their values that are not records themselves. */
export function csvOfRecords(records: readonly ApiRecord[]): string {
  const isPlain = (value: unknown) => value === null || typeof value !== "object";
  const names = [...new Set(records.flatMap(Object.keys))].filter((name) => records.every((record) => isPlain(record[name])));
  return csv([names, ...records.map((record) => names.map((name) => (record[name] ?? null) as Cell))]);
}

export type Cell = string | number | boolean | null;

/** @param rows the first of them are the names of the columns, which may have commas */
export function csv(rows: readonly (readonly Cell[])[]): string {
  const columns = (rows[0] ?? []).map((_, at) => ({
    name: "",
    type: "string" as const,
    description: "",
    of: (row: readonly Cell[]) => row[at] ?? null,
  }));
  return rows.map((row) => csvRow(columns, row)).join("");
}
