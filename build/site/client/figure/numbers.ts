import { csvRow } from "../../../data-files/text.ts";
import type { Cell, NumberRows } from "../../charts/plot.ts";

export type ApiRecord = Readonly<Record<string, unknown>>;

/** The records of earthquakes that have a position, each once. */
export function withPosition(records: readonly ApiRecord[]): ApiRecord[] {
  const placed = records.filter(({ latitude, longitude }) => latitude !== null && longitude !== null);
  return [...new Map(placed.map((record) => [record["event_id"], record])).values()];
}

/** Records as rows: those of their values that are not records themselves. */
export function rowsOfRecords(records: readonly ApiRecord[]): NumberRows {
  const isPlain = (value: unknown) => value === null || typeof value !== "object";
  const names = [...new Set(records.flatMap(Object.keys))].filter((name) => records.every((record) => isPlain(record[name])));
  return [names, ...records.map((record) => names.map((name) => (record[name] ?? null) as Cell))];
}

export function csv(rows: NumberRows): string {
  const columns = (rows[0] ?? []).map((_, at) => ({
    name: "",
    type: "string" as const,
    description: "",
    of: (row: readonly Cell[]) => row[at] ?? null,
  }));
  return rows.map((row) => csvRow(columns, row)).join("");
}
