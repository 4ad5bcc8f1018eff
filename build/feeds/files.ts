import { aroundFeatures, detailText } from "../fdsn/formats/geojson.ts";
import { CSV_HEADER, csvRow } from "../fdsn/formats/text.ts";
import { type TreeFile, writeFault } from "../tree/file.ts";
import type { TransitionStep } from "../tree/transition.ts";
import { FEEDS_FOLDER } from "../tree/unindexed.ts";
import { atomFeed } from "./atom.ts";
import { encodedEntry, type Feed, type FeedInput, selectFeeds } from "./select.ts";

const FORMATS = { geojson: geojsonFeed, csv: csvFeed, atom: atomFeed } as const;

/**
 * The USGS feeds that the store has the data for, at the paths of the USGS and in three formats.
 *
 * @param join joins the parts of a file
 */
export function* feedFiles(
  input: FeedInput,
  join: (parts: readonly Uint8Array[]) => Uint8Array = (parts) => Buffer.concat(parts),
): Iterable<{ path: string; bytes: Uint8Array }> {
  for (const feed of selectFeeds(input)) {
    for (const [format, write] of Object.entries(FORMATS)) {
      const path = `${FEEDS_FOLDER}${feed.size}_${feed.age}.${format}`;
      yield { path, bytes: join(write(feed, input.asOf, `/${path}`)) };
    }
  }
}

/**
 * The detail files of the events in the feeds of magnitude 2.5 and more and of significant events, at the path in their
 * `detail` property. Smaller events are too many for separate files; their `detail` links to the agency.
 */
export function* detailFiles(input: FeedInput): Iterable<TreeFile> {
  const listed = [...selectFeeds(input)].filter(({ size }) => size === "2.5" || size === "significant");
  const entries = new Map(listed.flatMap((feed) => feed.entries.map((entry) => [entry.feature.id, entry])));
  for (const [id, entry] of entries) {
    const path = `${DETAILS_FOLDER}${id}.geojson`;
    if (writeFault(path) !== undefined) continue;
    const bytes = () => encodedEntry(entry, "detail", ({ feature }) => detailText(feature));
    yield { path, bytes, section: "event-pages", cache: "minute", compress: false };
  }
}

const DETAILS_FOLDER = "earthquakes/feed/v1.0/detail/";

/**
 * Writes the feeds into the tree. They are not in an index, because all of them change with every snapshot, and together they
 * are larger than all files that a mirror fetches.
 */
export function feedsStep(input: FeedInput): TransitionStep {
  return ({ write }) => {
    for (const { path, bytes } of feedFiles(input, joinedInPlace())) write(path, bytes);
  };
}

/**
 * Joins parts in memory that the next call uses again: the feeds of a minute have 50 MB together. What is returned must have
 * been written by then.
 */
function joinedInPlace(): (parts: readonly Uint8Array[]) => Uint8Array {
  let room = Buffer.allocUnsafeSlow(0);
  return (parts) => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    // Feeds of growing windows follow one another.
    if (length > room.length) room = Buffer.allocUnsafeSlow(2 * length);
    let at = 0;
    for (const part of parts) {
      room.set(part, at);
      at += part.length;
    }
    return room.subarray(0, length);
  };
}

/** A feed in the format of the USGS, in parts. */
function csvFeed({ entries }: Feed): Buffer[] {
  const rows = entries.map((entry) => encodedEntry(entry, "csv", ({ feature }) => csvRow(feature)));
  return [Buffer.from(CSV_HEADER), ...rows];
}

const BETWEEN = ",\n";

/** A feed in the format of the USGS, in parts. */
function geojsonFeed(feed: Feed, asOf: number, path: string): Buffer[] {
  const { title, entries, completeSince } = feed;
  const head = {
    generated: asOf,
    url: path,
    title,
    status: 200,
    count: entries.length,
    ...(completeSince !== null && { complete_since: completeSince }),
  };
  const { open, close } = aroundFeatures(
    head,
    entries.map(({ feature }) => feature),
  );
  const features = entries.map((entry) =>
    encodedEntry(entry, "geojson", ({ feature }) => `${JSON.stringify(feature)}${BETWEEN}`),
  );
  const last = features.pop();
  return [Buffer.from(open), ...features, ...(last ? [last.subarray(0, -BETWEEN.length)] : []), Buffer.from(close)];
}
