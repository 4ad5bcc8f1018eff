import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { IndexEntry, IndexSection, SnapshotRecord } from "../../build/contract/wire/snapshot.ts";
import { sectionRecord, snapshotId } from "../../build/tree/index-section.ts";

type Editable<T> = { -readonly [Name in keyof T]: T[Name] };
export type EditableRecord = Editable<Omit<SnapshotRecord, "index">> & { index: Editable<IndexSection>[] };

/** Changes the record of a tree as somebody would who can write anything. */
export function forgeRecord(dir: string, edit: (record: EditableRecord) => void): void {
  const file = join(dir, "snapshot.json");
  const record = JSON.parse(readFileSync(file, "utf8")) as EditableRecord;
  edit(record);
  writeFileSync(file, JSON.stringify(record));
}

/** Changes the list of a section, and all that follows from it, so that every hash fits. */
export function forgeSection(dir: string, name: string, edit: (entries: Editable<IndexEntry>[]) => void): void {
  forgeRecord(dir, (record) => {
    const file = join(dir, "index", `${name}.json`);
    const entries = JSON.parse(readFileSync(file, "utf8")) as Editable<IndexEntry>[];
    edit(entries);
    const text = JSON.stringify(entries);
    writeFileSync(file, text);
    record.index = record.index.map((section) =>
      section.name === name ? sectionRecord(name, text, entries.length) : section,
    );
    record.id = snapshotId(record.index);
  });
}
