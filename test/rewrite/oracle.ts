import { earthquakeRecord, featureRecord, HOUR, isRecent, type PlainCatalogue, type PlainEvent, resultRecord } from "./plain-catalogue.ts";

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
  min_latitude?: number | undefined;
  max_latitude?: number | undefined;
  min_longitude?: number | undefined;
  max_longitude?: number | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
  max_radius_km?: number | undefined;
  order?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  page?: number | undefined;
}

export function recentOracle(catalogue: PlainCatalogue, query: ListQuery): string {
  const found = inWindow(catalogue, query.hours ?? 720).filter(({ magnitude }) => magnitude >= (query.minimum ?? 2.5));
  return JSON.stringify({ earthquakes: found.slice(0, query.limit ?? 50).map(earthquakeRecord), covered_from: null });
}

export function liveFeedOracle(catalogue: PlainCatalogue, hours: number): string {
  return JSON.stringify({ type: "FeatureCollection", features: inWindow(catalogue, hours).map(featureRecord), covered_from: null });
}

export function earthquakesOracle(catalogue: PlainCatalogue, query: ListQuery): string {
  const { limit = 100, page = 1, offset = (page - 1) * limit, country, days = 1, hours = 24 * days } = query;
  const found = inWindow(catalogue, hours).filter(
    (event) =>
      event.magnitude >= (query.minimum ?? 0) &&
      event.magnitude <= (query.maximum ?? 10) &&
      (country === undefined || event.country === country.toUpperCase()) &&
      isInRegion(event, query),
  );
  const sign = { "time-asc": "reversed", magnitude: -1, "magnitude-asc": 1 }[query.order ?? ""];
  if (sign === "reversed") found.reverse();
  else if (sign !== undefined) found.sort((a, b) => Number(sign) * (a.magnitude - b.magnitude));
  return JSON.stringify({
    count: found.length,
    earthquakes: found.slice(offset, offset + limit).map(earthquakeRecord),
    covered_from: null,
  });
}

/** By angles from the western bound, and by the haversine. */
export function isInRegion({ latitude, longitude }: { latitude: number; longitude: number }, query: ListQuery): boolean {
  const { min_latitude: south = -90, max_latitude: north = 90, min_longitude: west = -180, max_longitude: east = 180 } = query;
  if (latitude < south || latitude > north) return false;
  const names = longitude === -180 ? [-180, 180] : [longitude];
  if (!names.some((own) => (west <= east ? own >= west && own <= east : own >= west || own <= east))) return false;
  const { latitude: y, longitude: x, max_radius_km: km } = query;
  if (y === undefined || x === undefined || km === undefined) return true;
  const radians = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const chord = half(latitude - y) + Math.cos(latitude * radians) * Math.cos(y * radians) * half(longitude - x);
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(chord))) <= km;
}

function inWindow(catalogue: PlainCatalogue, hours: number): PlainEvent[] {
  return catalogue.events.filter(
    (event) => isRecent(catalogue, event) && event.time > catalogue.asOf - hours * HOUR && event.time <= catalogue.asOf,
  );
}

export function searchOracle(catalogue: PlainCatalogue, q: string): string {
  return JSON.stringify({ results: foundEvents(catalogue, termsOf(q)) });
}

/** What the combined search finds by the words alone. What it finds by their meaning comes after it. */
export function combinedSearchOracle(catalogue: PlainCatalogue, q: string) {
  const terms = termsOf(q);
  return {
    earthquakes: ranked(catalogue.events, ({ place, cls }) => {
      const own = wordsIn(place);
      const has = (term: string) => own.some((word) => word === term || (word.startsWith(term) && term.length >= leastOf(term)));
      if (terms.length === 0 || !terms.every(has)) return NOT_FOUND;
      return terms.every((term) => own.includes(term)) ? cls : 4 + cls;
    }).map(resultRecord),
    countries: rankedNames(catalogue.countries, terms).map(({ record }) => record),
    glossary: rankedNames(
      catalogue.terms.map((entry) => ({ ...entry, names: [entry.term, ...entry.names] })),
      terms,
    ).map(({ record }) => record),
  };
}

/** A term that begins a word has at least three letters, or one of Chinese or Japanese. */
function leastOf(term: string): number {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(term) ? 1 : 3;
}

/** The best 50 of the events. */
function foundEvents(catalogue: PlainCatalogue, terms: readonly string[]) {
  return rankedEvents(catalogue.events, ({ place }) => place, terms).map(resultRecord);
}

/** The best 50 events, given newest first, by what is searched of each. */
export function rankedEvents<Event extends { cls: number }>(
  events: readonly Event[],
  textOf: (event: Event) => string,
  terms: readonly string[],
): Event[] {
  return ranked(events, (event) => {
    const rank = rankOf(textOf(event), terms);
    return rank === NOT_FOUND ? rank : rank * 4 + event.cls;
  });
}

/** The best 50 of what has names, and maybe a definition: what has words that begin so. */
export function rankedNames<Entry extends { names: readonly string[]; definition?: string | undefined }>(
  entries: readonly Entry[],
  terms: readonly string[],
): Entry[] {
  return ranked(entries, ({ names, definition }) => {
    const own = Math.min(...names.map((name) => nameRankOf(name, terms)));
    if (own < NOT_FOUND || definition === undefined) return own;
    return rankOf(`${names[0]}\n${definition}`, terms, "begins") < NOT_FOUND ? 2 : NOT_FOUND;
  });
}

const NOT_FOUND = Infinity;

/** 0 where every term is a word of the text, 1 where every term is in one, or begins one. */
function rankOf(text: string, terms: readonly string[], how: "begins" | "anywhere" = "anywhere"): number {
  const own = wordsIn(text);
  const has = (word: string, term: string) => (how === "begins" ? word.startsWith(term) : word.includes(term));
  if (terms.length === 0 || !terms.every((term) => own.some((word) => has(word, term)))) return NOT_FOUND;
  return terms.every((term) => own.includes(term)) ? 0 : 1;
}

/** -1 where a name is made of just these words, otherwise as any text. */
function nameRankOf(name: string, terms: readonly string[]): number {
  const rank = rankOf(name, terms, "begins");
  return rank === 0 && wordsIn(name).length === terms.length ? -1 : rank;
}

const known = new Map<string, string[]>();

/** The different words of a text; those that an apostrophe divides stand also undivided. */
function wordsIn(text: string): string[] {
  const own = known.get(text) ?? [...new Set([...termsOf(text), ...termsOf(text.replace(/['’‘`ʻ]/g, ""))])];
  known.set(text, own);
  return own;
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

export function termsOf(q: string): string[] {
  return simple(q)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((term) => term.replace(/^\p{M}+/u, ""))
    .filter((term) => term !== "");
}

/** Composed letters that are letters of their own. */
const OWN_LETTERS = "йўї";

/** The oracle's own folding, for the letters that its catalogues have. */
function simple(text: string): string {
  return [...text.normalize("NFKC").toLowerCase()]
    .map((letter) => (OWN_LETTERS.includes(letter) ? letter : plain(letter)))
    .join("")
    .normalize("NFC")
    .split(/\s+/)
    .filter((word) => word !== "")
    .join(" ");
}

/** As they are typed on a keyboard that has not got them. */
const TYPED = new Map(Object.entries({ ß: "ss", ʻ: "'", æ: "ae", œ: "oe", þ: "th", ς: "σ" }));
for (const [letter, typed] of ["ıi", "øo", "đd", "ħh", "łl", "ðd", "əe"].map((two) => [...two])) {
  TYPED.set(letter ?? "", typed ?? "");
}

function plain(letter: string): string {
  return TYPED.get(letter) ?? letter.normalize("NFKD").replace(/[\u0300-\u036f\u064b-\u0652]/g, "");
}
