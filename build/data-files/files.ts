import { gzipSync } from "node:zlib";
import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import type { TransitionStep } from "../tree/transition.ts";
import { DATA_FOLDER, DATA_PACKAGE, isDue, UNINDEXED, unindexedFiles } from "../tree/unindexed.ts";
import { earthquakesByYear, PART_COLUMNS, type PartFile, partFile, putYears, type WholeInput } from "./by-year.ts";
import { BOUNDARY_COLUMNS, COUNTRY_COLUMNS, EVENT_COLUMNS, PLATE_COLUMNS, type Table, TERM_COLUMNS } from "./columns.ts";
import { type DataFile, descriptions } from "./package.ts";
import { pointsParquet } from "./parquet.ts";
import { csvText, geojsonText, ndjsonRow } from "./text.ts";

/**
 * The catalogue as data files, followed by the files that list and describe them. The same catalogue gives the same bytes.
 *
 * @param years files of all earthquakes, if the catalogue lists only some
 */
export function dataFiles(catalogue: Catalogue, years: readonly PartFile[] = []): { path: string; bytes: Uint8Array }[] {
  const files = [...earthquakeFiles(catalogue), ...tableFiles(catalogue)];
  const [all] = files as [DataFile];
  const parts = years.length > 0 ? years : [partFile(DATA_FOLDER + all.name, null, catalogue.events.toReversed(), all.bytes)];
  const list = { ...all.table, name: "earthquakes.files", title: "Files with all earthquakes", columns: PART_COLUMNS };
  files.push(file(list, "csv", csvText(PART_COLUMNS, parts)));
  const described = descriptions(catalogue, files, { ...all.table, title: "All earthquakes by year" }, years);
  return [...files, ...described].map(({ name, bytes }) => ({ path: DATA_FOLDER + name, bytes }));
}

/**
 * Writes the data files of the catalogue into the tree when they are due, and the files of all earthquakes by year. They are not in
 * an index, because compressed files of a megabyte change with every event.
 */
export function dataStep(catalogue: Catalogue, whole?: WholeInput): TransitionStep {
  return (transition) => {
    const { fs, before, after, keep, write } = transition;
    const there = before ? unindexedFiles(fs, before.dir, UNINDEXED.data) : [];
    const isMade = !there.includes(DATA_PACKAGE) || isDue(DATA_PACKAGE, before?.snapshot, after.snapshot);
    if (!isMade) return there.forEach(keep);
    const years = whole ? putYears(earthquakesByYear(catalogue, whole), whole.derive, transition) : [];
    for (const { path, bytes } of dataFiles(catalogue, years)) write(path, bytes);
  };
}

/** Ids of the sources that contain no earthquakes. */
const TABLES = ["countries", "plates", "plate-boundaries", "glossary"];

function* earthquakeFiles({ events, sources }: Catalogue): Iterable<DataFile> {
  const reports = sources.map(({ id }) => id).filter((id) => !TABLES.includes(id));
  // Oldest first: readers of a time span can skip the other row groups.
  const all = events.toReversed();
  const table = { name: "earthquakes", title: "Earthquakes", columns: EVENT_COLUMNS, sources: reports };
  yield file(table, "parquet", pointsParquet(EVENT_COLUMNS, all));
  yield file(table, "csv.gz", gzipText(csvText(EVENT_COLUMNS, all)));
  yield file(table, "ndjson.gz", gzipText(all.map((event) => ndjsonRow(EVENT_COLUMNS, event)).join("")));

  const notable = { ...table, name: "notable", title: "Significant earthquakes of all times" };
  const historical = all.filter((event) => event.historical);
  yield file(notable, "csv", csvText(EVENT_COLUMNS, historical));
  yield file(notable, "geojson", geojsonText(EVENT_COLUMNS, historical, pointOf));
}

function* tableFiles({ countries, plates, boundaries, glossary, sources }: Catalogue): Iterable<DataFile> {
  const of = (ids: readonly string[]) => sources.map(({ id }) => id).filter((id) => ids.includes(id));
  const land = { name: "countries", title: "Countries", columns: COUNTRY_COLUMNS, sources: of(["countries"]) };
  yield file(land, "csv", csvText(COUNTRY_COLUMNS, countries));
  yield file(
    land,
    "geojson",
    geojsonText(COUNTRY_COLUMNS, countries, ({ position }) => pointOf(position)),
  );
  const plate = { name: "plates", title: "Tectonic plates", columns: PLATE_COLUMNS, sources: of(["plates"]) };
  yield file(plate, "csv", csvText(PLATE_COLUMNS, plates));

  const lines = {
    name: "boundaries",
    title: "Plate boundaries",
    columns: BOUNDARY_COLUMNS,
    sources: of(["plates", "plate-boundaries"]),
  };
  yield file(lines, "csv", csvText(BOUNDARY_COLUMNS, boundaries));
  const named = BOUNDARY_COLUMNS.filter(({ name }) => name !== "wkt");
  yield file(
    { ...lines, columns: named },
    "geojson",
    geojsonText(named, boundaries, ({ line }) => ({ type: "LineString", coordinates: line })),
  );
  const terms = { name: "glossary", title: "Terms", columns: TERM_COLUMNS, sources: of(["glossary"]) };
  yield file(terms, "csv", csvText(TERM_COLUMNS, glossary));
}

function file<Row>(table: Table<Row>, ending: string, content: string | Uint8Array): DataFile {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return { name: `${table.name}.${ending}`, table, bytes };
}

function pointOf({ latitude, longitude }: Pick<CatalogueEvent, "latitude" | "longitude">) {
  return latitude === null || longitude === null ? null : { type: "Point", coordinates: [longitude, latitude] };
}

/** A higher level takes longer than the rest of a minute's build and saves only 3 %. */
const EFFORT = 4;

/** Of the header (RFC 1952, section 2.3): the byte of the system that has compressed, and the value for an unknown one. */
const SYSTEM = { at: 9, unknown: 255 };

/** A gzip file. The same text gives the same bytes: the file contains neither a time stamp nor the name of a system. */
function gzipText(text: string): Uint8Array {
  const bytes = gzipSync(text, { level: EFFORT });
  bytes[SYSTEM.at] = SYSTEM.unknown;
  return bytes;
}
