import { COUNTRY_CODES } from "../../../contract/texts/vocabulary.ts";

const LENGTH = "Length of each row's record, bytes.";
const SHARD_ROWS = "Rows of each record shard, in the order of snapshot.json.";
const WORDS = "Numbers of the words of each text, one text after the other.";
const TEXT = "The words, in UTF-8, with a line feed between two.";

/** What each section of the binary formats holds, by format and section. */
export const SECTION_TEXTS: Readonly<Record<string, string>> = {
  "columns/magnitudes": "Every magnitude that occurs, as published, ascending, each once.",
  "columns/time": "Time of each row, ms since the beginning of its UTC day. Rows are newest first.",
  "columns/length": `${LENGTH} The records are the shards of days.`,
  "columns/day": "The UTC days that have rows, days since 1970-01-01, newest first.",
  "columns/day rows": "Rows of each day: as many as the record shard of the day has.",
  "columns/magnitude": "Magnitude of each row: its index in the list of magnitudes.",
  "columns/country": `Country of each row: index in the list of ISO 3166-1 alpha-2 codes ${COUNTRY_CODES.join(" ")}; 255 for none.`,
  "places/length": `${LENGTH} The records are the shards of results.`,
  "places/name": "Name of each row, a text. Rows are newest first.",
  "places/shard rows": SHARD_ROWS,
  "places/name words":
    "Number of words of each name: of the place, and of a historical earthquake also of what it is called and of its year.",
  "places/words": WORDS,
  "places/class": "Class of each row: 0 major, 1 significant, 2 other.",
  "places/text": TEXT,
  "names/name": "The record of each of the first texts, which are names of countries and of entries of the glossary.",
  "names/text words":
    "Number of words of each text: first the names, then the term and definition of each entry of the glossary together.",
  "names/words": WORDS,
  "names/length": "Length of each record, bytes: first one for each country, by name, then one for each term.",
  "names/text": TEXT,
  "names/records": "The records as one record shard; nothing where there are none.",
};
