import { SNAPSHOT_FILE, type SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { createPool } from "../../../platform/pool.ts";
import { SnapshotError } from "../../../rewrite/record-shards.ts";
import { packFiles } from "../../../rewrite/shards/packs.ts";
import { preload } from "../../../rewrite/snapshot.ts";
import { type Digest, hashOfShard, readSnapshotFile } from "../../tree-index.ts";
import { CHECKED, type ReadFile, readExactly } from "../fetch-file.ts";
import {
  type ByteStore,
  type CachedTree,
  CURRENT,
  type FetchOnDemand,
  isInScope,
  lineReader,
  markPartial,
  markWhole,
  type OfflineScope,
  openCachedTree,
  readSection,
  sectionsFor,
} from "./cached-tree.ts";

/** Source and destination of a copy. */
export interface CopyOptions {
  read: ReadFile;
  store: ByteStore;
  digest: Digest;
  late?: FetchOnDemand;
}

/** Missing files, each identified by its hash. */
interface MissingFiles {
  path: string;
  sha256: string;
}

/** Browsers open six connections to an HTTP/1.1 host. */
const SIDE_BY_SIDE = 6;

/**
 * Copies the host's current snapshot, completely or not at all. `kept` answers requests until every file of the newer snapshot is
 * stored and matches its index. After a failure, the next attempt uses the files that were already stored.
 *
 * @param kept the snapshot in use; undefined at first
 * @param wants the scope besides the minimum; for a snapshot that is already stored, its missing files are added
 * @returns `kept` itself if the host has nothing newer
 * @throws SnapshotError, QuaketreeError; the error of the store if it is full
 */
export async function keepNewest(
  { read, store, digest, late }: CopyOptions,
  kept: CachedTree | undefined,
  wants: OfflineScope,
): Promise<CachedTree> {
  const recordBytes = await read(SNAPSHOT_FILE, "checked");
  const record = await readSnapshotFile(recordBytes);
  if (!recordBytes || !Array.isArray(record.index)) throw new SnapshotError(SNAPSHOT_FILE, "has no index");
  const same = kept && record.id === kept.record.id;
  // A part of a CDN may still have an older snapshot.
  if (kept && !same && record.as_of < kept.record.as_of) return kept;
  if (same && !wants.partial && !wants.everything && wants.languages.length === 0) return kept;

  const there = new Set(await store.names());
  const fetchOne = async ({ path, sha256 }: MissingFiles) => {
    if (there.has(sha256)) return;
    there.add(sha256);
    const bytes = await readExactly(read, digest, { path, sha256 }, CHECKED);
    if (!bytes) throw new SnapshotError(path, "is not the file that the index names");
    await store.put(sha256, bytes);
  };
  const fetchMissing = async (files: Iterable<MissingFiles>) => {
    const pool = createPool(SIDE_BY_SIDE);
    for (const file of files) await pool.add(() => fetchOne(file));
    await pool.drain();
  };
  const linesOf = lineReader(store);
  const sections = sectionsFor(wants);
  for (const section of record.index) {
    if (!sections.includes(section.name)) continue;
    await readSection(section, async (file) => {
      await fetchOne(file);
      return linesOf(file);
    });
  }
  await fetchMissing(shardsOf(record));
  const newer = same ? kept : await openCachedTree(store, recordBytes, late);
  for (const section of sections) {
    const { entries } = await newer.section(section);
    await fetchMissing(entries.filter(({ path }) => isInScope(section, path, wants)));
  }
  if (wants.everything) await fetchMissing(packsOf(newer));
  if (same && !wants.partial) return kept;
  await preload(newer.snapshot);
  await store.put(CURRENT, recordBytes);
  await markWhole(store);
  return newer;
}

/**
 * Opens the host's current snapshot without copying it. Shards and answers are fetched, and stored, on first use.
 *
 * @param kept the snapshot in use; undefined at first
 * @returns `kept` itself if the host has nothing newer
 * @throws SnapshotError, QuaketreeError; the error of the store if it is full
 */
export async function openNewest({ read, store, late }: CopyOptions, kept: CachedTree | undefined): Promise<CachedTree> {
  const recordBytes = await read(SNAPSHOT_FILE, "checked");
  const record = await readSnapshotFile(recordBytes);
  if (!recordBytes) throw new SnapshotError(SNAPSHOT_FILE, "is missing");
  if (kept && (record.id === kept.record.id || record.as_of < kept.record.as_of)) return kept;
  const newer = await openCachedTree(store, recordBytes, late, true);
  await markPartial(store);
  await store.put(CURRENT, recordBytes);
  return newer;
}

/** Removes files that neither of the two snapshots needs. The older one may still be answering requests. @param besides hashes to keep */
export async function removeUnused(store: ByteStore, inUse: readonly CachedTree[], besides: readonly string[]): Promise<void> {
  const used = new Set<string>(besides);
  for (const tree of inUse) {
    for (const { sha256 } of [...shardsOf(tree.record), ...packsOf(tree)]) used.add(sha256);
    for (const { name } of tree.record.index) {
      const { entries, files } = await tree.section(name);
      for (const { sha256 } of [...entries, ...files]) used.add(sha256);
    }
  }
  for (const name of await store.names()) if (/^[0-9a-f]{64}$/.test(name) && !used.has(name)) await store.remove(name);
}

function shardsOf({ shards }: SnapshotRecord): MissingFiles[] {
  const { columns, places, names, ids, packs, days, features, results } = shards;
  const records = [...days, ...features, ...results].map(({ path }) => path);
  const paths = [...columns, ...places, names, ...ids, ...(packs ? [packs] : []), ...records];
  return paths.map(shardFile);
}

function packsOf({ snapshot: { packs } }: CachedTree): MissingFiles[] {
  return packs === undefined ? [] : packFiles(packs).map(shardFile);
}

function shardFile(path: string): MissingFiles {
  return { path, sha256: hashOfShard(path) };
}
