import type { IndexEntry, SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { UserError } from "../../platform/error.ts";
import { sha256 as hashOf } from "../../platform/hash.ts";
import { KEPT_SECTION, sectionText } from "../../tree/index-section.ts";
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
 * The newer tree, from the older one and the delta between them. Each content has the hash that the delta states; `sectionsOf` checks
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
    return hashOf(sectionText(entries)) === sha256;
  };
  return index.every(isRight) && [...sections.keys()].every((name) => index.some((section) => section.name === name));
}

/** Texts of the sections by name. @returns undefined if they are not identical to those of the snapshot */
export function sectionsOf({ sections }: Pick<Applied, "sections">, { index }: SnapshotRecord) {
  const texts = new Map<string, Buffer>();
  for (const { name, sha256 } of index) {
    const text = Buffer.from(sectionText(sections.get(name) ?? []));
    if (hashOf(text) !== sha256) return undefined;
    texts.set(name, text);
  }
  return [...sections.keys()].every((name) => texts.has(name)) ? texts : undefined;
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
