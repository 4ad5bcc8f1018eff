import type { Fence } from "../../fdsn/archive/fence.ts";
import { type Archive, createArchiveCache, createArchiveReader } from "../../fdsn/archive/reader.ts";
import { type FeedFeature, withFeedDetail } from "../../store/feed-feature.ts";
import type { Transition } from "../../tree/transition.ts";
import { fileAt } from "../../tree/unindexed.ts";
import { feedsStep } from "./files.ts";
import { eventAgencies, type FeedInput, LEAST_OF_FEED } from "./select.ts";

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
