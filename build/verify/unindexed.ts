import { join } from "node:path";
import type { SnapshotPosition } from "../contract/resources/resources.ts";
import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import type { Fault } from "../tree/file.ts";
import { type Delta, decodeDelta } from "../tree/history/deltas/delta.ts";
import { entryIn, type IndexRoots } from "../tree/index-node.ts";
import { isSameEntry } from "../tree/make-index.ts";
import { readInsideSync } from "../tree/read.ts";
import { isSameSnapshot } from "../tree/transition.ts";
import {
  DATA_FOLDER,
  DATA_PACKAGE,
  DELTA_KINDS,
  deltaFile,
  deltaFolder,
  PARTS_LIST,
  UNINDEXED,
  unindexedFiles,
} from "../tree/unindexed.ts";

/**
 * The faults of the deltas of a tree. Each delta must unpack, start at the snapshot in its name, and contain what its hashes state.
 * If a chain of deltas leads from its end to the snapshot of the tree, its changes must agree with the tree: each changed file is
 * as the tree has it, or a later delta changed it again. The tree at which a delta starts no longer exists, so the delta cannot be
 * applied.
 */
export function deltaFaults(dir: string, snapshot: SnapshotRecord, index: IndexRoots): Fault[] {
  const faults: Fault[] = [];
  const deltas: Read[] = [];
  for (const path of unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.deltas)) {
    const read = readDelta(dir, path, snapshot);
    if (typeof read === "string") faults.push({ path, kind: "delta", message: read });
    else deltas.push({ path, delta: read });
  }
  return [...faults, ...chainFaults(deltas, snapshot, index)];
}

interface Read {
  path: string;
  /** Without the encoded contents. */
  delta: Omit<Delta, "encoded">;
}

/** The delta, or its fault. */
function readDelta(dir: string, path: string, { as_of: asOf, sequence }: SnapshotRecord): Read["delta"] | string {
  const bytes = readInsideSync(dir, path);
  if (!bytes) return "is not a regular file";
  let delta: Delta;
  try {
    delta = decodeDelta(bytes);
  } catch (error) {
    return (error as Error).message.replace(/^the delta /, "");
  }
  const { from, to, contents, encoded } = delta;
  if (!DELTA_KINDS.some((kind) => deltaFile(kind, from) === path))
    return `starts at the snapshot ${from.id}, as of ${from.as_of}, not from the one in its name`;
  if (to.as_of < from.as_of || to.sequence < from.sequence) return `leads back from number ${from.sequence} to ${to.sequence}`;
  if (to.as_of > asOf || to.sequence > sequence) return `leads to snapshot ${to.id}, which is newer than the tree`;
  const wrong = contents.findIndex((content, at) => content.base === null && sha256(encoded[at] ?? "") !== content.sha256);
  if (wrong >= 0) return `has a content whose hash is not ${contents[wrong]?.sha256}`;
  return { from, to, sections: delta.sections, contents };
}

/** Goes back from the snapshot of the tree, step by step, and collects the paths that were changed since. */
function chainFaults(deltas: readonly Read[], snapshot: SnapshotRecord, index: IndexRoots): Fault[] {
  const since = new Set<string>();
  const faults: Fault[] = [];
  const left = new Set(deltas);
  for (let at: SnapshotPosition | undefined = snapshot; at !== undefined; ) {
    const here: SnapshotPosition = at;
    const ending = [...left].filter(({ delta }) => isSameSnapshot(delta.to, here));
    for (const read of ending) {
      left.delete(read);
      const wrong = deltaFault(read.delta, index, since);
      if (wrong !== undefined) faults.push({ path: read.path, kind: "delta", message: wrong });
    }
    const step = ending.find(({ path }) => path.startsWith(deltaFolder("step")));
    for (const { name, put, gone } of step?.delta.sections ?? []) {
      for (const path of [...put.map((entry) => entry.path), ...gone]) since.add(keyOf(name, path));
    }
    at = step?.delta.from;
  }
  return faults;
}

function deltaFault({ sections }: Read["delta"], index: IndexRoots, since: ReadonlySet<string>): string | undefined {
  for (const { name, put, gone } of sections) {
    const root = index.get(name);
    const isChanged = (path: string) => since.has(keyOf(name, path));
    for (const entry of put) {
      if (!isChanged(entry.path) && !isSameEntry(entryIn(root, entry.path), entry))
        return `does not lead to the snapshot of the tree: ${entry.path} is different in the tree`;
    }
    const left = gone.find((path) => !isChanged(path) && entryIn(root, path));
    if (left !== undefined) return `does not lead to the snapshot of the tree: ${left} is still in the tree`;
  }
  return undefined;
}

function keyOf(section: string, path: string): string {
  return `${section} ${path}`;
}

/**
 * Faults of the data files of a tree: `datapackage.json` has the size and the hash of each, and the list of parts those of the files by
 * year. A tree may have none: mirrors do not copy them.
 */
export function dataFaults(dir: string): Fault[] {
  const paths = unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.data);
  if (paths.length === 0) return [];
  const read = (path: string) => Buffer.from(NODE_FILE_SYSTEM.read(join(dir, path)));
  let described: Map<string, Described>;
  try {
    described = new Map([
      ...(paths.includes(PARTS_LIST) ? inList(read(PARTS_LIST).toString("utf8")) : []),
      ...inPackage(read(DATA_PACKAGE).toString("utf8")),
    ]);
  } catch (error) {
    return [{ path: DATA_PACKAGE, kind: "content", message: `does not describe the data files: ${(error as Error).message}` }];
  }
  const known = new Set([...described.keys(), DATA_PACKAGE]);
  return [
    ...[...described].flatMap(([path, one]): Fault[] => {
      if (!paths.includes(path)) return [{ path, kind: "missing", message: "is described as a data file, but missing" }];
      const bytes = read(path);
      const isSame = bytes.length === one.bytes && sha256(bytes) === one.sha256;
      return isSame ? [] : [{ path, kind: "changed", message: "is not the file that its description says" }];
    }),
    ...paths.filter((path) => !known.has(path)).map((path): Fault => ({ path, kind: "stray", message: "is described nowhere" })),
  ];
}

interface Described {
  bytes: number;
  sha256: string;
}

/** @throws Error if it is not a package */
function inPackage(text: string): [path: string, Described][] {
  const { resources } = JSON.parse(text) as { resources: { path: string | string[]; bytes: number; hash: string }[] };
  return resources.flatMap(({ path, bytes, hash }): [string, Described][] =>
    typeof path === "string" ? [[DATA_FOLDER + path, { bytes, sha256: hash.replace("sha256:", "") }]] : [],
  );
}

/** The first column is the file, the last two its size and its SHA-256; no value has a comma. */
function inList(text: string): [path: string, Described][] {
  const rows = text.trimEnd().split("\n").slice(1);
  return rows.map((row) => {
    const cells = row.split(",");
    return [DATA_FOLDER + cells[0], { bytes: Number(cells.at(-2)), sha256: cells.at(-1) ?? "" }];
  });
}
