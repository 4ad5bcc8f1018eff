import { join } from "node:path";
import { aroundFeatures, detailText } from "../../fdsn/formats/geojson.ts";
import { CSV_HEADER, csvRow } from "../../fdsn/formats/text.ts";
import { hashOfValues } from "../../platform/hash.ts";
import { MINUTE_MS } from "../../platform/time.ts";
import { lineKey } from "../../store/event-days.ts";
import { type FileGroup, type TreeFile, writeFault } from "../../tree/file.ts";
import type { TransitionStep } from "../../tree/transition.ts";
import { FEEDS_FOLDER, isDue, isFirstOf } from "../../tree/unindexed.ts";
import { ATOM } from "./atom.ts";
import { type FeedEntry, type FeedFormat, type FeedInput, listedDays, selectFeeds } from "./select.ts";

const GEOJSON: FeedFormat = {
  entry: (feature) => JSON.stringify(feature),
  separator: ",\n",
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

const CSV: FeedFormat = { entry: csvRow, separator: "", around: () => ({ open: CSV_HEADER, close: "" }) };

const FORMATS = { geojson: GEOJSON, csv: CSV, atom: ATOM };

/**
 * The USGS feeds that the store has the data for, at the paths of the USGS and in three formats.
 *
 * @param isWanted whether a feed is made, by its path
 */
export function* feedFiles(
  input: FeedInput,
  isWanted: (path: string) => boolean = () => true,
): Iterable<{ path: string; bytes: Uint8Array }> {
  const { asOf } = input;
  const feeds = [...selectFeeds(input)];
  for (const [ending, format] of Object.entries(FORMATS)) {
    // Most entries are in several feeds. Texts of thousands of entries, joined for each feed, would take a third of a build's memory.
    const made = new Map<FeedEntry, Buffer>();
    const bytesOf = (entry: FeedEntry) => {
      let bytes = made.get(entry);
      if (!bytes) made.set(entry, (bytes = Buffer.from(format.entry(entry.feature(), asOf - entry.time))));
      return bytes;
    };
    const separator = Buffer.from(format.separator);
    for (const feed of feeds) {
      const path = `${FEEDS_FOLDER}${feed.size}_${feed.age}.${ending}`;
      if (!isWanted(path)) continue;
      const { open, close } = format.around(feed, asOf, `/${path}`);
      const entries = feed.entries.flatMap((entry, at) => (at === 0 ? [bytesOf(entry)] : [separator, bytesOf(entry)]));
      yield { path, bytes: Buffer.concat([Buffer.from(open), ...entries, Buffer.from(close)]) };
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
 * Writes the feeds that are due into the tree; the others stay, and so do those of an hour or a day for up to five minutes where only
 * their time would be another. Feeds are not in an index: together they are larger than all files that a mirror fetches.
 */
export function feedsStep(input: FeedInput): TransitionStep {
  return ({ fs, before, after: { snapshot }, write, keep }) => {
    const fileOf = (path: string) => join(before?.dir ?? "", path);
    const isThere = (path: string) => before !== undefined && fs.stat(fileOf(path))?.kind === "file";
    const isSettled = before !== undefined && !isFirstOf(KEPT_MS, before.snapshot, snapshot.as_of);
    const isWanted = (path: string) => {
      const isMade = isDue(path, before?.snapshot, snapshot) || !isThere(path);
      if (!isMade) keep(path);
      return isMade;
    };
    for (const { path, bytes } of feedFiles(input, isWanted)) {
      const isSame = isSettled && isThere(path) && withoutTime(fs.read(fileOf(path))) === withoutTime(bytes);
      if (isSame) keep(path);
      else write(path, bytes);
    }
  };
}

/** A feed without changed events is made again after this time, ms of `as_of`. */
const KEPT_MS = 5 * MINUTE_MS;

/** The time of the snapshot is in the head of a feed. */
const TIME_OF_SNAPSHOT = /"generated":\d+|<updated>[^<]*<\/updated>/;

function withoutTime(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1").replace(TIME_OF_SNAPSHOT, "");
}
