import { basename, join } from "node:path";
import type { IndexEntry, IndexSection } from "../contract/wire/snapshot.ts";
import { SECTIONS, type Section } from "./file.ts";
import { KEPT_SECTION, type KeptEntry, sectionRecord, sectionText } from "./index-section.ts";
import type { Staging } from "./staging.ts";
import type { Previous } from "./transition.ts";

/** A section of the index; its text is made only if it differs from that of the previous tree. */
export interface MadeSection {
  record: IndexSection;
  entries: readonly IndexEntry[];
  text: () => string;
}

export function makeIndex(
  sections: Readonly<Record<Section, readonly IndexEntry[]>>,
  kept: readonly KeptEntry[],
  before: Previous | undefined,
): MadeSection[] {
  const lists: [string, readonly IndexEntry[]][] = SECTIONS.map((name) => [name, sections[name]]);
  if (kept.length > 0) lists.push([KEPT_SECTION, kept]);
  return lists.map(([name, entries]) => {
    const same = before && sameSection(name, entries, before);
    if (same) return { record: same, entries, text: () => sectionText(entries) };
    const text = sectionText(entries);
    return { record: sectionRecord(name, text, entries.length), entries, text: () => text };
  });
}

/** The section of the previous tree, if it has the same entries, and therefore the same text. */
function sameSection(name: string, entries: readonly IndexEntry[], before: Previous): IndexSection | undefined {
  const earlier = before.sections.get(name);
  if (name === KEPT_SECTION || !earlier || earlier.length !== entries.length) return undefined;
  const known = new Set(earlier);
  if (!entries.every((entry) => known.has(entry))) return undefined;
  return before.snapshot.index.find((section) => section.name === name);
}

/** A section to write. */
type SectionFile = Pick<IndexSection, "path" | "sha256"> & { text: () => string | Uint8Array };

/** @param there sections that the folder already has */
export function writeIndex(
  { fs, dir }: Staging,
  sections: readonly SectionFile[],
  there: readonly IndexSection[],
): void {
  fs.makeFolder(join(dir, "index"));
  const wanted = new Set(sections.map(({ path }) => basename(path)));
  for (const name of fs.list(join(dir, "index"))) if (!wanted.has(name)) fs.remove(join(dir, "index", name));
  for (const { path, sha256: hash, text } of sections) {
    if (there.some((section) => section.path === path && section.sha256 === hash)) continue;
    fs.remove(join(dir, path));
    fs.write(join(dir, path), text());
  }
}
