import type { IndexEntry, SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { UserError } from "../../platform/error.ts";
import { sha256 as hashOf } from "../../platform/hash.ts";
import { KEPT_SECTION } from "../../tree/index-section.ts";
import { type MadeFile, makeSection } from "../../tree/make-index.ts";
import type { Delta, SectionChange } from "./delta.ts";
import { applyDifference } from "./difference.ts";

/** The older tree. */
export interface BaseTree {
  sections: ReadonlyMap<string, readonly IndexEntry[]>;
  /** A content by its SHA-256. */
  content: (sha256: string) => Uint8Array | undefined;
}

export interface Applied {
  sections: ReadonlyMap<string, readonly IndexEntry[]>;
  /** Contents that the older tree lacks, with their hashes. */
  contents: readonly { sha256: string; bytes: Uint8Array }[];
}

/**
 * The newer tree, from the older one and the delta between them. Each content has the hash that the delta states; `indexOf` checks
 * whether sections and files are those of a snapshot.
 *
 * @throws UserError `delta-unsound` if it does not match
 */
export function applyDelta({ sections, content }: BaseTree, delta: Delta): Applied {
  const contents = delta.contents.map(({ sha256, bytes, base }, at) => {
    const encoded = delta.encoded[at] ?? new Uint8Array();
    const whole = base === null ? encoded : difference(content(base), encoded, bytes);
    if (whole.length !== bytes || hashOf(whole) !== sha256) throw unsound(`does not lead to the content ${sha256}`);
    return { sha256, bytes: whole };
  });
  return { sections: changed(sections, delta.sections), contents };
}

/** Whether sections are identical to those of a snapshot. @param from a tree whose sections are known to be right */
export function areSectionsOf(
  { sections }: Pick<Applied, "sections">,
  { index }: SnapshotRecord,
  from: { snapshot: Pick<SnapshotRecord, "index">; sections: Applied["sections"] },
): boolean {
  const isRight = ({ name, sha256 }: SnapshotRecord["index"][number]) => {
    const entries = sections.get(name) ?? [];
    const before = from.snapshot.index.find((section) => section.name === name);
    if (before?.sha256 === sha256 && entries === from.sections.get(name)) return true;
    return makeSection(name, entries).record.sha256 === sha256;
  };
  return index.every(isRight) && [...sections.keys()].every((name) => index.some((section) => section.name === name));
}

/** The files of the index, where they are to the byte those of the snapshot. @returns undefined if they are not */
export function indexOf({ sections }: Pick<Applied, "sections">, { index }: SnapshotRecord): MadeFile[] | undefined {
  if ([...sections.keys()].some((name) => !index.some((section) => section.name === name))) return undefined;
  const made = index.map(({ name }) => makeSection(name, sections.get(name) ?? []));
  if (made.some(({ record }, at) => record.sha256 !== index[at]?.sha256)) return undefined;
  return made.flatMap(({ files }) => files);
}

function difference(base: Uint8Array | undefined, encoded: Uint8Array, bytes: number): Uint8Array {
  if (!base) throw unsound("needs a content that the older tree lacks");
  return applyDifference(base, encoded, bytes);
}

function changed(
  sections: BaseTree["sections"],
  changes: readonly SectionChange[],
): Map<string, readonly IndexEntry[]> {
  const all = new Map(sections);
  for (const { name, put, gone } of changes) {
    if (put.length + gone.length === 0 && all.has(name)) continue;
    const entries = new Map((all.get(name) ?? []).map((entry) => [entry.path, entry]));
    for (const path of gone) entries.delete(path);
    for (const entry of put) entries.set(entry.path, entry);
    if (entries.size === 0 && name === KEPT_SECTION) all.delete(name);
    else all.set(name, [...entries.values()]);
  }
  return all;
}

function unsound(what: string): UserError {
  return new UserError("delta-unsound", `the delta ${what}`);
}
