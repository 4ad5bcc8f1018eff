import type { IndexEntry, IndexSection } from "../contract/wire/snapshot.ts";
import { PAGE_SECTIONS } from "../tree/file.ts";
import { KEPT_SECTION, type KeptEntry } from "../tree/index-section.ts";
import { RETIRED_SHARDS_MS } from "../tree/retired-shards.ts";
import { replacedFile } from "../tree/unindexed.ts";
import { pathOf, type WantedFile } from "./read.ts";
import type { Listed } from "./target.ts";

/** What is there, and what is to be. */
export interface Standing {
  ours: Published;
  /** By the target's own record and index; undefined where it has none. */
  theirs: Published | undefined;
  /** What really lies at the target, by path, where that was looked at; otherwise its index is believed. */
  seen: ReadonlyMap<string, Listed> | undefined;
  /** The ETag that the store gives to such bytes of ours; asked for only where `seen` is there. */
  etagOf: (wanted: WantedFile) => string;
}

export interface Published {
  asOf: string;
  /** Sections of the index in their order, and the files of each. */
  index: readonly IndexSection[];
  sections: ReadonlyMap<string, readonly IndexEntry[]>;
  /** Whether compressed variants are, or are to be, keys of their own. */
  variants: boolean;
}

/** A path whose bytes are to be kept under their hash before they are replaced or removed. */
interface Replaced {
  path: string;
  sha256: string;
}

/** What publishing does, part by part, in this order; the record comes between `sections` and `removed`. */
export interface PublishPlan {
  shards: readonly WantedFile[];
  replaced: readonly Replaced[];
  answers: readonly WantedFile[];
  pages: readonly WantedFile[];
  sections: readonly IndexSection[];
  /** Paths of the snapshot before that nobody needs any more. */
  removed: readonly string[];
  /** Shards that an older snapshot may need and our index does not know: they are made young, and stay. */
  left: readonly string[];
}

/** What has to be done so that the target has our tree. Pure. */
export function planPublish(standing: Standing): PublishPlan {
  const { ours, theirs } = standing;
  const wanted = [...ours.sections].map(([name, entries]) => ({ name, files: filesOf(entries, ours.variants) }));
  const send = (choose: (name: string) => boolean) =>
    wanted.filter(({ name }) => choose(name)).flatMap(({ files }) => files.filter(isMissing(standing)));
  const here = new Set(wanted.flatMap(({ files }) => files.map(pathOf)));
  const { removed, left } = removals(theirs, here, ours.asOf);
  return {
    shards: send((name) => SHARDS.has(name)),
    replaced: replacedFiles(standing),
    answers: send((name) => !SHARDS.has(name) && !PAGES.has(name)),
    pages: send((name) => PAGES.has(name)),
    sections: ours.index.filter((section) => isSectionMissing(standing, section)),
    removed: [...removed, ...sectionsOnlyIn(theirs, ours)],
    left,
  };
}

const SHARDS: ReadonlySet<string> = new Set(["shards", KEPT_SECTION]);
const PAGES: ReadonlySet<string> = new Set(PAGE_SECTIONS);

/** A file of the index, and its variants where they are wanted. */
export function filesOf(entries: readonly IndexEntry[], variants: boolean): WantedFile[] {
  if (!variants) return entries.map((entry) => ({ entry, encoding: undefined }));
  return entries.flatMap((entry) => [undefined, ...entry.encodings].map((encoding) => ({ entry, encoding })));
}

function isMissing({ theirs, seen, etagOf }: Standing): (wanted: WantedFile) => boolean {
  const before = new Map([...(theirs?.sections.values() ?? [])].flat().map((entry) => [entry.path, entry]));
  return (wanted) => {
    const { entry, encoding } = wanted;
    const earlier = before.get(entry.path);
    // The class is a header of the object, so another one is sent anew.
    if (earlier && earlier.cache !== entry.cache) return true;
    if (seen) return seen.get(pathOf(wanted))?.etag !== etagOf(wanted);
    if (earlier?.sha256 !== entry.sha256) return true;
    return encoding !== undefined && !(theirs?.variants && earlier.encodings.includes(encoding));
  };
}

function isSectionMissing({ theirs, seen }: Standing, { path, sha256 }: IndexSection): boolean {
  // What was looked at does not tell a section's hash, and there are few of them.
  return seen !== undefined || theirs?.index.find((section) => section.path === path)?.sha256 !== sha256;
}

/** Everything at a fixed path of the snapshot before that will be something else, or nothing. */
function replacedFiles({ ours, theirs, seen }: Standing): Replaced[] {
  if (!theirs) return [];
  const now = new Map([...ours.sections.values()].flat().map(({ path, sha256 }) => [path, sha256]));
  for (const { path, sha256 } of ours.index) now.set(path, sha256);
  const files = [...theirs.sections.values()].flat().filter(({ cache }) => cache !== "immutable");
  // Where it is kept already an interrupted run may have replaced the file itself.
  const isThere = (sha256: string) => seen?.has(replacedFile(sha256)) === true;
  const other = [...theirs.index, ...files].filter(({ path, sha256 }) => now.get(path) !== sha256 && !isThere(sha256));
  return [...new Map(other.map(({ path, sha256 }) => [sha256, { path, sha256 }])).values()];
}

function removals(
  theirs: Published | undefined,
  here: ReadonlySet<string>,
  asOf: string,
): { removed: string[]; left: string[] } {
  const removed: string[] = [];
  const left: string[] = [];
  for (const [name, entries] of theirs?.sections ?? []) {
    const gone = filesOf(entries, theirs?.variants ?? false).filter((wanted) => !here.has(pathOf(wanted)));
    for (const wanted of gone) {
      const isNeeded = SHARDS.has(name) && !here.has(wanted.entry.path) && !isOverdue(wanted.entry, asOf);
      (isNeeded ? left : removed).push(pathOf(wanted));
    }
  }
  return { removed, left };
}

/** Whether the tree before had kept a shard for its time. */
function isOverdue(entry: IndexEntry & Partial<KeptEntry>, asOf: string): boolean {
  const { unnamed_since: since } = entry;
  return since !== undefined && Date.parse(asOf) - Date.parse(since) > RETIRED_SHARDS_MS;
}

function sectionsOnlyIn(theirs: Published | undefined, { index }: Published): string[] {
  const ours = new Set(index.map(({ path }) => path));
  return (theirs?.index ?? []).map(({ path }) => path).filter((path) => !ours.has(path));
}
