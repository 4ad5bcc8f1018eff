import type { ShardManifest } from "../contract/wire/snapshot.ts";
import { sha256 } from "../platform/hash.ts";
import { groupBy } from "../platform/lists.ts";
import { codeKey } from "../platform/program-hash.ts";
import type { DerivedCache } from "../store/derived.ts";
import type { UsgsEvent } from "../store/records.ts";
import type { TreeFile } from "../tree/file.ts";
import { archivePath, type CompleteSpan } from "./archive/fence.ts";
import { idHash } from "./archive/ids.ts";
import { type ArchiveFile, makeBuckets, makeFence, makePack, type SaidOfPack } from "./archive/make.ts";

/** The events of the agency, newest first. */
export interface ArchiveInput {
  /** Events that change often. */
  live: readonly UsgsEvent[];
  /** All other events, in parts that rarely change, newest first. */
  parts: readonly ArchivedPart[];
  complete: readonly CompleteSpan[];
}

export interface ArchivedPart {
  /** Changes if the events change. */
  key: string;
  /** UTC year or month: `2011`, `2011-03`. */
  unit: string;
  events: () => readonly UsgsEvent[];
  /** Changes if the ids change. */
  idsKey: string;
  /** The `idHash` of every id. */
  ids: () => Uint32Array;
}

/**
 * Approximate number of ids in a file. Small files for live ids: an event changes only a few of them. The other ids change
 * once a day.
 */
const LIVE_IDS = 1_024;
const ARCHIVED_IDS = 8_192;

/** The files of the archive. The manifest is complete after the iteration over all files. */
export interface ArchiveFiles {
  files: Iterable<TreeFile>;
  manifest: () => NonNullable<ShardManifest["archive"]>;
}

/**
 * The archive from which `/fdsnws/` is answered: one pack for each day of live events, and one for each part of the other
 * events. The pack of an unchanged part is not built again.
 *
 * @param derived results of earlier builds of the same store
 */
export function archiveFiles({ live, parts, complete }: ArchiveInput, derived: DerivedCache): ArchiveFiles {
  const fences: { path: string }[] = [];
  const done = new Set<string>();
  function* once(given: Iterable<TreeFile>): Iterable<TreeFile> {
    for (const file of given) {
      if (done.has(file.path)) continue;
      done.add(file.path);
      yield file;
    }
  }
  function* files(): Iterable<TreeFile> {
    yield* once(liveFiles(live, complete, fences));
    yield* once(archivedFiles(parts, derived, fences));
  }
  return { files: files(), manifest: () => fences };
}

function* liveFiles(
  live: readonly UsgsEvent[],
  complete: readonly CompleteSpan[],
  fences: { path: string }[],
): Iterable<TreeFile> {
  const days = groupBy(live, ({ time }) => dayOf(time));
  const said: SaidOfPack[] = [];
  for (const [day, events] of [...days].toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    const made = makePack(day, events);
    if (!made) continue;
    said.push(made.said);
    yield packFile(made.said, () => made.bytes);
  }
  const ids = [...days].map(([unit, events]) => ({
    unit,
    hashes: Uint32Array.from(
      events.flatMap((event) => event.ids),
      idHash,
    ),
  }));
  const buckets = makeBuckets(ids, LIVE_IDS);
  yield* buckets.map(readyFile);
  yield fenceFile(
    makeFence(
      said,
      buckets.map(({ hash }) => hash),
      complete,
    ),
    fences,
  );
}

function* archivedFiles(
  parts: readonly ArchivedPart[],
  derived: DerivedCache,
  fences: { path: string }[],
): Iterable<TreeFile> {
  if (parts.length === 0) return;
  const code = codeKey(["fdsn/archive/make"]);
  const said: SaidOfPack[] = [];
  for (const part of parts) {
    let made: ReturnType<typeof makePack>;
    const make = () => (made = makePack(part.unit, part.events()));
    const known =
      code === undefined ? make()?.said : derived.remember("pack", part.key, code, () => make()?.said ?? null);
    if (!known) continue;
    said.push(known);
    yield packFile(known, () => (made ?? make())?.bytes ?? new Uint8Array(0));
  }
  derived.retain(
    "pack",
    parts.map(({ key }) => key),
  );
  const keys = sha256(parts.map(({ unit, idsKey }) => `${unit} ${idsKey}\n`).join(""));
  let buckets: ArchiveFile[] | undefined;
  const make = () =>
    (buckets ??= makeBuckets(
      parts.map(({ unit, ids }) => ({ unit, hashes: ids() })),
      ARCHIVED_IDS,
    ));
  const hashes = () => make().map(({ hash }) => hash);
  const names = code === undefined ? hashes() : derived.remember("ids", keys, code, hashes);
  derived.retain("ids", [keys]);
  for (const [at, hash] of names.entries()) {
    yield archiveFile(archivePath(hash, "bin"), hash, () => make()[at]?.bytes ?? new Uint8Array(0));
  }
  yield fenceFile(makeFence(said, names, []), fences);
}

function packFile({ pack: { sha256: hash } }: SaidOfPack, bytes: () => Uint8Array): TreeFile {
  return archiveFile(archivePath(hash, "pack"), hash, bytes);
}

function fenceFile(file: ArchiveFile, fences: { path: string }[]): TreeFile {
  fences.push({ path: file.path });
  return readyFile(file);
}

function readyFile({ path, hash, bytes }: ArchiveFile): TreeFile {
  return archiveFile(path, hash, () => bytes);
}

/** Readers request byte ranges of these files, so the files must not be compressed. */
function archiveFile(path: string, hash: string, bytes: () => Uint8Array): TreeFile {
  return { path, key: hash.slice(0, 32), bytes, section: "archive", cache: "immutable", compress: false };
}

/** `2026-11-20`; `0000` for a time outside the years 0 to 9999, which is an error in the data of the agency. */
function dayOf(time: number): string {
  const printed = new Date(time).toISOString();
  return /^\d/.test(printed) ? printed.slice(0, 10) : "0000";
}
