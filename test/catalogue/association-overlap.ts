import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { matchEvents } from "../../build/agencies/noaa/apply-capture.ts";
import type { NoaaEvent } from "../../build/agencies/noaa/event.ts";
import { historicalRecords } from "../../build/agencies/noaa/record.ts";
import { readNoaa } from "../../build/agencies/noaa/tables.ts";
import { instantOf } from "../../build/store/civil-time.ts";
import type { HistoricalRecord, ReportedEvent } from "../../build/store/records.ts";
import { liveEvent } from "./make-records.ts";

/** What NOAA and the USGS have of one span of years. */
export interface Overlap {
  name: string;
  noaa: readonly HistoricalRecord[];
  /** Oldest first. */
  usgs: readonly ReportedEvent[];
}

interface Span {
  name: string;
  /** ms since 1970 UTC, the end not included. */
  from: number;
  to: number;
  /** Files of the USGS's catalogue below the corpus; of an id that several have the last row counts. */
  files: readonly string[];
}

const YEARS = ["2012-11-29_2013", "2013-11-29_2014", "2014-11-29_2015", "2015-11-29_2016", "2016-11-29_2017"];

/**
 * From 2012 to 2017 both have nearly everything, the USGS from magnitude 4.5 on. Of the sixties the USGS has the catalogue of the
 * ISC and GEM; NOAA's clock times are often known to the minute only, its magnitudes of other kinds, its places rounded.
 */
const SPANS: readonly Span[] = [
  {
    name: "2012-2017",
    from: Date.UTC(2012, 10, 29),
    to: Date.UTC(2017, 11, 7),
    files: YEARS.map((years) => `m4.5-world_${years}-12-06.csv.gz`),
  },
  { name: "1960-1969", from: Date.UTC(1960, 0), to: Date.UTC(1970, 0), files: ["world-decade-1960.csv.gz"] },
];

/** NOAA's table with its own ids. */
export const NOAA_TABLE = "noaa/signif-2020-08.tsv";

export function readNoaaTable(corpus: string, name: string): NoaaEvent[] {
  return readNoaa(readFileSync(join(corpus, name)), name).rows;
}

/**
 * Both spans.
 *
 * @param corpus the folder that holds `noaa/` and `usgs/`
 * @param noaa rows of one of NOAA's tables
 */
export function readOverlaps(corpus: string, noaa: readonly NoaaEvent[]): Overlap[] {
  const { records } = historicalRecords(noaa, []);
  return SPANS.map(({ name, from, to, files }) => {
    const inSpan = ({ time }: HistoricalRecord) => time.day !== null && instantOf(time) >= from && instantOf(time) < to;
    const byId = new Map(files.flatMap((file) => usgsRows(join(corpus, "usgs/catalogue", file))));
    return { name, noaa: records.filter(inSpan), usgs: [...byId.values()].toSorted((a, b) => a.time - b.time) };
  });
}

function usgsRows(path: string): [string, ReportedEvent][] {
  const rows = parse<Record<string, string>>(gunzipSync(readFileSync(path)), { columns: true });
  return rows.map(({ id = "", ...row }) => [
    id,
    liveEvent({
      id,
      time: Date.parse(row["time"] ?? ""),
      latitude: number(row["latitude"]),
      longitude: number(row["longitude"]),
      depthKm: number(row["depth"]),
      magnitude: number(row["mag"]),
      magnitudeType: row["magType"] || null,
      place: row["place"] || null,
      type: row["type"] ?? "earthquake",
    }),
  ]);
}

function number(cell: string | undefined): number | null {
  return cell ? Number(cell) : null;
}

/** NOAA's table of 2026, whose form has no ids, with those that its rows have in the table of 2020. */
export function readNewerNoaa(corpus: string): NoaaEvent[] {
  const rows = readNoaaTable(corpus, "noaa/hazel-earthquakes-2026-03.tsv");
  const known = matchEvents(rows, readNoaaTable(corpus, NOAA_TABLE));
  return rows.map((row) => ({ ...row, id: known.get(row)?.id ?? row.id }));
}
