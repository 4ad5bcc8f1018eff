import context from "../../data/croissant-context.json" with { type: "json" };
import type { Catalogue } from "../catalogue/catalogue.ts";
import { isoTime } from "../store/civil-time.ts";
import type { CellType, Column, Table } from "./columns.ts";

/** The version of the format that the document declares. */
const VERSION = "http://mlcommons.org/croissant/1.1";

const DATA_TYPES: Readonly<Record<CellType, string>> = {
  string: "sc:Text",
  number: "sc:Float",
  integer: "sc:Integer",
  boolean: "sc:Boolean",
  datetime: "sc:DateTime",
};

/** The column of another table that a column of the same name refers to. */
const REFERENCES: Readonly<Record<string, string>> = { country: "countries/iso2", plate: "plates/code" };

const ENCODINGS: Readonly<Record<string, string>> = {
  parquet: "application/x-parquet",
  csv: "text/csv",
  geojson: "application/geo+json",
  gz: "application/gzip",
};

interface DescribedFile {
  name: string;
  table: Table<never>;
}

/**
 * The description of the data set in the Croissant format, version 1.1. The data set is live, so that the format asks for no hashes of
 * its files: `datapackage.json` has those. Addresses are relative to the file.
 *
 * @param licences terms of the sources
 */
export function croissant(catalogue: Catalogue, files: readonly DescribedFile[], licences: readonly { title: string }[]): string {
  const day = isoTime(catalogue.asOf).slice(0, 10);
  const document = {
    "@context": context,
    "@type": "sc:Dataset",
    conformsTo: VERSION,
    name: "Quaketree: earthquakes",
    description:
      "Recent earthquakes of the world and significant ones of all times, merged, located by country and plate; " +
      "with the tables of countries, plates, plate boundaries and terms that they refer to.",
    url: "./",
    license: licences.map(({ title }) => ({ "@type": "sc:CreativeWork", name: title, url: "../docs/#sources" })),
    creator: { "@type": "sc:Organization", name: "Quaketree" },
    datePublished: day,
    dateModified: day,
    version: "1.0.0",
    isLiveDataset: true,
    inLanguage: "en",
    keywords: ["earthquakes", "seismology", "tectonic plates"],
    distribution: files.map(fileObject),
    recordSet: files.filter(({ name }) => /\.(?:csv|parquet)$/.test(name)).map(recordSet),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function fileObject({ name, table }: DescribedFile) {
  const encodingFormat = ENCODINGS[name.slice(name.lastIndexOf(".") + 1)];
  return { "@type": "cr:FileObject", "@id": name, name, description: table.title, contentUrl: name, encodingFormat };
}

function recordSet({ name: file, table: { name, title, columns } }: DescribedFile) {
  const field = ({ name: column, type, description, unit }: Column<never>) => ({
    "@type": "cr:Field",
    "@id": `${name}/${column}`,
    name: column,
    description: unit === undefined ? description : `${description} (${unit})`,
    dataType: DATA_TYPES[type],
    ...(REFERENCES[column] && { references: { field: { "@id": REFERENCES[column] } } }),
    source: { fileObject: { "@id": file }, extract: { column } },
  });
  const key = columns.slice(0, 1).map((column) => ({ "@id": `${name}/${column.name}` }));
  return { "@type": "cr:RecordSet", "@id": name, name, description: title, key, field: columns.map(field) };
}
