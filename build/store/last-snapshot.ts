import * as z from "zod";
import { readStateFile, writeStateFile } from "./store.ts";

const FILE = "last-snapshot.json";
const schema = z.strictObject({ format: z.literal(1), id: z.string().regex(/^[0-9a-f]{16}$/), sequence: z.int().positive() });

/** A snapshot that was built from a store. */
interface LastSnapshot {
  id: string;
  sequence: number;
}

/**
 * Reads the snapshot with the largest number that was built from a store. If the tree is lost, the next snapshot continues from
 * this number, because mirrors and targets refuse smaller numbers.
 *
 * @param store its folder
 * @returns undefined if none is recorded
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readLastSnapshot(store: string): Promise<LastSnapshot | undefined> {
  return readStateFile(store, FILE, schema);
}

/**
 * Records a snapshot, unless one with the same or a larger number is recorded.
 *
 * @param store its folder; the caller holds its lock
 * @throws UserError `store-unreadable`, `store-malformed`, `store-unwritable`
 */
export async function recordSnapshot(store: string, { id, sequence }: LastSnapshot): Promise<void> {
  const known = await readLastSnapshot(store);
  if (known && known.sequence >= sequence) return;
  await writeStateFile(store, FILE, `${JSON.stringify({ format: 1, id, sequence })}\n`);
}
