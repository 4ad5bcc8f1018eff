import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { readUsgsFeed } from "../../build/agencies/usgs/geojson.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { corpus } from "../support/corpus.ts";

/** The text of a file of the corpus, unpacked. */
export function corpusText(file: string): string {
  const bytes = readFileSync(corpus(file));
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** The files of a folder of the corpus whose names match. */
export function corpusFiles(folder: string, name: RegExp): string[] {
  return readdirSync(corpus(folder))
    .filter((file) => name.test(file))
    .toSorted()
    .map((file) => `${folder}/${file}`);
}

/** The events of a capture of the USGS, as GeoJSON or CSV; none of a table without ids. */
export function captureEvents(file: string): UsgsEvent[] {
  const text = corpusText(file);
  return file.includes(".csv") ? csvEvents(text) : readUsgsFeed(Buffer.from(text), file).events;
}

function csvEvents(text: string): UsgsEvent[] {
  const rows = parse<Record<string, string>>(text, { columns: true, bom: true, skip_empty_lines: true });
  if (rows[0]?.["id"] === undefined) return [];
  return rows.map((row) => {
    const number = (name: string) => (row[name] ? Number(row[name]) : null);
    const longitude = Number(row["longitude"]);
    return agencyEvent({
      id: row["id"] as string,
      time: Date.parse(row["time"] as string),
      updated: Date.parse(row["updated"] as string),
      latitude: Number(row["latitude"]),
      longitude: longitude === 180 ? -180 : longitude,
      depthKm: number("depth"),
      magnitude: number("mag"),
      magnitudeType: row["magType"] || null,
      place: row["place"] || null,
      type: (row["type"] as string).toLowerCase().replaceAll("_", " "),
      status: (row["status"] || "reviewed").toLowerCase(),
      significance: null,
      sent: {
        net: row["net"] as string,
        type: row["type"] as string,
        status: row["status"] as string,
        longitude,
        nst: number("nst"),
        gap: number("gap"),
        dmin: number("dmin"),
        rms: number("rms"),
      },
    });
  });
}
