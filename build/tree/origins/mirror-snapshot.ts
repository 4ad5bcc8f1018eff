import { SNAPSHOT_FILE, type SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { UserError } from "../../platform/error.ts";
import { sha256 } from "../../platform/hash.ts";
import { DAY_MS } from "../../platform/time.ts";
import { SIGNATURE_FILE } from "../file.ts";
import { parseRecord } from "../read.ts";
import { checkSignature, LARGEST_SIGNATURE, parseSignature, type VerifyKey } from "../signature.ts";
import type { Previous } from "../transition.ts";
import { replacedFile } from "../unindexed.ts";
import { fromFuture, keyChanged, malformed, otherFormat, rollback } from "./mirror-errors.ts";
import { type Origin, readWhole } from "./origin.ts";

/** The record of the tree of an origin. */
export interface Head {
  snapshot: SnapshotRecord;
  /** The bytes of `snapshot.json`, and of `snapshot.json.sig` if there is one. */
  recordBytes: Buffer;
  signature: string | undefined;
}

export interface HeadOptions {
  keys: readonly VerifyKey[];
  /** The local snapshot; undefined for a first copy. */
  before: Pick<Previous, "snapshot" | "signature"> | undefined;
  /** ms since 1970 UTC. */
  now: number;
  fresh?: boolean;
}

/** Largest `snapshot.json`. An archive of 550,000 events, a shard for each day of 60 years, takes 3 MB. */
const LARGEST_RECORD = 16_000_000;

/** Expected size: its real size is unknown, and a slow answer of 16 MB would block newer data for long. */
const EXPECTED_RECORD = 250_000;

/** Largest error of a clock, ms. */
const SKEW = DAY_MS;

/** One change a second for 68 years. */
const LARGEST_SEQUENCE = 2 ** 31;

/** Snapshots with the same time: changes of the program or the configuration. */
const LARGEST_SEQUENCE_STEP = 1_000;

/**
 * Reads the record of the origin's tree and decides whether to follow it: it must be complete, in the current format, correctly
 * signed, not older than the local one and not from the future.
 *
 * @throws UserError `mirror-other-format`, `mirror-malformed`, `mirror-rollback`, `mirror-from-future`, `mirror-key-changed`,
 * and as `checkSignature` and `Origin.read`
 */
export async function readHead(origin: Origin, options: HeadOptions): Promise<Head> {
  const recordBytes = await readWhole(origin, SNAPSHOT_FILE, readOptions(options, LARGEST_RECORD));
  const signature = await signatureOf(origin, recordBytes, options);
  // The record is not used before its signature has been checked.
  if (options.keys.length > 0) checkSignature(recordBytes, signature, options.keys);
  else checkPinned(recordBytes, signature, options.before);
  const snapshot = readSnapshot(recordBytes);
  refuseFuture(snapshot, options.now);
  if (options.before) {
    refuseRollback(snapshot, options.before.snapshot);
    refuseLeap(snapshot, options.before.snapshot);
  }
  return { snapshot, recordBytes, signature };
}

function readOptions({ fresh = false }: HeadOptions, maxBytes: number) {
  return { maxBytes, expected: Math.min(maxBytes, EXPECTED_RECORD), fresh };
}

/** An object store also has the signature of each record under its hash, for the time of a publication. */
async function signatureOf(origin: Origin, record: Buffer, options: HeadOptions): Promise<string | undefined> {
  const beside = await readSignature(origin, SIGNATURE_FILE, options);
  if (beside === undefined || !isTorn(beside, record)) return beside;
  return (await readSignature(origin, `${replacedFile(sha256(record))}.sig`, options)) ?? beside;
}

function isTorn(text: string, record: Buffer): boolean {
  try {
    return parseSignature(text).snapshot !== sha256(record);
  } catch {
    return false;
  }
}

async function readSignature(origin: Origin, path: string, options: HeadOptions): Promise<string | undefined> {
  try {
    const text = (await readWhole(origin, path, readOptions(options, LARGEST_SIGNATURE))).toString("utf8");
    // Some hosts have a page for every path, which is not a signature.
    if (options.keys.length === 0 || path !== SIGNATURE_FILE) parseSignature(text);
    return text;
  } catch (error) {
    if (error instanceof UserError && NO_SIGNATURE.has(error.code)) return undefined;
    throw error;
  }
}

// Object stores answer 403 for a missing object without the right to list.
const NO_SIGNATURE = new Set(["mirror-missing", "mirror-refused", "mirror-too-large", "signature-malformed"]);

/** Without a trusted key, the signature must be that of the key that it states, and this key the one that signed our copy. */
function checkPinned(record: Buffer, text: string | undefined, before: HeadOptions["before"]): void {
  if (text !== undefined) checkSignature(record, text);
  if (before?.signature === undefined) return;
  const pinned = parseSignature(before.signature).signer;
  const signer = text === undefined ? undefined : parseSignature(text).signer;
  if (!signer?.key.equals(pinned.key)) throw keyChanged(pinned.id, signer?.id);
}

function readSnapshot(bytes: Buffer): SnapshotRecord {
  const text = bytes.toString("utf8");
  const format = formatOf(text);
  if (format !== undefined && format !== 3) throw otherFormat(format);
  try {
    return parseRecord(text);
  } catch (error) {
    throw malformed(SNAPSHOT_FILE, (error as Error).message.replace(`${SNAPSHOT_FILE} `, ""));
  }
}

function formatOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { format?: unknown } | null)?.format;
  } catch {
    return undefined;
  }
}

function refuseRollback(theirs: SnapshotRecord, ours: SnapshotRecord): void {
  if (Date.parse(theirs.as_of) < Date.parse(ours.as_of)) {
    throw rollback(`a snapshot as of ${theirs.as_of}, older than ours as of ${ours.as_of}`);
  }
  if (theirs.sequence < ours.sequence) {
    throw rollback(`snapshot number ${theirs.sequence}, older than our number ${ours.sequence}`);
  }
  if (theirs.sequence === ours.sequence && theirs.id !== ours.id) {
    throw rollback(`another snapshot of number ${ours.sequence}: ${theirs.id}, ours is ${ours.id}`);
  }
}

/** A mirror that accepted such a snapshot once would refuse every valid one after it. */
function refuseFuture({ as_of, sequence }: SnapshotRecord, now: number): void {
  if (Date.parse(as_of) > now + SKEW) throw fromFuture(`is as of ${as_of}, which is yet to come`);
  if (sequence > LARGEST_SEQUENCE) throw fromFuture(`has number ${sequence}, which no publisher can have reached`);
}

function refuseLeap(theirs: SnapshotRecord, ours: SnapshotRecord): void {
  const seconds = (Date.parse(theirs.as_of) - Date.parse(ours.as_of)) / 1000;
  if (theirs.sequence - ours.sequence <= seconds + LARGEST_SEQUENCE_STEP) return;
  throw fromFuture(`has number ${theirs.sequence}, ours ${ours.sequence}: more than a change a second since`);
}
