import type { CompleteSpan } from "../../build/fdsn/archive/fence.ts";
import { idHash } from "../../build/fdsn/archive/ids.ts";
import type { ArchivedPart, ArchiveInput } from "../../build/fdsn/archive/make.ts";
import { createArchiveCache, createArchiveReader, type OpenArchive } from "../../build/fdsn/archive/reader.ts";
import { archiveFiles } from "../../build/fdsn/files.ts";
import { fdsnReply, wholeFdsnReply } from "../../build/fdsn/service.ts";
import { sha256 } from "../../build/platform/hash.ts";
import { groupBy } from "../../build/platform/lists.ts";
import { readIds, writeIds } from "../../build/rewrite/shards/ids.ts";
import type { Snapshot } from "../../build/rewrite/snapshot.ts";
import { NO_CELLS } from "../../build/store/derive.ts";
import type { UsgsEvent } from "../../build/store/records.ts";

export const DAY = 86_400_000;
/** As of when a small world is. */
export const AS_OF = Date.UTC(2031, 4, 4, 12, 0, 0, 678);

/** A tree in memory with an archive alone, and how often it was read. */
export interface ArchiveWorld {
  files: Map<string, Uint8Array>;
  /** Every range that was read, in order. */
  reads: { path: string; bytes: number }[];
  manifest: readonly { path: string }[];
  open: OpenArchive;
  /** Of the snapshot, ms since 1970 UTC. */
  asOf: number;
  /** The ids of events that were deleted. */
  withdrawn: readonly { id: string; withdrawnAt: number }[];
}

/** The country of a position in a world of three lands and a sea. */
export function countryOf(latitude: number, longitude: number): string | null {
  if (latitude < 0) return null;
  return longitude < -60 ? "US" : longitude < 90 ? "TR" : "JP";
}

export interface WorldOptions {
  /** Older events are in parts of a month, as those of a store that has archived them. */
  liveFrom?: number;
  complete?: readonly CompleteSpan[];
  cacheBytes?: number;
  asOf?: number;
  withdrawn?: ArchiveWorld["withdrawn"];
}

const COMPLETE_FROM = Date.UTC(1900, 0, 1);
export const COMPLETE: readonly CompleteSpan[] = [{ from: COMPLETE_FROM, to: AS_OF, magnitude: null }];

export function archiveWorld(events: readonly UsgsEvent[], options: WorldOptions = {}): ArchiveWorld {
  const { asOf = AS_OF, withdrawn = [], liveFrom = asOf - 20 * DAY, cacheBytes = 1e6 } = options;
  const { complete = [{ from: COMPLETE_FROM, to: asOf, magnitude: null }] } = options;
  const input = { ...partedEvents(events, liveFrom), complete, countryOf, version: "1" };
  const made = archiveFiles(input, NO_CELLS);
  const files = new Map([...made.files].map(({ path, bytes }) => [path, bytes()]));
  return { ...geographyFor(files, made.manifest(), cacheBytes), asOf, withdrawn };
}

/** Events as a store has them that has archived those before an instant, in parts of a month. */
export function partedEvents(events: readonly UsgsEvent[], liveFrom: number): Pick<ArchiveInput, "live" | "parts"> {
  const months = groupBy(
    events.filter(({ time }) => time < liveFrom),
    ({ time }) => new Date(time).toISOString().slice(0, 7),
  );
  const parts = [...months].map(([unit, own]): ArchivedPart => {
    const hashes = Uint32Array.from(
      own.flatMap(({ ids }) => ids),
      idHash,
    ).toSorted();
    const key = sha256(JSON.stringify(own));
    return { unit, key, events: () => own, idsKey: sha256(hashes.join()), ids: () => hashes };
  });
  return { live: events.filter(({ time }) => time >= liveFrom), parts };
}

/** A world with the files of another, or with some of them damaged. */
export function geographyFor(files: ArchiveWorld["files"], manifest: ArchiveWorld["manifest"], cacheBytes: number): ArchiveWorld {
  const reads: ArchiveWorld["reads"] = [];
  const read = async (path: string, range?: { at: number; bytes: number }) => {
    const whole = files.get(path);
    const bytes = range ? whole?.subarray(range.at, range.at + range.bytes) : whole;
    reads.push({ path, bytes: bytes?.length ?? 0 });
    return bytes;
  };
  return {
    files,
    reads,
    manifest,
    asOf: AS_OF,
    withdrawn: [],
    open: createArchiveReader({ read, digest: sha256 }, createArchiveCache(cacheBytes)),
  };
}

export interface Answered {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** Asks the service of a world. @param target below `/fdsnws/event/1/`, or a whole path */
export async function ask(world: ArchiveWorld, target: string, method = "GET"): Promise<Answered> {
  const { asOf, manifest: archive, withdrawn } = world;
  const record = { id: "0123456789abcdef", as_of: new Date(asOf).toISOString(), shards: { archive } };
  const ids = [readIds(writeIds([], withdrawn))];
  const snapshot = { record, asOf, ids } as unknown as Snapshot;
  const path = target.startsWith("/") ? target : `/fdsnws/event/1/${target}`;
  const request = { method, target: path, now: asOf + 5_000 };
  const { status, headers, body } = await wholeFdsnReply(await fdsnReply(snapshot, request, world.open));
  return { status, headers, text: new TextDecoder().decode(body) };
}

/** The ids in an answer as text, in its order. */
export function idsIn({ text }: Pick<Answered, "text">): string[] {
  return text
    .split("\n")
    .slice(1, -1)
    .map((row) => row.split("|")[0] as string);
}
