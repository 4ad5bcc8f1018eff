import { readFileSync } from "node:fs";

/** What people type in fifteen languages, with the country, term or earthquake that they look for. */
export const QUERIES = readFileSync(new URL("queries.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t") as [language: string, query: string, target: string]);
