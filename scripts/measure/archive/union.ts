import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { WorldEvent } from "../../../test/agencies/emulator/world.ts";

/** What a capture says of an event, in so far as it is counted or stored. */
export type Row = Pick<
  WorldEvent,
  "ids" | "time" | "updated" | "latitude" | "longitude" | "depthKm" | "mag" | "magType" | "place" | "type" | "status"
> & { id: string };

/** Folders of the corpus with whole rows: the reduced series lacks ids, and says 0 where nothing was known. */
const FOLDERS = ["feeds", "feeds-csv", "feeds-seq-20250504", "series-all_day-caribbean", "catalogue", "fdsnws"];

export interface Union {
  /** By id, as the capture with the newest `updated` has it. */
  rows: Map<string, Row>;
  files: number;
  /** In all files. */
  read: number;
}

/**
 * Every event of the USGS that any of the files lists.
 *
 * @param folder `usgs` of a folder of captures: GeoJSON, lines of GeoJSON in `body`, and CSV, each perhaps gzipped
 * @param isRead which files
 */
export function unionOf(folder: string, isRead: (file: string) => boolean = () => true): Union {
  const union: Union = { rows: new Map(), files: 0, read: 0 };
  for (const file of FOLDERS.flatMap((name) => filesOf(join(folder, name))).filter(isRead)) {
    const rows = rowsOf(file, readText(file));
    if (rows.length > 0) union.files++;
    for (const row of rows) {
      union.read++;
      const known = union.rows.get(row.id);
      if (!known || row.updated > known.updated) union.rows.set(row.id, withIds(row, known));
      else known.ids = withIds(known, row).ids;
    }
  }
  return union;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
}

function withIds(row: Row, other: Row | undefined): Row {
  return !other || other.ids.length === 1 ? row : { ...row, ids: [...new Set([...row.ids, ...other.ids])] };
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

function rowsOf(file: string, text: string): Row[] {
  if (/\.csv(?:\.gz)?$/.test(file)) return csvRows(text);
  if (/\.jsonl(?:\.gz)?$/.test(file)) {
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.flatMap((line) => featureRows((JSON.parse(line) as { body: unknown }).body));
  }
  return /\/(?!scenario)[^/]*\.geojson(?:\.gz)?$/.test(file) ? featureRows(JSON.parse(text)) : [];
}

/** None of a table without ids. */
function csvRows(text: string): Row[] {
  const rows = parse<Record<string, string>>(text, { columns: true, bom: true, skip_empty_lines: true });
  if (rows[0]?.["id"] === undefined) return [];
  return rows.map((row) => ({
    id: row["id"] as string,
    ids: [row["id"] as string],
    time: Date.parse(row["time"] as string),
    updated: Date.parse(row["updated"] as string),
    latitude: Number(row["latitude"]),
    longitude: Number(row["longitude"]),
    depthKm: numberOrNull(row["depth"]),
    mag: numberOrNull(row["mag"]),
    magType: row["magType"] || null,
    place: row["place"] || null,
    type: row["type"] as string,
    status: row["status"] === "automatic" ? "automatic" : "reviewed",
  }));
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined || text === "" ? null : Number(text);
}

interface Feature {
  id: string;
  geometry: { coordinates: [number, number, number | null] } | null;
  properties: Pick<Row, "time" | "updated" | "mag" | "magType" | "place" | "type"> & { status: string; ids: string };
}

function featureRows(collection: unknown): Row[] {
  const { features = [] } = collection as { features?: Feature[] };
  return features.flatMap(({ id, geometry, properties: { ids, status, ...of } }) => {
    if (!geometry || status.toLowerCase() === "deleted") return [];
    const [longitude, latitude, depthKm] = geometry.coordinates;
    const all = [...new Set([id, ...ids.split(",").filter((other) => other !== "")])];
    const { time, updated, mag, magType, place, type } = of;
    const isAutomatic = status.toLowerCase() === "automatic";
    const said = { time, updated, mag, magType, place, type, status: isAutomatic ? ("automatic" as const) : ("reviewed" as const) };
    return [{ id, ids: all, latitude, longitude, depthKm, ...said }];
  });
}

/** Rows that share an id are of one event; of each the newest row. Slow and plain: it is what the store is compared with. */
export function distinctEvents<R extends Pick<Row, "id" | "ids" | "updated">>(rows: Iterable<R>): R[] {
  const leaders = new Map<string, string>();
  const leaderOf = (id: string): string => {
    let leader = id;
    for (let next = leaders.get(leader); next !== undefined && next !== leader; next = leaders.get(leader)) leader = next;
    return leader;
  };
  const all = [...rows];
  for (const { ids } of all) for (const id of ids) leaders.set(leaderOf(id), leaderOf(ids[0] as string));
  const newest = new Map<string, R>();
  for (const row of all) {
    const leader = leaderOf(row.id);
    const known = newest.get(leader);
    if (!known || row.updated > known.updated || (row.updated === known.updated && row.id < known.id)) newest.set(leader, row);
  }
  return [...newest.values()];
}
