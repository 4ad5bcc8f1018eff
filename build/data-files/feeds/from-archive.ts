import type { Fence } from "../../fdsn/archive/fence.ts";
import { type Archive, createArchiveCache, createArchiveReader } from "../../fdsn/archive/reader.ts";
import { type FeedFeature, withFeedDetail } from "../../store/feed-feature.ts";
import type { Transition } from "../../tree/transition.ts";
import { fileAt } from "../../tree/unindexed.ts";
import { feedsStep } from "./files.ts";
import { type FeedInput, LEAST_OF_FEED } from "./select.ts";

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
  const usgs = snapshot.sources.find(({ id }) => id === "usgs");
  if (!live || !usgs?.covers) return undefined;
  const read = async (path: string, range?: { at: number; bytes: number }) => {
    const bytes = fs.read(fileAt(fs, dir, path));
    return range ? bytes.subarray(range.at, range.at + range.bytes) : bytes;
  };
  const archive = await createArchiveReader({ read, digest: undefined }, createArchiveCache(0))([live.path]);
  const covers = { from: Date.parse(usgs.covers.from), to: Date.parse(usgs.covers.to) };
  const span = archive.complete.find(({ from, to }) => from === covers.from && to === covers.to);
  const source = span && sizeOf(span.magnitude);
  if (!source) return undefined;
  const [fence] = archive.fences as [Fence];
  // The first set has all events.
  const packs = fence.packs.filter(({ set }) => set === 0);
  const { rows, bytes } = sumOf(fence, packs);
  if (rows !== usgs.records) throw new Error(`its archive has ${rows} of ${usgs.records} events`);
  if (bytes > MOST_BYTES) throw new Error(`their events have ${bytes} bytes, the limit is ${MOST_BYTES}`);
  return { asOf: Date.parse(snapshot.as_of), events: await featuresOf(archive, fence, packs), covers, source };
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

/** All rows of a pack. */
function rowsOf(fence: Fence, { firstBlock, endBlock }: Fence["packs"][0]) {
  return Array.from({ length: endBlock - firstBlock }, (_, at) => firstBlock + at).flatMap((at) =>
    Array.from({ length: fence.blocks.rows[at] as number }, (_, row) => ({ fence, at, row })),
  );
}
