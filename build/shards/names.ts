import { fold } from "../contract/fold.ts";
import { type Dictionary, dictionary } from "./dictionary.ts";
import { ShardError } from "./shard-error.ts";

/** What the combined search has besides earthquakes. */
export interface Names {
  /** Every name of every country, folded. */
  countryNames: Dictionary;
  /** The country of each name. */
  countryOfName: Uint32Array;
  /** One record a country, by name. */
  countries: readonly Uint8Array[];
  /** The folded terms of the glossary. */
  terms: Dictionary;
  /** Their folded definitions. */
  definitions: Dictionary;
  /** One record a term, by term. */
  glossary: readonly Uint8Array[];
}

export interface CountryNames {
  names: readonly string[];
  /** JSON of the record as it stands in answers. */
  record: string;
}

export interface TermText {
  term: string;
  definition: string;
  record: string;
}

const FORMAT = "names";
const VERSION = 1;

/** The shard is JSON: small, read once, and the records are strings in it so that nobody has to serialise them again. */
export function writeNames(countries: readonly CountryNames[], terms: readonly TermText[]): Uint8Array {
  const document = {
    format: "QTN1",
    version: VERSION,
    countries: countries.map(({ names, record }) => ({ names: [...new Set(names.map(fold))], record })),
    terms: terms.map(({ term, definition, record }) => ({ term: fold(term), definition: fold(definition), record })),
  };
  return new TextEncoder().encode(JSON.stringify(document));
}

/** @throws ShardError for anything that the writer would not have written */
export function readNames(bytes: Uint8Array): Names {
  const document = members(parse(bytes), "the document");
  if (document.format !== "QTN1") throw fault("the format is not QTN1");
  if (document.version !== VERSION) throw fault(`has version ${String(document.version)}; this reader knows ${VERSION}`);
  const countries = list(document.countries, "countries").map((country, at) => members(country, `country ${at}`));
  const terms = list(document.terms, "terms").map((term, at) => members(term, `term ${at}`));
  const names = countries.map((country, at) =>
    list(country.names, `the names of country ${at}`).map((name) => folded(name, `a name of country ${at}`)),
  );
  return {
    countryNames: dictionary(names.flat()),
    countryOfName: Uint32Array.from(names.flatMap((own, country) => own.map(() => country))),
    countries: countries.map(({ record }, at) => recordBytes(record, `country ${at}`)),
    terms: dictionary(terms.map(({ term }, at) => folded(term, `term ${at}`))),
    definitions: dictionary(terms.map(({ definition }, at) => folded(definition, `the definition of term ${at}`))),
    glossary: terms.map(({ record }, at) => recordBytes(record, `term ${at}`)),
  };
}

function fault(what: string): ShardError {
  return new ShardError(FORMAT, what);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw fault("is not JSON in UTF-8");
  }
}

function members(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw fault(`${what} is not an object`);
  return value as Record<string, unknown>;
}

function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw fault(`${what} is not an array`);
  return value;
}

function folded(value: unknown, what: string): string {
  if (typeof value !== "string") throw fault(`${what} is not a string`);
  if (value.includes("\n")) throw fault(`${what} has a line feed`);
  return value;
}

function recordBytes(value: unknown, what: string): Uint8Array {
  if (typeof value !== "string" || !value.startsWith("{") || !value.endsWith("}")) {
    throw fault(`the record of ${what} is not a JSON object`);
  }
  return new TextEncoder().encode(value);
}
