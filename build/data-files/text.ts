import { inertField } from "../platform/text.ts";
import { isoTime } from "../store/civil-time.ts";
import type { Cell, Column } from "./columns.ts";

/** A table as CSV (RFC 4180, but with line feeds): a header, quotes only if needed, empty fields for null, and no formulas. */
export function csvText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return csvHead(columns) + rows.map((row) => csvRow(columns, row)).join("");
}

function csvHead(columns: readonly { name: string }[]): string {
  return `${columns.map(({ name }) => name).join()}\n`;
}

/** A row with its line feed. */
export function csvRow<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `${columns.map((column) => csvCell(printed(column, row))).join()}\n`;
}

function csvCell(value: Cell): string {
  const text = inertField(String(value ?? ""));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row as a JSON object with its line feed. It contains every column; missing values are null. */
export function ndjsonRow<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `${JSON.stringify(valuesOf(columns, row))}\n`;
}

function valuesOf<Row>(columns: readonly Column<Row>[], row: Row): Record<string, Cell> {
  return Object.fromEntries(columns.map((column) => [column.name, printed(column, row)]));
}

interface Shape {
  type: string;
  coordinates: unknown;
}

/** A FeatureCollection (RFC 7946) of the rows that have a geometry. */
export function geojsonText<Row>(columns: readonly Column<Row>[], rows: readonly Row[], shapeOf: (row: Row) => Shape | null): string {
  const features = rows.flatMap((row) => {
    const geometry = shapeOf(row);
    return geometry ? JSON.stringify({ type: "Feature", geometry, properties: valuesOf(columns, row) }) : [];
  });
  return `{"type":"FeatureCollection","features":[\n${features.join(",\n")}\n]}\n`;
}

/** The text of a cell: dates and times in ISO 8601. */
function printed<Row>({ type, of }: Column<Row>, row: Row): Cell {
  const value = of(row);
  return type === "datetime" && value !== null ? isoTime(Number(value)) : value;
}
