import { readFileSync } from "node:fs";

/** The rows of a table beside this file, without its head and its comments. */
function rowsOf(name: string): string[][] {
  const [, ...lines] = readFileSync(new URL(name, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return lines.filter((line) => !line.startsWith("#")).map((line) => line.split("\t"));
}

/** What people type in fifteen languages, with the country, term or earthquake that they look for. */
export const QUERIES = rowsOf("queries.tsv") as [language: string, query: string, target: string][];

/** What people type, with the earthquake, country or term that must come first. */
export const FIRSTS = rowsOf("first.tsv") as [query: string, target: string][];

/** Whether a target is the id of an earthquake. */
export const isEarthquake = (target: string) => /^(?:qt(?:bc)?|us)\d/.test(target);
