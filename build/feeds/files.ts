import { detailText } from "../fdsn/formats/geojson.ts";
import { type TreeFile, writeFault } from "../tree/file.ts";
import type { TransitionStep } from "../tree/transition.ts";
import { FEEDS_FOLDER } from "../tree/unindexed.ts";
import { atomFeed } from "./atom.ts";
import { csvFeed } from "./csv.ts";
import { geojsonFeed } from "./geojson.ts";
import { encodedEntry, type FeedInput, selectFeeds } from "./select.ts";

const FORMATS = { geojson: geojsonFeed, csv: csvFeed, atom: atomFeed } as const;

/** The feeds of the USGS at its own paths, in three formats: those that the store can answer. */
export function* feedFiles(input: FeedInput): Iterable<{ path: string; bytes: Uint8Array }> {
  for (const feed of selectFeeds(input)) {
    for (const [format, write] of Object.entries(FORMATS)) {
      const path = `${FEEDS_FOLDER}${feed.size}_${feed.age}.${format}`;
      yield { path, bytes: write(feed, input.asOf, `/${path}`) };
    }
  }
}

/**
 * The details of the events that the feeds of magnitude 2.5 and more, and of significant events, list: at the path that their
 * `detail` has. Smaller ones are too many for a file each; their `detail` leads to the agency.
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
 * Writes the feeds into the tree. They are in no index: every one changes with every snapshot, and together they are larger than
 * all that a mirror fetches.
 */
export function feedsStep(input: FeedInput): TransitionStep {
  return ({ write }) => {
    for (const { path, bytes } of feedFiles(input)) write(path, bytes);
  };
}
