import type { EarthquakeDetail, PlateDetail } from "../../../contract/resources/resources.ts";
import { csvRow } from "../../../data-files/text.ts";
import type { Cell, NumberRows } from "../../charts/plot.ts";

type ApiRecord = Readonly<Record<string, unknown>>;

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

/** The points of the map of an earthquake: the epicentre, and the lines of equal intensity around it. */
export function eventNumbers({ intensity_contours: contours, ...event }: EarthquakeDetail): NumberRows {
  const points = contours.flatMap(({ intensity, lines }) =>
    lines.flatMap((line, at) => line.map(([longitude, latitude]) => ["intensity", intensity, at + 1, latitude, longitude, null, null])),
  );
  const { latitude, longitude, depth_km: depth, magnitude } = event;
  return [
    ["what", "intensity", "line", "latitude", "longitude", "depth_km", "magnitude"],
    ["epicentre", null, null, latitude, longitude, depth, magnitude],
    ...points,
  ] as NumberRows;
}

/** The boundaries of a plate with each of its neighbours. */
export function boundaryNumbers({ boundaries }: PlateDetail): NumberRows {
  return rowsOfRecords(
    boundaries.map(({ motion: { speed_mm_per_year: speed, accuracy }, ...boundary }) => ({
      ...boundary,
      mean_speed_mm_per_year: speed.mean,
      least_speed_mm_per_year: speed.min,
      most_speed_mm_per_year: speed.max,
      accuracy,
    })),
  );
}
