import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import { type Derive, NO_CELLS } from "../store/derive.ts";
import { type KnownParts, NO_PARTS, type PartMemory, partsBefore } from "../tree/parts.ts";
import type { TransitionStep } from "../tree/transition.ts";
import { DATA_FOLDER } from "../tree/unindexed.ts";
import { earthquakesByYear, type WholeInput } from "./by-year.ts";
import { BOUNDARY_COLUMNS, COUNTRY_COLUMNS, EVENT_COLUMNS, PLATE_COLUMNS, type Table, TERM_COLUMNS } from "./columns.ts";
import { gzipLines, type PartedFile, type Unpacked } from "./gzip.ts";
import { type DataFile, dataPackage } from "./package.ts";
import { partedParquet } from "./parquet.ts";
import { byDay, byWeek, type Span, spanOf } from "./spans.ts";
import { csvHead, csvRow, csvText, geojsonText, ndjsonRow } from "./text.ts";
import { PART_COLUMNS, type PartFile, partFile, putYears } from "./year-files.ts";

/**
 * The catalogue as data files, followed by the files that list and describe them. The same catalogue gives the same bytes.
 *
 * @param years files of all earthquakes, if the catalogue lists only some
 * @param memory of the parts of files that need not be made again
 */
export function dataFiles(
  catalogue: Catalogue,
  years: readonly PartFile[] = [],
  memory: PartMemory = NO_PARTS,
): { path: string; bytes: Uint8Array }[] {
  const files = [...earthquakeFiles(catalogue, memory), ...tableFiles(catalogue)];
  const [all] = files as [DataFile];
  const parts = years.length > 0 ? years : [partFile(DATA_FOLDER + all.name, null, catalogue.events.toReversed(), all.bytes)];
  const list = { ...all.table, name: "earthquakes.files", title: "Files with all earthquakes", columns: PART_COLUMNS };
  files.push(file(list, "csv", csvText(PART_COLUMNS, parts)));
  const description = dataPackage(catalogue, files, { ...all.table, title: "All earthquakes by year" }, years);
  return [...files, { name: "datapackage.json", bytes: Buffer.from(description) }].map(({ name, bytes }) => ({
    path: DATA_FOLDER + name,
    bytes,
  }));
}

/**
 * Writes the data files of the catalogue into the tree, and the files of all earthquakes by year. They are not in an index,
 * because compressed files of a megabyte change with every event.
 *
 * @param derive the cells beside the store
 */
export function dataStep(catalogue: Catalogue, whole?: WholeInput, derive: Derive = NO_CELLS): TransitionStep {
  return (transition) => {
    const years = whole ? putYears(earthquakesByYear(catalogue, whole), whole.derive, transition) : [];
    const memory = partsBefore(transition, derive.recall(NOTES));
    for (const { path, bytes } of dataFiles(catalogue, years, memory)) transition.write(path, bytes);
    derive.put(NOTES, [], memory.notes);
  };
}

/** The cell with the notes of parts. */
const NOTES = "data-files";

/** Ids of the sources that contain no earthquakes. */
const TABLES = ["countries", "plates", "plate-boundaries", "glossary"];

function* earthquakeFiles({ events, sources, asOf }: Catalogue, memory: PartMemory): Iterable<DataFile> {
  const reports = sources.map(({ id }) => id).filter((id) => !TABLES.includes(id));
  // Oldest first: readers of a time span can skip the other row groups.
  const all = events.toReversed();
  const table = { name: "earthquakes", title: "Earthquakes", columns: EVENT_COLUMNS, sources: reports };
  const parted = <About>(of: typeof table, ending: string, make: (known: KnownParts<About>) => PartedFile<About>) => {
    const path = `${DATA_FOLDER}${of.name}.${ending}`;
    const { bytes, start, parts } = make(memory.known(path) as KnownParts<About>);
    const lengths = parts.map(({ key, bytes: part, about }) => ({ key, length: part.length, about }));
    memory.note(path, bytes, start, lengths);
    return file(of, ending, bytes);
  };
  yield parted<string>(table, "parquet", (known) => partedParquet(EVENT_COLUMNS, byWeek(all, asOf), known));
  const days = byDay(all, asOf);
  const csvLine = (event: CatalogueEvent) => csvRow(EVENT_COLUMNS, event);
  yield parted<Unpacked>(table, "csv.gz", (known) => gzipLines(csvHead(EVENT_COLUMNS), days, csvLine, known));
  const ndjsonLine = (event: CatalogueEvent) => ndjsonRow(EVENT_COLUMNS, event);
  yield parted<Unpacked>(table, "ndjson.gz", (known) => gzipLines("", days, ndjsonLine, known));

  const notable = { ...table, name: "notable", title: "Significant earthquakes of all times" };
  const historical = spanOf(all.filter((event) => event.historical));
  yield parted<null>(notable, "csv", (known) => textFile(historical, known, (rows) => csvText(EVENT_COLUMNS, rows)));
  yield parted<null>(notable, "geojson", (known) => textFile(historical, known, (rows) => geojsonText(EVENT_COLUMNS, rows, pointOf)));
}

/** A file in one part. */
function textFile<Row>({ key, rows }: Span<Row>, known: KnownParts<null>, write: (rows: readonly Row[]) => string): PartedFile<null> {
  const bytes = known.get(key)?.bytes ?? Buffer.from(write(rows));
  return { bytes, start: 0, parts: [{ key, bytes, about: null }] };
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
