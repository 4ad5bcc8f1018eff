import type { FeedFeature } from "../../store/feed-feature.ts";
import type { KnownPart, KnownParts, NotedPart } from "../../tree/parts.ts";
import type { Feed, FeedEntry } from "./select.ts";

/** A format of feeds. */
export interface FeedFormat {
  /** What an entry says of the age of its event, ms. The rest of an entry follows from the feature. */
  ageWords: (age: number) => string;
  /** An entry, with the separator that follows it. */
  entry: (feature: FeedFeature, ageWords: string) => string;
  /** Length of the separator in bytes. The last entry of a feed has none. */
  separator: number;
  /** What comes before and after the entries. */
  around: (feed: Feed, asOf: number, path: string) => { open: string; close: string };
}

/** The entries of a UTC day in a file. */
export interface DayEntries {
  /** The instant to which the ages refer, ms since 1970 UTC. */
  asOf: number;
  /** Length of the entry of each event of the day in bytes; 0 for an event without a known entry. */
  lengths: readonly number[];
}

/** A part of an array. */
export interface Slice {
  of: Uint8Array;
  at: number;
  length: number;
}

/** Identifies the entries of a day in each format; undefined if nothing does. */
export type KeyOfDay = (day: FeedEntry["day"]) => string | undefined;

/**
 * Encodes entries in a format, each once for all feeds. An entry is taken from a file of the previous tree if the events of its day
 * are the same there, and the words on its age.
 *
 * @param known the days of that file
 */
export function entryEncoder(
  { ageWords, entry: write }: FeedFormat,
  asOf: number,
  known: KnownParts<DayEntries>,
  keyOf: KeyOfDay,
): (entry: FeedEntry) => Slice {
  const days = new Map<FeedEntry["day"], DaySlices | undefined>();
  const made = new Map<FeedEntry, Slice>();
  const knownDay = (day: FeedEntry["day"]): DaySlices | undefined => {
    if (!days.has(day)) {
      const part = known.get(keyOf(day) ?? "");
      days.set(day, part && slicesOf(part));
    }
    return days.get(day);
  };
  return (entry) => {
    const words = ageWords(asOf - entry.time);
    const day = knownDay(entry.day);
    const slice = day?.slices[entry.at];
    if (slice && slice.length > 0 && ageWords(day.asOf - entry.time) === words) return slice;
    let one = made.get(entry);
    if (!one) made.set(entry, (one = whole(Buffer.from(write(entry.feature(), words)))));
    return one;
  };
}

interface DaySlices {
  asOf: number;
  slices: readonly Slice[];
}

function slicesOf({ bytes, about }: KnownPart<DayEntries>): DaySlices {
  let end = 0;
  const slices = about.lengths.map((length) => ({ of: bytes, at: (end += length) - length, length }));
  return { asOf: about.asOf, slices };
}

export function whole(bytes: Uint8Array): Slice {
  return { of: bytes, at: 0, length: bytes.length };
}

/**
 * The parts of a file, one for each day. The last entry, which has no separator, is left out.
 *
 * @param entries of the file
 * @param slices of all entries but the last
 */
export function dayParts(entries: readonly FeedEntry[], slices: readonly Slice[], asOf: number, keyOf: KeyOfDay): NotedPart<DayEntries>[] {
  const lengths = new Map<FeedEntry["day"], number[]>();
  for (const [n, { length }] of slices.entries()) {
    const { day, at } = entries[n] as FeedEntry;
    let own = lengths.get(day);
    if (!own) lengths.set(day, (own = []));
    while (own.length < at) own.push(0);
    own.push(length);
  }
  return [...lengths].map(([day, own]) => {
    const length = own.reduce((sum, one) => sum + one, 0);
    return { key: keyOf(day), length, about: { asOf, lengths: own } };
  });
}
