import type { SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { createPool } from "../../../platform/pool.ts";
import { preload, SnapshotError } from "../../../rewrite/respond.ts";
import { SNAPSHOT_FILE } from "../../../rewrite/snapshot.ts";
import { packFiles } from "../../../shards/packs.ts";
import type { ReadFile } from "../fetch-file.ts";
import { type Digest, readRecord } from "../tree-index.ts";
import type { ByteStore } from "./byte-store.ts";
import { CURRENT, type FetchLate, hashOfShard, type KeptTree, openKept } from "./cached-tree.ts";
import { isWanted, sectionsFor, type Wants } from "./scope.ts";

/** Where a tree is taken from, and where it is kept. */
export interface Keeping {
  read: ReadFile;
  store: ByteStore;
  digest: Digest;
  late?: FetchLate;
}

/** A file that is to be kept, by its hash. */
interface MissingFiles {
  path: string;
  sha256: string;
}

/** Browsers open six connections to a host that speaks HTTP/1.1. */
const SIDE_BY_SIDE = 6;

/**
 * Takes up the snapshot that the host has now, wholly or not at all: `kept` goes on answering until every file of the newer
 * one is here and is the one that its index names. What an attempt that failed has brought here stays for the next.
 *
 * @param kept what is in use; undefined at first
 * @param wants what is kept besides what every copy has; of a snapshot that is kept already, what of that is not here yet
 * @returns `kept` itself where the host has nothing newer
 * @throws SnapshotError, QuaketreeError; what the store throws when it is full
 */
export async function keepNewest(
  { read, store, digest, late }: Keeping,
  kept: KeptTree | undefined,
  wants: Wants,
): Promise<KeptTree> {
  const recordBytes = await read(SNAPSHOT_FILE, "checked");
  const record = await readRecord(recordBytes);
  if (!recordBytes || !Array.isArray(record.index)) throw new SnapshotError(SNAPSHOT_FILE, "has no index");
  const same = kept && record.id === kept.record.id;
  // A part of a CDN may still have what was before: the world does not become younger.
  if (kept && !same && record.as_of < kept.record.as_of) return kept;
  if (same && !wants.everything && wants.languages.length === 0) return kept;

  const there = new Set(await store.names());
  const fetchMissing = async (files: Iterable<MissingFiles>) => {
    const pool = createPool(SIDE_BY_SIDE);
    for (const { path, sha256 } of files) {
      if (there.has(sha256)) continue;
      there.add(sha256);
      await pool.add(async () => store.put(sha256, await readExactly({ read, digest }, path, sha256)));
    }
    await pool.drain();
  };
  const sections = sectionsFor(wants);
  await fetchMissing(record.index.filter(({ name }) => sections.includes(name)));
  await fetchMissing(shardsOf(record));
  const newer = same ? kept : await openKept(store, recordBytes, late);
  for (const section of sections) {
    const entries = [...(await newer.entries(section)).values()];
    await fetchMissing(entries.filter(({ path }) => isWanted(section, path, wants)));
  }
  if (wants.everything) await fetchMissing(packsOf(newer));
  if (same) return kept;
  await preload(newer.snapshot);
  await store.put(CURRENT, recordBytes);
  return newer;
}

/**
 * A file as the index names it.
 *
 * @throws SnapshotError where the host has another one, or none
 */
export async function readExactly(
  { read, digest }: Pick<Keeping, "read" | "digest">,
  path: string,
  sha256: string,
): Promise<Uint8Array> {
  for (const freshness of ["checked", "reloaded"] as const) {
    const bytes = await read(path, freshness);
    if (bytes && (await digest(bytes)) === sha256) return bytes;
  }
  // An object store that is being published to may have the next one already, and this one under its hash.
  const kept = await read(`replaced/${sha256}`, "kept");
  if (kept && (await digest(kept)) === sha256) return kept;
  throw new SnapshotError(path, "is not the file that the index names");
}

/**
 * Removes what neither snapshot has; the older one may still be at an answer.
 *
 * @param besides hashes of what stays all the same
 */
export async function forget(store: ByteStore, inUse: readonly KeptTree[], besides: readonly string[]): Promise<void> {
  const wanted = new Set<string>(besides);
  for (const tree of inUse) {
    for (const { sha256 } of [...tree.record.index, ...shardsOf(tree.record), ...packsOf(tree)]) wanted.add(sha256);
    for (const { name } of tree.record.index)
      for (const { sha256 } of (await tree.entries(name)).values()) wanted.add(sha256);
  }
  for (const name of await store.names())
    if (/^[0-9a-f]{64}$/.test(name) && !wanted.has(name)) await store.remove(name);
}

function shardsOf({ shards }: SnapshotRecord): MissingFiles[] {
  const { columns, places, names, ids, packs, days, results } = shards;
  const paths = [
    columns,
    places,
    names,
    ids,
    ...(packs ? [packs] : []),
    ...[...days, ...results].map(({ path }) => path),
  ];
  return paths.map(wantedShard);
}

function packsOf({ snapshot: { packs } }: KeptTree): MissingFiles[] {
  return packs === undefined ? [] : packFiles(packs).map(wantedShard);
}

function wantedShard(path: string): MissingFiles {
  return { path, sha256: hashOfShard(path) };
}
