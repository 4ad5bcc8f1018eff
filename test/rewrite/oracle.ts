import {
  earthquakeRecord,
  HOUR,
  isRecent,
  type PlainCatalogue,
  type PlainEvent,
  resultRecord,
} from "./plain-catalogue.ts";

/**
 * The answers by brute force: plain objects, filter, slice, JSON.stringify. Knows nothing of shards, columns or the parser,
 * and folds and splits texts by rules of its own.
 */
export interface ListQuery {
  hours?: number | undefined;
  days?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  country?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  page?: number | undefined;
}

export function recentOracle(catalogue: PlainCatalogue, query: ListQuery): string {
  const found = inWindow(catalogue, query.hours ?? 720).filter(({ magnitude }) => magnitude >= (query.minimum ?? 2.5));
  return JSON.stringify({ earthquakes: found.slice(0, query.limit ?? 50).map(earthquakeRecord) });
}

export function earthquakesOracle(catalogue: PlainCatalogue, query: ListQuery): string {
  const { limit = 100, page = 1, offset = (page - 1) * limit, country, days = 1, hours = 24 * days } = query;
  const found = inWindow(catalogue, hours).filter(
    (event) =>
      event.magnitude >= (query.minimum ?? 0) &&
      event.magnitude <= (query.maximum ?? 10) &&
      (country === undefined || event.country === country.toUpperCase()),
  );
  return JSON.stringify({
    count: found.length,
    earthquakes: found.slice(offset, offset + limit).map(earthquakeRecord),
  });
}

function inWindow(catalogue: PlainCatalogue, hours: number): PlainEvent[] {
  return catalogue.events.filter(
    (event) => isRecent(catalogue, event) && event.time > catalogue.asOf - hours * HOUR && event.time <= catalogue.asOf,
  );
}

export function searchOracle(catalogue: PlainCatalogue, q: string): string {
  return JSON.stringify({ results: foundEvents(catalogue, termsOf(q)) });
}

export function combinedSearchOracle(catalogue: PlainCatalogue, q: string): string {
  const terms = termsOf(q);
  const earthquakes = foundEvents(catalogue, terms);
  const countries = ranked(catalogue.countries, ({ names }) => Math.min(...names.map((name) => rankOf(name, terms))));
  const glossary = ranked(catalogue.terms, ({ term, definition }) => {
    const own = rankOf(term, terms);
    if (own < NOT_FOUND) return own;
    const both = `${simple(term)}\n${simple(definition)}`;
    return terms.length > 0 && terms.every((word) => both.includes(word)) ? 2 : NOT_FOUND;
  });
  return JSON.stringify({
    query: q.trim(),
    count: earthquakes.length + countries.length + glossary.length,
    earthquakes,
    countries: countries.map(({ record }) => record),
    glossary: glossary.map(({ record }) => record),
  });
}

function foundEvents(catalogue: PlainCatalogue, terms: readonly string[]) {
  return ranked(catalogue.events, ({ place, cls }) => {
    const rank = rankOf(place, terms);
    return rank === NOT_FOUND ? rank : rank * 3 + cls;
  }).map(resultRecord);
}

const NOT_FOUND = Infinity;

/** 0 where every term is a word of the text, 1 where every term is in it. */
function rankOf(text: string, terms: readonly string[]): number {
  const own = simple(text);
  if (terms.length === 0 || !terms.every((term) => own.includes(term))) return NOT_FOUND;
  const words = new Set(own.split(/[^\p{L}\p{N}]+/u));
  return terms.every((term) => words.has(term)) ? 0 : 1;
}

/** The best 50 by rank; a stable sort keeps the order within a rank. */
function ranked<Entry>(entries: readonly Entry[], rank: (entry: Entry) => number): Entry[] {
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((found) => found.rank < NOT_FOUND)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, 50)
    .map(({ entry }) => entry);
}

function termsOf(q: string): string[] {
  return simple(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((term) => term !== "");
}

/** The oracle's own folding, for the letters that its catalogues have. */
function simple(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/\p{M}/gu, "")
    .split(/\s+/)
    .filter((word) => word !== "")
    .join(" ");
}
