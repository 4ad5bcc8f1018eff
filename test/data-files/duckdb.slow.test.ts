import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { sample } from "fast-check";
import { expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { EVENT_COLUMNS, type EventRow } from "../../build/data-files/columns.ts";
import { dataFiles } from "../../build/data-files/files.ts";
import { pointsParquet } from "../../build/data-files/parquet.ts";
import { csvText, ndjsonRow } from "../../build/data-files/text.ts";
import { inertField } from "../../build/platform/text.ts";
import { smallInput } from "../answers/small-catalogue.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { hostileRows } from "./hostile-rows.ts";

const catalogue = assembleCatalogue(smallInput());

async function asked(sql: string, files = dataFiles(catalogue)): Promise<unknown[][]> {
  const dir = temporaryFolder();
  for (const { path, bytes } of files) writeFileSync(join(dir, path.split("/").at(-1) ?? ""), bytes);
  const connection = await (await DuckDBInstance.create()).connect();
  const reader = await connection.runAndReadAll(sql.replaceAll("DATA", dir));
  return reader.getRowsJson();
}

it("DuckDB reads the GeoParquet file: time with its zone, positions as geometry", async () => {
  const described = await asked("SELECT column_name, column_type FROM (DESCRIBE FROM 'DATA/earthquakes.parquet')");
  const types = Object.fromEntries(described as [string, string][]);
  expect(types).toMatchObject({ id: "VARCHAR", time: "TIMESTAMP WITH TIME ZONE", magnitude: "DOUBLE", deaths: "INTEGER" });
  expect(types["geometry"]).toMatch(/^GEOMETRY/);
  const points = await asked("SELECT id, ST_AsText(geometry) FROM 'DATA/earthquakes.parquet' WHERE geometry IS NOT NULL ORDER BY time, id");
  const events = catalogue.events.filter(({ latitude }) => latitude !== null);
  expect(points).toHaveLength(events.length);
  for (const { id, longitude, latitude } of events) expect(points).toContainEqual([id, `POINT (${longitude} ${latitude})`]);
});

it("DuckDB finds the same rows in Parquet, CSV and NDJSON", async () => {
  const columns = "id, time_precision, latitude, longitude, depth_km, magnitude, place, country, tsunami_flag, deaths";
  const parquet = `SELECT ${columns} FROM 'DATA/earthquakes.parquet'`;
  const typed = columns.replace("deaths", "deaths::INTEGER AS deaths");
  for (const other of ["read_csv('DATA/earthquakes.csv.gz', nullstr='')", "read_json('DATA/earthquakes.ndjson.gz')"]) {
    expect(await asked(`${parquet} EXCEPT SELECT ${typed} FROM ${other}`)).toEqual([]);
    expect(await asked(`SELECT ${typed} FROM ${other} EXCEPT ${parquet}`)).toEqual([]);
  }
});

it("DuckDB reads hostile texts as they were, but for CSV, where an empty text is null and no text a formula", async () => {
  const ordinary = catalogue.events[0] as EventRow;
  const rows = sample(hostileRows(ordinary), { seed: 1, numRuns: 100 }).flat();
  const files = [
    { path: "hostile.parquet", bytes: pointsParquet(EVENT_COLUMNS, rows) },
    { path: "hostile.ndjson", bytes: Buffer.from(rows.map((row) => ndjsonRow(EVENT_COLUMNS, row)).join("")) },
    { path: "hostile.csv", bytes: Buffer.from(csvText(EVENT_COLUMNS, rows)) },
  ];
  // In hexadecimal, because the binding drops a byte order mark at the start of a text.
  const hex = (text: string | null) => (text === null ? null : Buffer.from(text).toString("hex").toUpperCase());
  const expected = rows.map(({ id, place, name }) => [id, place, name].map(hex));
  const inCsv = rows.map(({ id, place, name }) => [id, place, name].map((text) => hex(text && inertField(text)) || null));
  for (const [from, texts] of [
    ["'DATA/hostile.parquet'", expected],
    ["read_json('DATA/hostile.ndjson')", expected],
    ["read_csv('DATA/hostile.csv', header=true, all_varchar=true)", inCsv],
  ] as const) {
    expect(await asked(`SELECT hex(id), hex(place), hex(name) FROM ${from}`, files)).toEqual(texts);
  }
});
