import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type IndexLine, partFile } from "../../build/contract/wire/index-part.ts";
import type { IndexEntry, IndexSection, SnapshotRecord } from "../../build/contract/wire/snapshot.ts";
import { sha256 } from "../../build/platform/hash.ts";
import { snapshotId } from "../../build/tree/index-section.ts";

type Editable<T> = { -readonly [Name in keyof T]: T[Name] };
export type EditableRecord = Editable<Omit<SnapshotRecord, "index">> & { index: Editable<IndexSection>[] };

/** Changes the record of a tree, as an attacker who can write every file. */
export function forgeRecord(dir: string, edit: (record: EditableRecord) => void): void {
  const file = join(dir, "snapshot.json");
  const record = JSON.parse(readFileSync(file, "utf8")) as EditableRecord;
  edit(record);
  writeFileSync(file, JSON.stringify(record));
}

/** Changes the list of a section of few files, and all that follows from it, so that every hash fits. */
export function forgeSection(dir: string, name: string, edit: (entries: Editable<IndexEntry>[]) => void): void {
  forgeRecord(dir, (record) => {
    const section = sectionIn(record, name);
    const entries = linesIn(dir, section.path) as Editable<IndexEntry>[];
    edit(entries);
    const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    Object.assign(section, putIndexFile(dir, JSON.stringify(sorted)), { files: sorted.length });
    record.id = snapshotId(record.index);
  });
}

/** The lines of a file of the index. */
export function linesIn(dir: string, path: string): IndexLine[] {
  return JSON.parse(readFileSync(join(dir, path), "utf8")) as IndexLine[];
}

/** The entries of a section of few files. */
export function entriesIn(dir: string, name: string): IndexEntry[] {
  const record = JSON.parse(readFileSync(join(dir, "snapshot.json"), "utf8")) as EditableRecord;
  return linesIn(dir, sectionIn(record, name).path) as IndexEntry[];
}

/** Where the file of a section lies. */
export function sectionPath(dir: string, name: string): string {
  return sectionIn(JSON.parse(readFileSync(join(dir, "snapshot.json"), "utf8")) as EditableRecord, name).path;
}

function sectionIn({ index }: Pick<EditableRecord, "index">, name: string): Editable<IndexSection> {
  const section = index.find((one) => one.name === name);
  if (!section) throw new Error(`there is no section ${name}`);
  return section;
}

/** Writes a file of the index under its hash. */
function putIndexFile(dir: string, text: string): { path: string; sha256: string; bytes: number } {
  const hash = sha256(text);
  const path = partFile(hash);
  writeFileSync(join(dir, path), text);
  return { path, sha256: hash, bytes: Buffer.byteLength(text) };
}
