import type { IndexEntry, IndexSection } from "../contract/wire/snapshot.ts";
import { PAGE_SECTIONS } from "../tree/file.ts";
import { KEPT_SECTION, type KeptEntry } from "../tree/index-section.ts";
import { RETIRED_SHARDS_MS } from "../tree/retired-shards.ts";
import { replacedFile } from "../tree/unindexed.ts";
import { pathOf, type WantedFile } from "./read.ts";
import type { Listed } from "./target.ts";

/** The local tree and the state of the target. */
export interface Standing {
  ours: Published;
  /** From the target's record and index; undefined if it has none. */
  theirs: Published | undefined;
  /** The objects at the target by path, if they were listed; otherwise its index is trusted. */
  seen: ReadonlyMap<string, Listed> | undefined;
  /** The ETag that the store gives to these bytes of ours; used only with `seen`. */
  etagOf: (wanted: WantedFile) => string;
}

export interface Published {
  asOf: string;
  /** Sections of the index in order, and the files of each. */
  index: readonly IndexSection[];
  sections: ReadonlyMap<string, readonly IndexEntry[]>;
  /** Whether compressed variants have, or get, their own keys. */
  variants: boolean;
}

/** A path whose bytes are kept under their hash before they are replaced or removed. */
interface Replaced {
  path: string;
  sha256: string;
}

/** The work of publishing, in this order; the record comes between `sections` and `removed`. */
export interface PublishPlan {
  shards: readonly WantedFile[];
  replaced: readonly Replaced[];
  answers: readonly WantedFile[];
  pages: readonly WantedFile[];
  sections: readonly IndexSection[];
  /** Paths of the previous snapshot that are no longer needed. */
  removed: readonly string[];
  /** Shards that an older snapshot may need and our index does not name: their age is reset, and they stay. */
  left: readonly string[];
}

/** The work that gives the target our tree. Pure. */
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

/** A file of the index, and its variants if they are wanted. */
export function filesOf(entries: readonly IndexEntry[], variants: boolean): WantedFile[] {
  if (!variants) return entries.map((entry) => ({ entry, encoding: undefined }));
  return entries.flatMap((entry) => [undefined, ...entry.encodings].map((encoding) => ({ entry, encoding })));
}

function isMissing({ theirs, seen, etagOf }: Standing): (wanted: WantedFile) => boolean {
  const before = new Map([...(theirs?.sections.values() ?? [])].flat().map((entry) => [entry.path, entry]));
  return (wanted) => {
    const { entry, encoding } = wanted;
    const earlier = before.get(entry.path);
    // The cache class is a header of the object, so a change requires sending it again.
    if (earlier && earlier.cache !== entry.cache) return true;
    if (seen) return seen.get(pathOf(wanted))?.etag !== etagOf(wanted);
    if (earlier?.sha256 !== entry.sha256) return true;
    return encoding !== undefined && !(theirs?.variants && earlier.encodings.includes(encoding));
  };
}

function isSectionMissing({ theirs, seen }: Standing, { path, sha256 }: IndexSection): boolean {
  // A listing does not show the hash of a section, and there are few sections.
  return seen !== undefined || theirs?.index.find((section) => section.path === path)?.sha256 !== sha256;
}

/** Files at fixed paths of the previous snapshot that will change or be removed. */
function replacedFiles({ ours, theirs, seen }: Standing): Replaced[] {
  if (!theirs) return [];
  const now = new Map([...ours.sections.values()].flat().map(({ path, sha256 }) => [path, sha256]));
  for (const { path, sha256 } of ours.index) now.set(path, sha256);
  const files = [...theirs.sections.values()].flat().filter(({ cache }) => cache !== "immutable");
  // If a copy exists, an interrupted run may have replaced the file already.
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

/** Whether the previous tree kept a shard for its full time. */
function isOverdue(entry: IndexEntry & Partial<KeptEntry>, asOf: string): boolean {
  const { unnamed_since: since } = entry;
  return since !== undefined && Date.parse(asOf) - Date.parse(since) > RETIRED_SHARDS_MS;
}

function sectionsOnlyIn(theirs: Published | undefined, { index }: Published): string[] {
  const ours = new Set(index.map(({ path }) => path));
  return (theirs?.index ?? []).map(({ path }) => path).filter((path) => !ours.has(path));
}
