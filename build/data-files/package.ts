import type { Catalogue } from "../catalogue/catalogue.ts";
import { sha256 } from "../platform/hash.ts";
import { isoTime } from "../store/civil-time.ts";
import type { PartFile } from "./by-year.ts";
import type { CellType, Column, Table } from "./columns.ts";

export interface DataFile {
  /** Name in the folder of the data set. */
  name: string;
  table: Table<never>;
  bytes: Uint8Array;
}

const FORMATS: Readonly<Record<string, { format: string; mediatype: string }>> = {
  parquet: { format: "parquet", mediatype: "application/vnd.apache.parquet" },
  csv: { format: "csv", mediatype: "text/csv" },
  ndjson: { format: "ndjson", mediatype: "application/x-ndjson" },
  geojson: { format: "geojson", mediatype: "application/geo+json" },
};

/** The files that describe the data set, by name: in the Croissant format, and as a data package, which has the hash of the former. */
export function descriptions(
  catalogue: Catalogue,
  files: readonly DataFile[],
  whole: Table<never>,
  parts: readonly PartFile[],
): { name: string; bytes: Uint8Array }[] {
  const used = catalogue.sources.filter(({ id }) => files.some(({ table }) => table.sources.includes(id)));
  const inCroissant = { name: "croissant.json", bytes: Buffer.from(croissant(catalogue, files, distinct(used.map(licence)))) };
  const resources = [
    ...files.map((file) => resource(file, catalogue)),
    {
      name: "croissant",
      path: inCroissant.name,
      title: "Description in the Croissant format",
      mediatype: "application/ld+json",
      ...sizeOf(inCroissant),
    },
    ...(parts.length > 0 ? [wholeResource(whole, parts, catalogue)] : []),
  ];
  return [inCroissant, { name: "datapackage.json", bytes: Buffer.from(dataPackage(catalogue, used, resources)) }];
}

/**
 * The description of the data set in the format of the Data Package standard, version 2 (datapackage.org): columns, sizes,
 * hashes, terms.
 *
 * @param used sources of the files
 */
function dataPackage({ asOf }: Catalogue, used: Catalogue["sources"], resources: readonly object[]): string {
  const document = {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    name: "earthquakes",
    title: "Earthquakes, countries and tectonic plates",
    description:
      "Recent earthquakes of the world and significant ones of all times, merged, located by country and plate; " +
      "with the tables of countries, plates, plate boundaries and terms that they refer to.",
    version: "1.0.0",
    created: isoTime(asOf),
    keywords: ["earthquakes", "seismology", "tectonic plates"],
    sources: used.map(({ name, url }) => ({ title: name, ...(isAddress(url) && { path: url }) })),
    licenses: distinct(used.map(licence)),
    resources,
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function resource({ name, table, bytes }: DataFile, catalogue: Catalogue) {
  const [, ending = "", gzip] = /\.(\w+)(\.gz)?$/.exec(name) ?? [];
  return {
    name: name.replaceAll(".", "-"),
    path: name,
    type: "table",
    title: table.title,
    ...FORMATS[ending],
    encoding: "utf-8",
    ...(gzip && { compression: "gzip" }),
    ...sizeOf({ bytes }),
    licenses: licencesOf(table, catalogue),
    ...(ending === "csv" && { dialect: { lineTerminator: "\n" } }),
    schema: schemaOf(table),
  };
}

function sizeOf({ bytes }: { bytes: Uint8Array }) {
  return { bytes: bytes.length, hash: `sha256:${sha256(bytes)}` };
}

/** A table in several files, whose sizes and hashes are in the list of files. */
function wholeResource(table: Table<never>, parts: readonly PartFile[], catalogue: Catalogue) {
  return {
    name: "earthquakes-by-year",
    path: parts.map(({ file }) => file),
    type: "table",
    title: table.title,
    ...FORMATS["parquet"],
    licenses: licencesOf(table, catalogue),
    schema: schemaOf(table),
  };
}

function licencesOf(table: Table<never>, { sources }: Catalogue) {
  return distinct(sources.filter(({ id }) => table.sources.includes(id)).map(licence));
}

function schemaOf({ columns }: Table<never>) {
  return { fields: columns.map(field), primaryKey: columns.slice(0, 1).map(({ name }) => name) };
}

function field({ name, type, description, unit, required, minimum, maximum }: Column<never>) {
  const constraints = {
    ...(required && { required }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
  return { name, type, description, ...(unit !== undefined && { unit }), ...(Object.keys(constraints).length > 0 && { constraints }) };
}

/** Identifiers of opendefinition.org and SPDX, by the beginning of the licence text of a source. */
const LICENCES = { "Public domain": "other-pd", MIT: "MIT", "ODbL-1.0": "ODbL-1.0", "ODC-By": "ODC-By-1.0" } as const;

function licence({ licence: title, url }: Catalogue["sources"][number]) {
  const known = Object.entries(LICENCES).find(([beginning]) => title.startsWith(beginning));
  return { title, ...(known ? { name: known[1] } : isAddress(url) ? { path: url } : { name: "other-open" }) };
}

function isAddress(url: string): boolean {
  return /^https?:\/\//.test(url);
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

import context from "../../data/croissant-context.json" with { type: "json" };

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
function croissant(catalogue: Catalogue, files: readonly DescribedFile[], licences: readonly { title: string }[]): string {
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
    citeAs: citation(catalogue, day),
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

/** The data set as BibTeX; its sources, which have to be cited too, are in the note. */
function citation({ asOf, sources }: Catalogue, day: string): string {
  const names = sources.map(({ name }) => name).join("; ");
  const note = `As of ${isoTime(asOf)}; sources: ${names}`;
  return `@misc{quaketree-${day}, title = {Quaketree: earthquakes}, author = {{Quaketree}}, year = {${day.slice(0, 4)}}, note = {${note}}}`;
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
