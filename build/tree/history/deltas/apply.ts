import type { SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { UserError } from "../../../platform/error.ts";
import { sha256 } from "../../../platform/hash.ts";
import type { IndexRoots } from "../../index-node.ts";
import { KEPT_SECTION } from "../../index-section.ts";
import { changeSection, makeSection } from "../../make-index.ts";
import type { Delta, SectionChange } from "./delta.ts";
import { applyDifference } from "./difference.ts";

/** The older tree. */
export interface BaseTree {
  index: IndexRoots;
  content: (sha256: string) => Uint8Array | undefined;
}

interface Applied {
  index: IndexRoots;
  /** Contents that the older tree lacks, with their hashes. */
  contents: readonly { sha256: string; bytes: Uint8Array }[];
}

/**
 * The newer tree, from the older one and the delta between them. Each content has the hash that the delta states; `isIndexOf` checks
 * whether the index is that of a snapshot.
 *
 * @throws UserError `delta-unsound` if it does not match
 */
export function applyDelta({ index, content }: BaseTree, delta: Delta): Applied {
  const contents = delta.contents.map(({ sha256: hash, bytes, base }, at) => {
    const encoded = delta.encoded[at] ?? new Uint8Array();
    const whole = base === null ? encoded : difference(content(base), encoded, bytes);
    if (whole.length !== bytes || sha256(whole) !== hash) throw unsound(`does not lead to the content ${hash}`);
    return { sha256: hash, bytes: whole };
  });
  return { index: changed(index, delta.sections), contents };
}

/** Whether an index is to the byte that of a snapshot. */
export function isIndexOf(index: IndexRoots, snapshot: Pick<SnapshotRecord, "index">): boolean {
  return index.size === snapshot.index.length && snapshot.index.every((section) => index.get(section.name)?.sha256 === section.sha256);
}

function difference(base: Uint8Array | undefined, encoded: Uint8Array, bytes: number): Uint8Array {
  if (!base) throw unsound("needs a content that the older tree lacks");
  return applyDifference(base, encoded, bytes);
}

function changed(index: IndexRoots, changes: readonly SectionChange[]): IndexRoots {
  const all = new Map(index);
  for (const { name, put, gone } of changes) {
    const section = changeSection(all.get(name) ?? makeSection(name, []), put, gone);
    if (section.files === 0 && name === KEPT_SECTION) all.delete(name);
    else all.set(name, section);
  }
  return all;
}

function unsound(what: string): UserError {
  return new UserError("delta-unsound", `the delta ${what}`);
}
