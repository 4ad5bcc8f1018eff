import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { once } from "../platform/memoize.ts";
import { createPool } from "../platform/pool.ts";
import { type FileGroup, SECTIONS, type Section, type TreeFile, writeFault } from "./file.ts";
import { checkGroup, type GroupKeys, type Keys, storedKey } from "./keys.ts";
import type { Sections } from "./read.ts";
import { folderOf, place, type Staging } from "./staging.ts";

/** Bounds the memory: with four, the embedded build needed 40 MB more, and the same time on two cores. */
const COMPRESSED_AT_A_TIME = 2;

/** The event loop gets a turn, and `progress` a call, after this many files. */
const FILES_PER_TURN = 128;

/** Where files are placed. */
export interface Placing {
  staging: Staging;
  /** Entries of the previous tree by section. */
  before: Sections;
  /** The keys of the previous tree, and those of the next one. */
  keys: Keys;
  nextKeys: { files: Map<string, string>; groups: Map<string, GroupKeys> };
  /** Makes the folder of the next tree, once: nothing is touched before something is new. */
  begin: () => Promise<void>;
}

export interface PlacedFiles {
  sections: Record<Section, IndexEntry[]>;
  written: number;
  unchanged: number;
  bytes: number;
}

/** Writes the files that are new or changed into the folder of the next tree. @throws Error for two files or groups of one name */
export async function placeAll(
  placing: Placing,
  {
    files,
    progress = () => {},
  }: { files: Iterable<TreeFile | FileGroup>; progress?: ((files: number) => void) | undefined },
): Promise<PlacedFiles> {
  const { staging, keys, nextKeys, begin } = placing;
  const sections = Object.fromEntries(SECTIONS.map((name) => [name, [] as IndexEntry[]])) as PlacedFiles["sections"];
  const all: PlacedFiles = { sections, written: 0, unchanged: 0, bytes: 0 };
  const folders = new Set<string>();
  const add = (section: Section, entry: IndexEntry, unchanged: boolean) => {
    sections[section].push(entry);
    all.bytes += entry.bytes;
    if (unchanged) all.unchanged++;
    else all.written++;
  };
  const take = (file: Known) => {
    claim(placing, folders, file, sections);
    add(file.section, file.entry, true);
  };
  const pool = createPool(COMPRESSED_AT_A_TIME);
  try {
    for (const file of ungrouped(placing, files, take)) {
      claim(placing, folders, { ...file, stored: storedKey(file) }, sections);
      const { entry, unchanged, put, variants } = place(staging, file, keys.files.get(file.path));
      add(file.section, entry, unchanged);
      if (put) {
        await begin();
        put();
      }
      if (variants) await pool.add(variants);
      if (nextKeys.files.size % FILES_PER_TURN === 0) {
        progress(nextKeys.files.size);
        await new Promise(setImmediate);
      }
    }
  } finally {
    await pool.drain();
  }
  return all;
}

/** A file of the previous tree, and what the next one states of it. */
interface Known {
  path: string;
  section: Section;
  stored: string;
  entry: IndexEntry;
}

/** All files but those of groups that the previous tree has with the same key, whole: those are given to `take`. */
function* ungrouped(
  placing: Placing,
  files: Iterable<TreeFile | FileGroup>,
  take: (file: Known) => void,
): Iterable<TreeFile> {
  const { nextKeys } = placing;
  const names = new Set<string>();
  const sectionOf = once(() => sectionsByPath(placing.before));
  for (const one of files) {
    if (!("files" in one)) {
      yield one;
      continue;
    }
    const { name, key } = one;
    checkGroup(one);
    if (names.has(name)) throw new Error(`two groups of files have one name: ${name}`);
    names.add(name);
    const known = knownFiles(placing, one, sectionOf);
    const paths: string[] = [];
    for (const file of known ?? one.files()) {
      paths.push(file.path);
      if ("entry" in file) take(file);
      else yield file;
    }
    if (key !== undefined) nextKeys.groups.set(name, { key, paths });
  }
}

/** The files of a group in the previous tree; undefined if one is missing or damaged, or the group is another one. */
function knownFiles(
  { staging, keys }: Placing,
  { name, key }: FileGroup,
  sectionOf: () => ReadonlyMap<string, Section>,
): Known[] | undefined {
  const group = keys.groups.get(name);
  if (key === undefined || group?.key !== key) return undefined;
  const known = group.paths.flatMap((path) => {
    const [entry, section, stored] = [staging.before?.files.get(path), sectionOf().get(path), keys.files.get(path)];
    return entry && section && stored !== undefined ? { path, section, stored, entry } : [];
  });
  return known.length === group.paths.length ? known : undefined;
}

function sectionsByPath(before: Sections): ReadonlyMap<string, Section> {
  return new Map(SECTIONS.flatMap((name) => (before.get(name) ?? []).map(({ path }) => [path, name] as const)));
}

/** @throws Error with both files, if two have the same path */
function claim(
  { staging, nextKeys: { files: paths } }: Placing,
  folders: Set<string>,
  { path, section, stored }: Omit<Known, "entry">,
  sections: PlacedFiles["sections"],
): void {
  // Paths of the previous tree were checked before.
  const fault = staging.before?.files.has(path) ? undefined : writeFault(path);
  if (fault) throw new Error(`a tree cannot hold ${JSON.stringify(path)} (${section}): ${fault}`);
  if (paths.has(path)) {
    const other = SECTIONS.find((name) => sections[name].some((entry) => entry.path === path));
    throw new Error(`two files of the tree have one path: ${path} (${other}) and ${path} (${section})`);
  }
  if (folders.has(path)) throw new Error(`a file and a folder of the tree have one path: ${path} (${section})`);
  for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder)) {
    if (paths.has(folder)) throw new Error(`a file and a folder of the tree have one path: ${folder} (${section})`);
    folders.add(folder);
  }
  paths.set(path, stored);
}
