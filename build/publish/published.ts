import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { sha256 } from "../platform/hash.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE } from "../tree/file.ts";
import { entriesOf, type IndexFile, indexFileKey, type ParsedFile, readSection } from "../tree/index-section.ts";
import { readNamedSync } from "../tree/read.ts";
import { parseRecord } from "../tree/record.ts";
import { LARGEST_SIGNATURE } from "../tree/signature.ts";
import type { Published } from "./plan.ts";
import type { LocalTree } from "./read.ts";
import type { Target, TargetObject } from "./target.ts";

/** The record that the target has. */
export interface PublishedRecord {
  record: TargetObject;
  snapshot: SnapshotRecord;
  signature: Buffer | undefined;
  variants: boolean;
}

/** The note of a record whose variants were published too. */
export const WITH_VARIANTS = "variants";

/** Much larger than any record or file of an index. */
const LARGEST = 16_000_000;

/** @throws UserError `tree-damaged` if the `snapshot.json` there is malformed */
export async function readPublishedRecord(target: Target): Promise<PublishedRecord | undefined> {
  const record = await target.get(SNAPSHOT_FILE, LARGEST);
  if (!record) return undefined;
  const snapshot = parseRecord(record.bytes.toString("utf8"));
  const signature = (await target.get(SIGNATURE_FILE, LARGEST_SIGNATURE))?.bytes;
  return { record, snapshot, signature, variants: record.note === WITH_VARIANTS };
}

/** Files of the index that are read from the target at a time. */
const AT_A_TIME = 16;

/**
 * The index of the snapshot at the target. Files of it that our tree has, or keeps of the previous snapshot, are not fetched.
 * Undefined if one of them is missing: then the objects themselves must be listed.
 */
export async function readPublished(
  target: Target,
  { snapshot, variants }: PublishedRecord,
  ours: LocalTree,
): Promise<Published | undefined> {
  const known = new Map(ours.index.map((file) => [indexFileKey(file), file]));
  const reading = {
    read: async (file: IndexFile) => readNamedSync(ours.dir, file) ?? (await fetchIndexFile(target, file)),
    atATime: AT_A_TIME,
    known,
  };
  const sections = new Map<string, readonly IndexEntry[]>();
  const index: ParsedFile[] = [];
  try {
    for (const section of snapshot.index) {
      const files = await readSection(section, reading);
      index.push(...files);
      sections.set(section.name, entriesOf(files));
    }
  } catch (error) {
    if (error === LOST) return undefined;
    throw error;
  }
  return { asOf: snapshot.as_of, index, sections, variants };
}

const LOST = new Error("a file of the index is nowhere to be found");

async function fetchIndexFile(target: Target, { path, sha256: hash }: IndexFile): Promise<Buffer> {
  const bytes = (await target.get(path, LARGEST))?.bytes;
  if (!bytes || sha256(bytes) !== hash) throw LOST;
  return bytes;
}
