import { gzipSync } from "node:zlib";
import { parquetWriteBuffer, type SchemaElement } from "hyparquet-writer";
import type { Cell, CellType, Column } from "./columns.ts";

/** Rows that a reader skips or takes together, by the least and the greatest value of each column. */
const ROWS_PER_GROUP = 20_000;

/** Smaller than with Snappy by a third, and every reader has it. */
const CODEC = "GZIP";
const LEVEL = 4;

/** The name stays the same for all versions: other bytes only for other rows. */
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

/**
 * A table of points as GeoParquet 1.1: the columns, then `geometry` (WKB, longitude first, without the depth, which is no height)
 * and its covering `bbox`. The same rows give the same bytes.
 *
 * @param rows in the order in which readers shall find them
 */
export function pointsParquet<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  positionOf: (row: Row) => { latitude: number | null; longitude: number | null },
): Uint8Array {
  const points = rows.map((row) => pointOf(positionOf(row)));
  const columnData = [
    ...columns.map((column) => ({ name: column.name, data: rows.map((row) => cellOf(column.type, column.of(row))) })),
    { name: "geometry", data: points.map((point) => point && wkbOf(point)) },
    { name: "bbox", data: points.map((point) => point && boxOf(point)) },
  ];
  const buffer = parquetWriteBuffer({
    columnData,
    schema: schemaOf(columns),
    codec: CODEC,
    compressors: { [CODEC]: (bytes) => gzipSync(bytes, { level: LEVEL }) },
    rowGroupSize: ROWS_PER_GROUP,
    kvMetadata: [{ key: "geo", value: JSON.stringify(geoMetadata(points)) }],
    createdBy: CREATED_BY,
  });
  return new Uint8Array(buffer);
}

type Point = readonly [longitude: number, latitude: number];

function pointOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }): Point | null {
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

/** GeoParquet 1.1.0, section "Metadata"; without a reference system it is longitude and latitude in WGS 84. */
function geoMetadata(points: readonly (Point | null)[]) {
  const known = points.filter((point) => point !== null);
  const covering = { bbox: Object.fromEntries(BOX.map((name) => [name, ["bbox", name]])) };
  const [longitudes, latitudes] = [known.map(([x]) => x), known.map(([, y]) => y)];
  const extent = [
    least(longitudes),
    least(latitudes),
    -least(longitudes.map((x) => -x)),
    -least(latitudes.map((y) => -y)),
  ];
  const geometry = {
    encoding: "WKB",
    geometry_types: known.length > 0 ? ["Point"] : [],
    ...(known.length > 0 && { bbox: extent }),
    covering,
  };
  return { version: "1.1.0", primary_column: "geometry", columns: { geometry } };
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
}

function cellOf(type: CellType, value: Cell): Cell | bigint {
  return type === "datetime" && value !== null ? BigInt(value) : value;
}

/** Little-endian, point, x, y. */
function wkbOf([x, y]: Point): Uint8Array {
  const view = new DataView(new ArrayBuffer(21));
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, x, true);
  view.setFloat64(13, y, true);
  return new Uint8Array(view.buffer);
}

/** In single precision, rounded outwards, so that it holds the point. */
function boxOf([x, y]: Point): Record<(typeof BOX)[number], number> {
  return { xmin: below(x), ymin: below(y), xmax: -below(-x), ymax: -below(-y) };
}

const single = new DataView(new ArrayBuffer(4));

/** The bits of the negative number next to zero. */
const MIN_NEGATIVE = -0x7fffffff;

/** The largest binary32 number that is not larger. */
function below(value: number): number {
  const nearest = Math.fround(value);
  if (nearest <= value) return nearest;
  single.setFloat32(0, nearest);
  single.setInt32(0, nearest === 0 ? MIN_NEGATIVE : single.getInt32(0) + (nearest > 0 ? -1 : 1));
  return single.getFloat32(0);
}
