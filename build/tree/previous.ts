import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { SIGNATURE_FILE } from "./file.ts";
import { readInside, readRecord, readSection } from "./read.ts";

/** The tree that a planting replaces. */
export interface Previous {
  snapshot: SnapshotRecord;
  /** Its `snapshot.json`, as it stands there. */
  text: string;
  /** Its `snapshot.json.sig`, if it has one. */
  signature: string | undefined;
  tree: { dir: string; files: ReadonlyMap<string, IndexEntry> };
  /** Entries by the name of their section; none where the index cannot be read. */
  sections: ReadonlyMap<string, readonly IndexEntry[]>;
}

/**
 * What stands at `out`; undefined where there is nothing. An index that cannot be read is as good as none: everything is
 * written anew, and the sequence goes on.
 */
export async function readPrevious(out: string, report: (line: string) => void): Promise<Previous | undefined> {
  const record = await readRecord(out).catch(() => undefined);
  if (!record) return undefined;
  const { snapshot, recordBytes } = record;
  const text = new TextDecoder().decode(recordBytes);
  const signature = (await readInside(out, SIGNATURE_FILE))?.toString("utf8");
  try {
    const sections = new Map<string, IndexEntry[]>();
    for (const section of snapshot.index) sections.set(section.name, await readSection(out, section));
    const files = new Map([...sections.values()].flat().map((entry) => [entry.path, entry]));
    return { snapshot, text, signature, tree: { dir: out, files }, sections };
  } catch (error) {
    report(`the tree before cannot be read (${(error as Error).message}); everything is written anew`);
    return { snapshot, text, signature, tree: { dir: out, files: new Map() }, sections: new Map() };
  }
}
