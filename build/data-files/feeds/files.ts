import { aroundFeatures, detailText } from "../../fdsn/formats/geojson.ts";
import { CSV_HEADER, csvRow } from "../../fdsn/formats/text.ts";
import { hashOfValues } from "../../platform/hash.ts";
import type { Derive } from "../../store/derive.ts";
import { lineKey } from "../../store/event-days.ts";
import { type FileGroup, type TreeFile, writeFault } from "../../tree/file.ts";
import { type KnownParts, NO_PARTS, type PartMemory, partsBefore } from "../../tree/parts.ts";
import type { TransitionStep } from "../../tree/transition.ts";
import { FEEDS_FOLDER } from "../../tree/unindexed.ts";
import { ATOM } from "./atom.ts";
import { type DayEntries, dayParts, entryEncoder, type FeedFormat, type KeyOfDay, type Slice, whole } from "./entries.ts";
import { type Feed, type FeedEntry, type FeedInput, listedDays, selectFeeds } from "./select.ts";

const GEOJSON: FeedFormat = {
  ageWords: () => "",
  entry: (feature) => `${JSON.stringify(feature)},\n`,
  separator: ",\n".length,
  around: ({ title, entries, completeSince }, asOf, path) => {
    const head = {
      generated: asOf,
      url: path,
      title,
      status: 200,
      count: entries.length,
      ...(completeSince !== null && { complete_since: completeSince }),
    };
    return aroundFeatures(head, entries);
  },
};

const CSV: FeedFormat = {
  ageWords: () => "",
  entry: csvRow,
  separator: 0,
  around: () => ({ open: CSV_HEADER, close: "" }),
};

const FORMATS = { geojson: GEOJSON, csv: CSV, atom: ATOM };

/**
 * The USGS feeds that the store has the data for, at the paths of the USGS and in three formats.
 *
 * @param memory of the feeds of the previous tree
 * @param join joins the parts of a file
 */
export function* feedFiles(
  input: FeedInput,
  memory: PartMemory = NO_PARTS,
  join: (parts: readonly Slice[]) => Uint8Array = (parts) => joiner()(parts),
): Iterable<{ path: string; bytes: Uint8Array }> {
  const { asOf } = input;
  const feeds = [...selectFeeds(input)];
  // It has the entries of nearly all others.
  const longest = feeds.at(-1);
  const keyOf: KeyOfDay = ({ key }) => (memory === NO_PARTS ? undefined : key());
  for (const [ending, format] of Object.entries(FORMATS)) {
    const pathOf = ({ size, age }: Feed) => `${FEEDS_FOLDER}${size}_${age}.${ending}`;
    const known = longest && (memory.known(pathOf(longest)) as KnownParts<DayEntries>);
    const encode = entryEncoder(format, asOf, known ?? new Map(), keyOf);
    for (const feed of feeds) {
      const path = pathOf(feed);
      const { open, close } = format.around(feed, asOf, `/${path}`);
      const [before, after] = [open, close].map((text) => whole(Buffer.from(text))) as [Slice, Slice];
      const slices = feed.entries.map(encode);
      const last = slices.pop();
      const lastSlice = last && { ...last, length: last.length - format.separator };
      const bytes = join([before, ...slices, ...(lastSlice ? [lastSlice] : []), after]);
      if (feed === longest) memory.note(path, bytes, before.length, dayParts(feed.entries, slices, asOf, keyOf));
      yield { path, bytes };
    }
  }
}

/** The sizes of feeds whose events have detail files. */
const DETAILED = ["significant", "2.5"] as const;

/**
 * The detail files of the events in the feeds of magnitude 2.5 and more and of significant events, at the path in their
 * `detail` property, a group for each UTC day. Smaller events are too many for separate files; their `detail` links to the agency.
 */
export function* detailFiles(input: FeedInput): Iterable<FileGroup> {
  for (const { day, key, entries } of listedDays(input, DETAILED)) {
    yield {
      name: `feed-details-${day}`,
      key: hashOfValues([input.source, ...key()]),
      files: () => entries().flatMap((entry) => detailFile(entry)),
    };
  }
}

/** The detail file of an event; none if a path cannot hold its id. */
function detailFile({ id, day, at, feature }: FeedEntry): TreeFile[] {
  const path = `${DETAILS_FOLDER}${id}.geojson`;
  if (writeFault(path) !== undefined) return [];
  const key = lineKey(day.events[at] as object);
  const bytes = () => Buffer.from(detailText(feature()));
  return [{ path, key, bytes, section: "event-pages", cache: "minute", compress: false }];
}

const DETAILS_FOLDER = "earthquakes/feed/v1.0/detail/";

/**
 * Writes the feeds into the tree. They are not in an index, because all of them change with every snapshot, and together they
 * are larger than all files that a mirror fetches.
 *
 * @param notes of the last build on where entries are; absent: every entry is made
 */
export function feedsStep(input: FeedInput, notes?: Pick<Derive, "recall" | "put">): TransitionStep {
  return (transition) => {
    const memory = notes && partsBefore(transition, notes.recall(NOTES));
    for (const { path, bytes } of feedFiles(input, memory, joiner())) transition.write(path, bytes);
    if (memory) notes?.put(NOTES, [], memory.notes);
  };
}

/** The cell with the notes on the feeds. */
const NOTES = "feeds";

/**
 * Joins parts in memory that the next call uses again: the feeds of a minute have 50 MB together. What is returned must have
 * been written by then.
 */
function joiner(): (parts: readonly Slice[]) => Uint8Array {
  let room = Buffer.allocUnsafeSlow(0);
  return (parts) => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    // Feeds of growing windows follow one another.
    if (length > room.length) room = Buffer.allocUnsafeSlow(2 * length);
    let end = 0;
    for (const { of, at, length } of runs(parts)) {
      room.set(of.subarray(at, at + length), end);
      end += length;
    }
    return room.subarray(0, end);
  };
}

/** Joins slices that follow one another in the same array: most entries follow one another in the previous tree, too. */
function runs(slices: readonly Slice[]): Slice[] {
  const all: Slice[] = [];
  let run: Slice = { of: new Uint8Array(), at: 0, length: 0 };
  for (const { of, at, length } of slices) {
    if (of === run.of && at === run.at + run.length) run.length += length;
    else all.push((run = { of, at, length }));
  }
  return all;
}
