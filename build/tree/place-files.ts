import { join } from "node:path";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { createPool } from "../platform/pool.ts";
import { type FileGroup, SECTIONS, type Section, type TreeFile, writeFault } from "./file.ts";
import { entriesBelow, entryIn, findIn, type IndexRoots } from "./index-node.ts";
import { KEPT_SECTION } from "./index-section.ts";
import { checkGroup, type GroupKeys, type Keys, keyLine, keysIn, storedKey, storedSection } from "./keys.ts";
import { changeSection, makeSection } from "./make-index.ts";
import { foldersAbove, place, type Staging } from "./staging.ts";

/** Bounds the memory: with four, the embedded build needed 40 MB more, and the same time on two cores. */
const COMPRESSED_AT_A_TIME = 2;

/** The event loop gets a turn, and `progress` a call, after this many files. */
const FILES_PER_TURN = 128;

/** Where files are placed. */
export interface Placing {
  staging: Staging;
  /** The index of the previous tree. */
  before: IndexRoots;
  /** Paths of damaged files of the previous tree. */
  damaged: ReadonlySet<string>;
  /** The keys of the previous tree; undefined: they are not known, and every file is made. */
  keys: Keys | undefined;
  /** Makes the folder of staged files, once: nothing is touched before something is new. */
  begin: () => void;
  progress?: ((files: number) => void) | undefined;
}

export interface PlacedFiles {
  /** The index of the next tree, without the section of kept shards. */
  index: IndexRoots;
  /** Whether a file was placed one by one. False for the files of a group that is carried over whole. */
  isPlaced: (path: string) => boolean;
  keys: Pick<Keys, "files" | "groups">;
  written: number;
  unchanged: number;
}

/**
 * Writes the files that are new or changed into the folder of the next tree. Groups with a known key, and files with one, are not
 * looked up in the index: their entries stay.
 *
 * @throws Error for two files or groups of one name
 */
export async function stageFiles(placing: Placing, files: Iterable<TreeFile | FileGroup>): Promise<PlacedFiles> {
  const state = newState(placing);
  const pool = createPool(COMPRESSED_AT_A_TIME);
  let turn = FILES_PER_TURN;
  try {
    for (const { file, stored } of singleFiles(state, files)) {
      const { put, variants } = placeOne(state, file, stored);
      if (put || variants) placing.begin();
      put?.();
      if (variants) await pool.add(variants);
      if (--turn === 0) {
        turn = FILES_PER_TURN;
        placing.progress?.(state.written + state.unchanged);
        await new Promise(setImmediate);
      }
    }
  } finally {
    await pool.drain();
  }
  return placed(state);
}

/** What is known while files are placed. */
interface State extends Placing {
  /** The sections of the files that were given, by path, and the folders of these files. */
  claimed: Map<string, Section>;
  folders: Set<string>;
  /** The sections of the files of the previous tree that are not in a group that is carried over, by path. */
  released: Map<string, Section>;
  /** New and changed entries by section. */
  entries: Map<Section, IndexEntry[]>;
  nextKeys: { files: Map<string, string>; groups: Map<string, GroupKeys> };
  names: Set<string>;
  written: number;
  unchanged: number;
}

function newState(placing: Placing): State {
  const state: State = {
    ...placing,
    claimed: new Map(),
    folders: new Set(),
    released: new Map(),
    entries: new Map(SECTIONS.map((name) => [name, []])),
    nextKeys: { files: new Map(), groups: new Map() },
    names: new Set(),
    written: 0,
    unchanged: 0,
  };
  if (placing.keys) release(state, placing.keys.files);
  return state;
}

function release({ released }: State, keys: ReadonlyMap<string, string>): void {
  for (const [path, stored] of keys) released.set(path, storedSection(stored));
}

/** A file, and its stored key in the previous tree. */
interface Given {
  file: TreeFile;
  stored: string | undefined;
}

/** All files but those of groups that the previous tree has with the same key, whole. */
function* singleFiles(state: State, files: Iterable<TreeFile | FileGroup>): Generator<Given> {
  const { keys, nextKeys } = state;
  for (const one of files) {
    if ("files" in one) {
      yield* filesOf(state, one);
      continue;
    }
    nextKeys.files.set(one.path, storedKey(one));
    yield { file: one, stored: keys?.files.get(one.path) };
  }
}

function* filesOf(state: State, group: FileGroup): Generator<Given> {
  const { damaged, keys, names, nextKeys } = state;
  const { name, key } = group;
  checkGroup(group);
  if (names.has(name)) throw new Error(`two groups of files have one name: ${name}`);
  names.add(name);
  const former = keys?.groups.get(name);
  const isKnown = key !== undefined && former?.key === key;
  if (isKnown && (damaged.size === 0 || ![...keysIn(former.lines()).keys()].some((path) => damaged.has(path)))) {
    nextKeys.groups.set(name, former);
    state.unchanged += former.files;
    return;
  }
  const stored = former ? keysIn(former.lines()) : new Map<string, string>();
  release(state, stored);
  let [count, lines] = [0, ""];
  for (const file of group.files()) {
    count++;
    lines += keyLine(file.path, storedKey(file));
    yield { file, stored: stored.get(file.path) ?? keys?.files.get(file.path) };
  }
  if (key !== undefined) nextKeys.groups.set(name, { key, files: count, lines: () => lines });
  else for (const [path, one] of keysIn(lines)) nextKeys.files.set(path, one);
}

function placeOne(state: State, file: TreeFile, stored: string | undefined): Pick<ReturnType<typeof place>, "put" | "variants"> {
  const { path, section, key } = file;
  claim(state, file);
  if (key !== undefined && stored === storedKey(file) && !state.damaged.has(path)) {
    state.unchanged++;
    return {};
  }
  const made = place(state.staging, file, formerEntry(state, file, stored), stored);
  state.entries.get(section)?.push(made.entry);
  if (made.unchanged) state.unchanged++;
  else state.written++;
  return made;
}

/** The entry of a file in the previous tree, unless the file there is damaged. */
function formerEntry(
  { staging: { fs, places }, before, damaged }: State,
  { path, section }: TreeFile,
  stored: string | undefined,
): IndexEntry | undefined {
  if (before.size === 0 || damaged.has(path)) return undefined;
  if (stored !== undefined) return entryIn(before.get(storedSection(stored)), path);
  // Without a stored key, a file could be in any section, and each search may read a part of the index.
  if (fs.stat(join(places.out, path))?.kind !== "file") return undefined;
  return entryIn(before.get(section), path) ?? findIn(before, path)?.entry;
}

/** @throws Error for a path that a tree cannot have, or that another given file has */
function claim({ claimed, folders, released }: State, { path, section }: TreeFile): void {
  // Paths of the previous tree were checked before.
  const fault = released.has(path) ? undefined : writeFault(path);
  if (fault) throw new Error(`a tree cannot hold ${JSON.stringify(path)} (${section}): ${fault}`);
  const other = claimed.get(path);
  if (other) throw twice(path, other, section);
  if (folders.has(path)) throw fileAndFolder(path, section);
  for (const folder of foldersAbove(path)) {
    if (folders.has(folder)) break;
    if (claimed.has(folder)) throw fileAndFolder(folder, section);
    folders.add(folder);
  }
  claimed.set(path, section);
}

function twice(path: string, one: string, other: string): Error {
  return new Error(`two files of the tree have one path: ${path} (${one}) and ${path} (${other})`);
}

function fileAndFolder(path: string, section: string): Error {
  return new Error(`a file and a folder of the tree have one path: ${path} (${section})`);
}

function placed(state: State): PlacedFiles {
  const { keys, nextKeys, names, claimed, written, unchanged } = state;
  for (const [name, { lines }] of keys?.groups ?? []) if (!names.has(name)) release(state, keysIn(lines()));
  const index = keys ? changedIndex(state) : madeIndex(state);
  if (keys) checkTaken(state, index);
  return { index, isPlaced: (path) => claimed.has(path), keys: nextKeys, written, unchanged };
}

function madeIndex({ entries }: State): IndexRoots {
  return new Map(SECTIONS.map((name) => [name, makeSection(name, entries.get(name) ?? [])]));
}

function changedIndex({ before, claimed, entries, released }: State): IndexRoots {
  const gone = new Map<Section, string[]>(SECTIONS.map((name) => [name, []]));
  for (const [path, section] of released) if (claimed.get(path) !== section) gone.get(section)?.push(path);
  return new Map(
    SECTIONS.map((name) => {
      const root = before.get(name) ?? makeSection(name, []);
      return [name, changeSection(root, entries.get(name) ?? [], gone.get(name) ?? [])];
    }),
  );
}

/** @throws Error if a new file has the path of a file, or a folder, of a group that is carried over */
function checkTaken({ staging: { fs, places }, before, claimed, released }: State, index: IndexRoots): void {
  const dir = places.out;
  const checked = new Set<string>();
  for (const [path, section] of claimed) {
    if (released.has(path)) continue;
    // Reads the index only for paths that exist on the disk: reading it all would take longer than the build of a minute.
    const kind = fs.stat(join(dir, path))?.kind;
    const other = kind === "file" ? findIn(withoutKept(before), path) : undefined;
    if (other) throw twice(path, other.section, section);
    if (kind === "folder" && hasBelow(index, path)) throw fileAndFolder(path, section);
    for (const folder of foldersAbove(path)) {
      if (checked.has(folder)) break;
      checked.add(folder);
      if (fs.stat(join(dir, folder))?.kind === "file" && findIn(index, folder)) throw fileAndFolder(folder, section);
    }
  }
}

function withoutKept(index: IndexRoots): IndexRoots {
  return index.has(KEPT_SECTION) ? new Map([...index].filter(([name]) => name !== KEPT_SECTION)) : index;
}

function hasBelow(index: IndexRoots, folder: string): boolean {
  for (const { path } of entriesBelow(index.values())) if (path.startsWith(`${folder}/`)) return true;
  return false;
}
