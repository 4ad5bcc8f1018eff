import { brotliCompressSync, constants } from "node:zlib";
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import type { CellType, Column } from "./columns.ts";

/** Number of rows in a row group. Readers use the least and the greatest value of each column to skip row groups. */
const ROWS_PER_GROUP = 20_000;

/** Files are 5 % smaller than with GZIP at the same speed. DuckDB, Arrow (pandas, R, GDAL) and Polars support it. */
const CODEC = "BROTLI";
const QUALITY = 5;

function compress(bytes: Uint8Array): Uint8Array {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params });
}

/** The name does not contain a version, so that the bytes change only if the rows change. */
const CREATED_BY = "quaketree";

const ELEMENTS: Readonly<Record<CellType, Omit<SchemaElement, "name">>> = {
  string: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  number: { type: "DOUBLE" },
  integer: { type: "INT32" },
  boolean: { type: "BOOLEAN" },
  datetime: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
};

const BOX = ["xmin", "ymin", "xmax", "ymax"] as const;

/** A row of a table of points, in degrees. */
interface PointRow {
  latitude: number | null;
  longitude: number | null;
}

/**
 * A table of points as GeoParquet 1.1: the columns, then `geometry` (WKB, longitude first, without the depth, which is not a
 * height) and its covering `bbox`. The same rows give the same bytes.
 *
 * @param rows in the order of the file
 */
export function pointsParquet<Row extends PointRow>(columns: readonly Column<Row>[], rows: readonly Row[]): Uint8Array {
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    codec: CODEC,
    compressors: { [CODEC]: compress },
    kvMetadata: [{ key: "geo", value: JSON.stringify(geoMetadata(rows)) }],
    createdBy: CREATED_BY,
  });
  // Without rows, no row group is written.
  void file.write({ columnData: columnDataOf(columns, rows), rowGroupSize: ROWS_PER_GROUP });
  void file.finish();
  return new Uint8Array(writer.getBuffer());
}

function columnDataOf<Row extends PointRow>(columns: readonly Column<Row>[], rows: readonly Row[]): ColumnSource[] {
  const points = rows.map(pointOf);
  return [
    ...columns.map((column) => columnOf(column, rows)),
    // Delta encoding saves space, because all points have the same first bytes, up to the longitude.
    { name: "geometry", data: points.map((point) => point && wkbOf(point)), encoding: "DELTA_BYTE_ARRAY" as const, statistics: false },
    { name: "bbox", data: points.map((point) => point && boxOf(point)) },
  ];
}

function columnOf<Row>({ name, type, of }: Column<Row>, rows: readonly Row[]): ColumnSource {
  if (type !== "datetime") return { name, data: rows.map(of) };
  const instants = rows.map((row) => {
    const instant = of(row);
    return instant === null ? null : BigInt(instant);
  });
  return { name, data: instants, encoding: "DELTA_BINARY_PACKED" };
}

type Point = readonly [longitude: number, latitude: number];

function pointOf({ latitude, longitude }: PointRow): Point | null {
  return latitude === null || longitude === null ? null : [longitude, latitude];
}

function schemaOf<Row>(columns: readonly Column<Row>[]): SchemaElement[] {
  const leaves = columns.map(({ name, type, required }): SchemaElement => {
    return { name, ...ELEMENTS[type], repetition_type: required ? "REQUIRED" : "OPTIONAL" };
  });
  const box = BOX.map((name): SchemaElement => ({ name, type: "FLOAT", repetition_type: "REQUIRED" }));
  return [
    { name: "root", num_children: columns.length + 2 },
    ...leaves,
    { name: "geometry", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" },
    { name: "bbox", num_children: BOX.length, repetition_type: "OPTIONAL" },
    ...box,
  ];
}

/** GeoParquet 1.1.0, section "Metadata"; without a CRS, coordinates are longitude and latitude in WGS 84. */
function geoMetadata(rows: readonly PointRow[]) {
  const [west, south, east, north] = extentOf(rows);
  const covering = { bbox: Object.fromEntries(BOX.map((name) => [name, ["bbox", name]])) };
  const hasPoints = west <= east;
  const geometry = {
    encoding: "WKB",
    geometry_types: hasPoints ? ["Point"] : [],
    ...(hasPoints && { bbox: [west, south, east, north] }),
    covering,
  };
  return { version: "1.1.0", primary_column: "geometry", columns: { geometry } };
}

const HUGE = Number.POSITIVE_INFINITY;

/** West, south, east, north; west is greater than east if there are no points. */
function extentOf(rows: readonly PointRow[]): [number, number, number, number] {
  const extent: [number, number, number, number] = [HUGE, HUGE, -HUGE, -HUGE];
  for (const { latitude, longitude } of rows) {
    if (latitude === null || longitude === null) continue;
    extent[0] = Math.min(extent[0], longitude);
    extent[1] = Math.min(extent[1], latitude);
    extent[2] = Math.max(extent[2], longitude);
    extent[3] = Math.max(extent[3], latitude);
  }
  return extent;
}

/** WKB: little-endian, point, x, y. */
function wkbOf([x, y]: Point): Uint8Array {
  const view = new DataView(new ArrayBuffer(21));
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, x, true);
  view.setFloat64(13, y, true);
  return new Uint8Array(view.buffer);
}

/**
 * Cell size of a grid to which boxes are extended, degrees. An exact box would repeat the point; a box on the grid takes a
 * fifth of the bytes.
 */
const GRID = 5;

function boxOf([x, y]: Point): Record<(typeof BOX)[number], number> {
  const on = (round: (value: number) => number, value: number) => round(value / GRID) * GRID;
  return { xmin: on(Math.floor, x), ymin: on(Math.floor, y), xmax: on(Math.ceil, x), ymax: on(Math.ceil, y) };
}
