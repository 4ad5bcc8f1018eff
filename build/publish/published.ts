import type { IndexEntry, IndexSection, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { sha256 } from "../platform/hash.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE } from "../tree/file.ts";
import { parseSection } from "../tree/index-section.ts";
import { parseRecord } from "../tree/record.ts";
import { LARGEST_SIGNATURE } from "../tree/signature.ts";
import { replacedFile } from "../tree/unindexed.ts";
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

/** The note of the record if variants were published too. */
export const WITH_VARIANTS = "variants";

/** Much larger than any record. */
const LARGEST_RECORD = 16_000_000;

/** @throws UserError `tree-broken` if the `snapshot.json` there is malformed */
export async function readPublishedRecord(target: Target): Promise<PublishedRecord | undefined> {
  const record = await target.get(SNAPSHOT_FILE, LARGEST_RECORD);
  if (!record) return undefined;
  const snapshot = parseRecord(record.bytes.toString("utf8"));
  const signature = (await target.get(SIGNATURE_FILE, LARGEST_SIGNATURE))?.bytes;
  return { record, snapshot, signature, variants: record.note === WITH_VARIANTS };
}

/**
 * The index of the snapshot at the target. Sections that are the same as ours are not fetched. Undefined if one is missing: then
 * the objects must be listed.
 */
export async function readPublished(
  target: Target,
  pointer: PublishedRecord,
  ours: LocalTree,
): Promise<Published | undefined> {
  const { snapshot, variants } = pointer;
  const sections = new Map<string, readonly IndexEntry[]>();
  for (const section of snapshot.index) {
    const same = ours.snapshot.index.some((one) => one.name === section.name && one.sha256 === section.sha256);
    const entries = same ? ours.sections.get(section.name) : await fetchSection(target, section);
    if (!entries) return undefined;
    sections.set(section.name, entries);
  }
  return { asOf: snapshot.as_of, index: snapshot.index, sections, variants };
}

/** An interrupted run may have replaced it; then a copy is under its hash. */
async function fetchSection(target: Target, section: IndexSection): Promise<IndexEntry[] | undefined> {
  for (const path of [section.path, replacedFile(section.sha256)]) {
    const bytes = (await target.get(path, LARGEST_SECTION))?.bytes;
    if (bytes && sha256(bytes) === section.sha256) return parseSection(section.name, bytes.toString("utf8"));
  }
  return undefined;
}

/** The size for a million files. */
const LARGEST_SECTION = 300_000_000;
