import { join } from "node:path";
import type { Fence } from "../../fdsn/archive/fence.ts";
import { type Archive, createArchiveCache, createArchiveReader } from "../../fdsn/archive/reader.ts";
import { aroundFeatures, detailText } from "../../fdsn/formats/geojson.ts";
import { CSV_HEADER, csvRow } from "../../fdsn/formats/text.ts";
import { hashOfValues } from "../../platform/hash.ts";
import { MINUTE_MS } from "../../platform/time.ts";
import { lineKey } from "../../store/event-days.ts";
import { type FeedFeature, withFeedDetail } from "../../store/feed-feature.ts";
import { type FileGroup, type TreeFile, writeFault } from "../../tree/file.ts";
import type { Transition, TransitionStep } from "../../tree/transition.ts";
import { FEEDS_FOLDER, fileAt, isDue, isFirstOf } from "../../tree/unindexed.ts";
import { ATOM } from "./atom.ts";
import { eventAgencies, type FeedEntry, type FeedFormat, type FeedInput, LEAST_OF_FEED, listedDays, selectFeeds } from "./select.ts";

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

/** A tree from elsewhere must not fill the disk: feeds take some ten times the bytes of the records that they list. */
const MOST_BYTES = 100_000_000;

/**
 * Makes the feeds of a tree that was copied: its archive has the events that the publisher made them of. A tree without an archive
 * has no feeds.
 */
export async function copiedFeedsStep(transition: Transition): Promise<void> {
  try {
    const input = await feedInputOf(transition);
    if (input) await feedsStep(input)(transition);
  } catch (error) {
    transition.report(`the copy has no feeds: ${(error as Error).message}`);
  }
}

/** @throws Error if the archive is not as the record says, or too large */
async function feedInputOf({ fs, dir, after: { snapshot } }: Transition): Promise<FeedInput | undefined> {
  const [live] = snapshot.shards.archive ?? [];
  const reporting = snapshot.sources.filter(({ covers }) => covers);
  const main = reporting.find(({ id }) => id === "usgs") ?? reporting[0];
  if (!live || !main?.covers) return undefined;
  const read = async (path: string, range?: { at: number; bytes: number }) => {
    const bytes = fs.read(fileAt(fs, dir, path));
    return range ? bytes.subarray(range.at, range.at + range.bytes) : bytes;
  };
  const archive = await createArchiveReader({ read, digest: undefined }, createArchiveCache(0))([live.path]);
  const covers = { from: Date.parse(main.covers.from), to: Date.parse(main.covers.to) };
  const span = archive.complete.find(({ from, to }) => from === covers.from && to === covers.to);
  const source = span && sizeOf(span.magnitude);
  if (!source) return undefined;
  const [fence] = archive.fences as [Fence];
  // The first set has all events.
  const packs = fence.packs.filter(({ set }) => set === 0);
  const { rows, bytes } = sumOf(fence, packs);
  // Events of several agencies are merged, and how many that gives is not in the record.
  if (reporting.length === 1 && rows !== main.records) throw new Error(`its archive has ${rows} of ${main.records} events`);
  if (bytes > MOST_BYTES) throw new Error(`their events have ${bytes} bytes, the limit is ${MOST_BYTES}`);
  const events = await featuresOf(archive, fence, packs);
  return { asOf: Date.parse(snapshot.as_of), events, covers, source, agencies: eventAgencies(snapshot.sources) };
}

function sizeOf(magnitude: number | null): FeedInput["source"] | undefined {
  const sizes = Object.entries(LEAST_OF_FEED) as [FeedInput["source"], number | null][];
  return sizes.find(([, least]) => least === magnitude)?.[0];
}

/** The features of packs that stay from snapshot to snapshot. */
let known: ReadonlyMap<string, readonly FeedFeature[]> = new Map();

async function featuresOf(archive: Archive, fence: Fence, packs: Fence["packs"]): Promise<FeedFeature[]> {
  const features = new Map<string, readonly FeedFeature[]>();
  for (const pack of packs) {
    const read = async () => (await archive.features(rowsOf(fence, pack))).map(withFeedDetail);
    // A file may have several packs.
    const key = `${pack.sha256} ${pack.unit}`;
    features.set(key, known.get(key) ?? (await read()));
  }
  known = features;
  return [...features.values()].flat();
}

function sumOf({ blocks }: Fence, packs: Fence["packs"]): { rows: number; bytes: number } {
  const sum = { rows: 0, bytes: 0 };
  for (const { firstBlock, endBlock } of packs) {
    for (let at = firstBlock; at < endBlock; at++) {
      sum.rows += blocks.rows[at] as number;
      sum.bytes += blocks.bytes[at] as number;
    }
  }
  return sum;
}

function rowsOf(fence: Fence, { firstBlock, endBlock }: Fence["packs"][0]) {
  return Array.from({ length: endBlock - firstBlock }, (_, at) => firstBlock + at).flatMap((at) =>
    Array.from({ length: fence.blocks.rows[at] as number }, (_, row) => ({ fence, at, row })),
  );
}
