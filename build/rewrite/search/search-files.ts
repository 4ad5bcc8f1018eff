import { COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import { fold } from "../../contract/wire/fold.ts";
import { memoize } from "../../contract/wire/memoize.ts";
import { type InvertedIndex, wordsOf } from "../shards/inverted-index.ts";
import { type Names, readNames, writeNames } from "../shards/names.ts";
import { deathsOf, type Places, readPlaces, writePlaces } from "../shards/places.ts";
import { type Found, find, type Understood, understand } from "./find.ts";
import {
  countryPage,
  countryWords,
  type EventRecord,
  type NamesFile,
  NEWEST_PAGE,
  namesPath,
  type PageFile,
  pageOfRarest,
  type Script,
  scriptsOf,
  WORLD_PAGE,
  type WordWeights,
  wordPage,
} from "./fragments.ts";
import { beginningLength } from "./match.ts";
import { wordIndex } from "./words.ts";

/** What a search of files finds, as in the answer of the API. Glossary entries are found by their names alone. */
export interface FoundInFiles {
  best: Found["best"];
  understood: Found["understood"];
  earthquakes: EventRecord[];
  names: (string | null)[];
  deaths: (number | null)[];
  countries: { name: string; iso2: string; slug: string }[];
  glossary: { term: string; slug: string }[];
}

/** Reads a JSON document of the tree, by its path without a leading slash; rejects if there is none. */
type ReadDocument = (path: string) => Promise<unknown>;

/**
 * Makes the search on hosts that only have files. It understands and ranks as hosts do that answer, from few small files: names in
 * the scripts of the query, then pages with all events that can be among the results.
 */
export function createFileSearch(read: ReadDocument): (q: string) => Promise<FoundInFiles> {
  const files = new Map<string, Promise<unknown>>();
  const readOnce = <T>(path: string): Promise<T> => {
    const known = files.get(path);
    const reading = known ?? read(path);
    files.set(path, reading);
    if (!known) reading.catch(() => files.delete(path));
    return reading as Promise<T>;
  };
  const knowledge = memoize(
    (scripts: readonly Script[]) => scripts.join(),
    async (scripts: readonly Script[]) => {
      const files = await Promise.all(scripts.map((script) => readOnce<NamesFile>(namesPath(script))));
      return knowledgeOf(scripts, files, await readOnce<PageFile>(NEWEST_PAGE));
    },
  );
  const search = async (scripts: readonly Script[], q: string, corrects: boolean) => {
    const known = await knowledge(scripts);
    const understood = understand(known.names, known.eventWords, q, corrects);
    // A page without events has no file.
    const pages = await Promise.all(pagesOf(understood, known).map((path) => readOnce<PageFile>(path).catch(() => ({ events: [] }))));
    const { places, records } = placesOf([known.newest, ...pages]);
    const found = find(known.names, places, understood);
    return found && { found, known, places, records };
  };
  return async (q) => {
    const scripts = scriptsOf(fold(q));
    // Words of other scripts may sound like Latin ones.
    const result = (await search(scripts, q, false)) ?? (await search([...new Set<Script>([...scripts, "latin"])], q, true));
    if (!result) throw new Error("a search with corrections always ends");
    const { found, known, places, records } = result;
    return {
      best: found.best,
      understood: found.understood,
      earthquakes: found.earthquakes.map((row) => records[row] as EventRecord),
      names: found.earthquakes.map((row) => places.titles.get(row) ?? null),
      deaths: found.earthquakes.map((row) => deathsOf(places, row)),
      countries: found.countries.map((row) => known.countries[row] as FoundInFiles["countries"][number]),
      glossary: found.glossary.map((row) => known.terms[row - known.countries.length] as FoundInFiles["glossary"][number]),
    };
  };
}

/** Files for one query: names, and pages besides that of the newest day. */
const MOST_FILES = 3;

interface Knowledge extends WordWeights {
  mostPages: number;
  newest: PageFile;
  names: Names;
  eventWords: InvertedIndex;
  countries: FoundInFiles["countries"];
  terms: FoundInFiles["glossary"];
}

function knowledgeOf(scripts: readonly Script[], files: readonly NamesFile[], newest: PageFile): Knowledge {
  const [first] = files as [NamesFile];
  const countries = first.countries.map(([iso2, slug, name]) => ({ iso2, slug, name }));
  const terms = first.terms.map(([slug, term]) => ({ slug, term }));
  const meaningOf = (meaning: keyof NamesFile["words"]["meanings"]) => files.flatMap(({ words: { meanings } }) => meanings[meaning]);
  const bytes = writeNames(
    countries.map(({ iso2 }, at) => ({ iso2, names: files.flatMap((file) => file.countries[at]?.slice(3) ?? []), record: "{}" })),
    terms.map((_, at) => ({ term: "", names: files.flatMap((file) => file.terms[at]?.slice(2) ?? []), definition: "", record: "{}" })),
    {
      meanings: {
        deadliest: meaningOf("deadliest"),
        strongest: meaningOf("strongest"),
        latest: meaningOf("latest"),
        since: meaningOf("since"),
        filler: meaningOf("filler"),
      },
      places: files.flatMap((file) => file.words.places),
    },
  );
  return {
    mostPages: MOST_FILES - files.length,
    newest,
    names: readNames(bytes),
    eventWords: indexOfWords([...new Set([...files.flatMap(linesOf), ...wordsOfPage(newest, scripts)])]),
    frequent: new Set(files.flatMap(({ frequent }) => frequent)),
    countryOf: countryWords(countries.map(({ iso2, name }) => [iso2, name])),
    countries,
    terms,
  };
}

function linesOf({ eventWords }: NamesFile): string[] {
  return eventWords.split("\n").slice(0, -1);
}

function wordsOfPage({ events }: PageFile, scripts: readonly Script[]): string[] {
  return events
    .flatMap(({ record, more }) => [...wordsOf(`${record.place_description}\n${more}`), record.occurred_at.slice(0, 4)])
    .filter((word) => scriptsOf(word).some((script) => scripts.includes(script)));
}

/** An index of words that are in no text. */
function indexOfWords(list: readonly string[]): InvertedIndex {
  const start = new Uint32Array(list.length + 1).fill(1);
  list.forEach((word, at) => {
    start[at + 1] = (start[at] as number) + word.length + 1;
  });
  const none = new Uint32Array(0);
  const postings = { first: new Uint32Array(list.length + 1), members: none };
  return { texts: 0, sizes: none, joined: `\n${list.map((word) => `${word}\n`).join("")}`, start, postings, wordsOf: () => none };
}

/** The pages with the events that can be among the results, as many as may be read. */
function pagesOf({ terms, reading, corrects }: Understood, known: Knowledge): string[] {
  const { nations, from, to, order, least, parts, lost } = reading;
  const pages = new Set<string>();
  const { wordsFrom } = wordIndex(known.eventWords);
  const begins = (term: string) =>
    /^[0-9]/.test(term) || wordsFrom(term).some(([, isWord]) => isWord || term.length >= beginningLength(term));
  const literal = !corrects && terms.length > 0 && terms.every(begins) ? pageOfRarest(terms, known) : undefined;
  const named = parts.filter(({ names }) => names.length > 0);
  // All names of a place lead to the page of its first.
  const isPlace = named.length > 0 && named.every((part) => part.isPlace);
  if (literal !== undefined && !isPlace) pages.add(literal);
  for (const own of nations) pages.add(countryPage(COUNTRY_CODES[own] as string));
  if (nations.length + named.length === 0 && !lost) {
    if (from !== undefined && from === to) pages.add(wordPage(String(from)));
    else if (from !== undefined || order !== undefined || least !== undefined) pages.add(WORLD_PAGE);
  }
  // An event must have a name of each part.
  const [part] = named.map((one) => (one.isPlace ? one.names.slice(0, 1) : one.names)).toSorted((a, b) => a.length - b.length);
  for (const name of part ?? []) pages.add(pageOfRarest(name, known));
  // The country of a place is known from its events only.
  if (part && nations.length === 0 && from !== undefined && from === to) pages.add(wordPage(String(from)));
  if (corrects) for (const page of pagesWithin(terms, known)) pages.add(page);
  if (literal !== undefined) pages.add(literal);
  return [...pages].slice(0, known.mostPages);
}

/** The pages of the words that contain a term: of that term which is in the fewest. */
function pagesWithin(terms: readonly string[], known: Knowledge): string[] {
  const list = known.eventWords.joined.split("\n");
  const lists = terms.map((term) => [...new Set(list.filter((word) => word.includes(term)).map((word) => pageOfRarest([word], known)))]);
  return lists.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** The events of pages, newest first. */
function placesOf(pages: readonly PageFile[]): { places: Places; records: EventRecord[] } {
  const byId = new Map(pages.flatMap(({ events }) => events.map((event) => [event.record.event_id, event] as const)));
  const rows = Array.from(byId.values(), ({ record, more, cls, deaths, country, title }) => {
    const { magnitude, place_description: place, occurred_at: at } = record;
    return { record, text: `${place}\n${more}`, cls, deaths, country, title, magnitude, time: Date.parse(at) };
  }).toSorted((a, b) => b.time - a.time || (a.record.event_id < b.record.event_id ? -1 : 1));
  const lengths = new Uint32Array(rows.length).fill(2);
  const bytes = writePlaces(rows, lengths, rows.length > 0 ? [rows.length] : []);
  return { places: readPlaces(bytes), records: rows.map(({ record }) => record) };
}
