import type { UsgsEvent } from "../store/records.ts";
import type { TreeFile } from "../tree/file.ts";
import { archivePath, type CompleteSpan } from "./archive/fence.ts";
import type { ArchiveFile, PackEntry } from "./archive/make.ts";
import type { CountryOf } from "./archive/rows.ts";

/** The events of the agency, newest first. */
export interface ArchiveInput {
  /** Events that change often. */
  live: readonly UsgsEvent[];
  /** All other events, in parts that rarely change, newest first. */
  parts: readonly ArchivedPart[];
  complete: readonly CompleteSpan[];
  countryOf: CountryOf;
  /** Version of `countryOf`. */
  version: string;
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

/** A file, or the fence after all files that it names. */
export type FileOrFence = TreeFile | { fence: TreeFile };

/** Whether sets of large events are worth their space: not if most events are large, as in a store of large events alone. */
export function isWorthSets(large: number, all: number): boolean {
  return large * 2 <= all;
}

/** @param entries of the packs in a file, at least one */
export function packFile([entry]: readonly PackEntry[], bytes: () => Uint8Array): TreeFile {
  const hash = entry?.pack.sha256 ?? "";
  return archiveFile(archivePath(hash, "pack"), hash, bytes);
}

export function readyFile({ path, hash, bytes }: ArchiveFile): TreeFile {
  return archiveFile(path, hash, () => bytes);
}

/** Readers request byte ranges of these files, so the files must not be compressed. */
export function archiveFile(path: string, hash: string, bytes: () => Uint8Array): TreeFile {
  return { path, key: hash.slice(0, 32), bytes, section: "archive", cache: "immutable", compress: false };
}
