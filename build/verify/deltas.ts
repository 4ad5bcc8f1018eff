import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { type Delta, decodeDelta, type SnapshotName } from "../history/deltas/delta.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import type { Fault } from "../tree/fault.ts";
import { readInsideSync, type Sections } from "../tree/read.ts";
import { DELTA_KINDS, deltaFile, deltaFolder, UNINDEXED, unindexedFiles } from "../tree/unindexed.ts";

/**
 * What is wrong with the deltas of a tree: whether each unpacks, leads on from the snapshot that its name says, tells contents
 * that have their hashes, and, as far as others lead on from where it ends to the snapshot of the tree, leads there. The tree
 * that it begins with is gone, so that nobody can apply it any more; what it changes has to be what the tree has now, or has
 * been changed again by a later one.
 */
export function deltaFaults(dir: string, snapshot: SnapshotRecord, sections: Sections): Fault[] {
  const faults: Fault[] = [];
  const deltas: Read[] = [];
  for (const path of unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.deltas)) {
    const read = readDelta(dir, path, snapshot);
    if (typeof read === "string") faults.push({ path, kind: "delta", message: read });
    else deltas.push({ path, delta: read });
  }
  return [...faults, ...misleading(deltas, snapshot, sections)];
}

interface Read {
  path: string;
  /** Without what tells the contents. */
  delta: Omit<Delta, "told">;
}

/** The delta, or what is wrong with it. */
function readDelta(dir: string, path: string, { as_of: asOf, sequence }: SnapshotRecord): Read["delta"] | string {
  const bytes = readInsideSync(dir, path);
  if (!bytes) return "is no plain file";
  let delta: Delta;
  try {
    delta = decodeDelta(bytes);
  } catch (error) {
    return (error as Error).message.replace(/^the delta /, "");
  }
  const { from, to, contents, told } = delta;
  if (!DELTA_KINDS.some((kind) => deltaFile(kind, from) === path))
    return `leads on from the snapshot ${from.id}, as of ${from.as_of}, not from the one in its name`;
  if (to.as_of < from.as_of || to.sequence < from.sequence)
    return `leads back, from number ${from.sequence} to ${to.sequence}`;
  if (to.as_of > asOf || to.sequence > sequence)
    return `leads to snapshot ${to.id}, which is later than that of the tree`;
  const wrong = contents.findIndex((content, at) => content.base === null && sha256(told[at] ?? "") !== content.sha256);
  if (wrong >= 0) return `tells a content that has not the hash ${contents[wrong]?.sha256}`;
  return { from, to, sections: delta.sections, contents };
}

/** Goes back from the snapshot of the tree, step by step, and remembers what has been changed since. */
function misleading(deltas: readonly Read[], snapshot: SnapshotRecord, sections: Sections): Fault[] {
  const now = new Map(
    [...sections].flatMap(([name, entries]) => entries.map((entry) => [keyOf(name, entry.path), entry])),
  );
  const since = new Set<string>();
  const faults: Fault[] = [];
  const left = new Set(deltas);
  for (let at: SnapshotName | undefined = snapshot; at !== undefined; ) {
    const here: SnapshotName = at;
    const ending = [...left].filter(({ delta }) => isSame(delta.to, here));
    for (const read of ending) {
      left.delete(read);
      const wrong = leadsAstray(read.delta, now, since);
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

function leadsAstray(
  { sections }: Read["delta"],
  now: ReadonlyMap<string, IndexEntry>,
  since: ReadonlySet<string>,
): string | undefined {
  for (const { name, put, gone } of sections) {
    for (const entry of put) {
      const key = keyOf(name, entry.path);
      if (!since.has(key) && JSON.stringify(now.get(key)) !== JSON.stringify(entry))
        return `does not lead to the snapshot of the tree: ${entry.path} is another there`;
    }
    const left = gone.find((path) => !since.has(keyOf(name, path)) && now.has(keyOf(name, path)));
    if (left !== undefined) return `does not lead to the snapshot of the tree: ${left} is still there`;
  }
  return undefined;
}

function keyOf(section: string, path: string): string {
  return `${section} ${path}`;
}

function isSame(a: SnapshotName, b: SnapshotName): boolean {
  return a.id === b.id && a.as_of === b.as_of;
}
