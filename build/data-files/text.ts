import { isoTime } from "../store/civil-time.ts";
import type { Cell, Column } from "./columns.ts";

/** A table as CSV (RFC 4180, but with line feeds): a header, quotes where they are needed, nothing for null. */
export function csvText<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string {
  const lines = [columns.map(({ name }) => name).join()];
  for (const row of rows) lines.push(columns.map((column) => csvCell(printed(column, row))).join());
  return `${lines.join("\n")}\n`;
}

function csvCell(value: Cell): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table with a JSON object a line, every column in each, null where there is no value. */
export function ndjsonText<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string {
  let text = "";
  for (const row of rows) {
    text += `${JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, printed(column, row)])))}\n`;
  }
  return text;
}

interface Shape {
  type: string;
  coordinates: unknown;
}

/** A table as a FeatureCollection (RFC 7946) of the rows that have a geometry. */
export function geojsonText<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  shapeOf: (row: Row) => Shape | null,
): string {
  const features = rows.flatMap((row) => {
    const geometry = shapeOf(row);
    const properties = Object.fromEntries(columns.map((column) => [column.name, printed(column, row)]));
    return geometry ? [JSON.stringify({ type: "Feature", geometry, properties })] : [];
  });
  return `{"type":"FeatureCollection","features":[\n${features.join(",\n")}\n]}\n`;
}

/** A cell as text formats have it: ISO 8601 for a date and time. */
function printed<Row>({ type, of }: Column<Row>, row: Row): Cell {
  const value = of(row);
  return type === "datetime" && value !== null ? isoTime(Number(value)) : value;
}
