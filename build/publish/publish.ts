import { SNAPSHOT_FILE, type SnapshotRecord } from "../contract/wire/snapshot.ts";
import type { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { DAY_MS, HOUR_MS } from "../platform/time.ts";
import { SIGNATURE_FILE } from "../tree/file.ts";
import { entriesBelow, fetchIndex, nodesBelow } from "../tree/index-node.ts";
import type { IndexFile } from "../tree/index-section.ts";
import { parseRecord, readNamedSync } from "../tree/read.ts";
import { LARGEST_SIGNATURE } from "../tree/signature.ts";
import { isFirstOf, PUBLISHING_FILE, replacedFile, reservedFor, UNINDEXED } from "../tree/unindexed.ts";
import { isBegun, type LockSettings, lockTarget, type PublishLock } from "./lock.ts";
import {
  asIndexedFile,
  filesOf,
  type IndexedFile,
  type LocalTree,
  md5Etag,
  type Published,
  type PublishPlan,
  pathOf,
  planPublish,
  readIndexed,
  readLocalTree,
} from "./plan.ts";
import { createSender, type Sender, type SenderOptions, type Sent } from "./send.ts";
import { type Listed, notEmpty, olderThanTarget, overtaken, type Target, type TargetObject, unsigned } from "./target.ts";
import { listedIn, sendHistory, sendStatus, sweepHistory } from "./unindexed.ts";

export interface PublishOptions extends LockSettings, SenderOptions {
  /** Folder of the tree. The caller ensures that it is not replaced meanwhile. */
  dir: string;
  /** Whether compressed variants are sent under their own keys. */
  variants?: boolean;
  /** Whether an older snapshot may replace a newer one, and whether other objects may be beside the tree. */
  anew?: boolean;
  /** Whether to list the objects at the target, instead of trusting its index. */
  repair?: boolean;
}

export interface PublishReport extends Sent {
  snapshot: { id: string; sequence: number; as_of: string };
  /** Whether the target has another snapshot than before. */
  changed: boolean;
  /** Whether an earlier run was completed. */
  completed: boolean;
  /** Shards that are not in our index and stay. */
  left: number;
}

/**
 * Gives the target the tree: shards first, then copies of files that will be replaced, then answers, pages, the index and, last,
 * `snapshot.json`; only then are files removed. A reader at any moment, also after a crash, finds every file of the snapshot that
 * `snapshot.json` names: at its path, or, if that has the next file already, under `replaced/` and its hash. The next run completes
 * an interrupted one.
 *
 * @throws UserError `publish-running`, `publish-overtaken`, `publish-backwards`, `publish-unsigned`, `target-not-a-tree`, `tree-missing`,
 * `tree-damaged`, and as the target
 */
export async function publishTree(options: PublishOptions): Promise<PublishReport> {
  const { target, dir } = options;
  const tree = await readLocalTree(dir);
  const { id, sequence, as_of } = tree.snapshot;
  const result = { snapshot: { id, sequence, as_of }, changed: false, completed: false, left: 0 };
  const sender = createSender(options);
  const before = await pointerOf(target);
  if (!options.repair && before && isThere(tree, before, options) && !(await isBegun(target))) {
    await sendStatus(dir, sender);
    return { ...result, snapshot: { id, sequence: before.snapshot.sequence, as_of }, ...sender.sent };
  }
  const lock = await lockTarget(target, options);
  sender.renew = lock.renew;
  try {
    // Before the lock was held, another publisher may have changed the record.
    const outcome = await publishLocked(tree, await pointerOf(target), lock, sender, options);
    await sendStatus(dir, sender);
    await lock.release();
    return { ...result, ...outcome, completed: lock.interrupted, ...sender.sent };
  } catch (error) {
    await lock.abandon().catch(() => {});
    throw error;
  }
}

async function pointerOf(target: Target): Promise<PublishedRecord | undefined> {
  try {
    return await readPublishedRecord(target);
  } catch (error) {
    if ((error as UserError).code === "tree-damaged") throw notEmpty(target.name, `a ${SNAPSHOT_FILE}`);
    throw error;
  }
}

/** A tree that was lost and built again has the same files, but its sequence number starts again: the target keeps its larger number. */
function isThere(tree: LocalTree, pointer: PublishedRecord, { variants = false, anew = false }: PublishOptions): boolean {
  if (pointer.variants !== variants) return false;
  const { id, sequence } = tree.snapshot;
  if (!anew && pointer.snapshot.id === id && pointer.snapshot.sequence > sequence) return true;
  if (!pointer.record.bytes.equals(tree.recordBytes)) return false;
  return (pointer.signature?.toString("utf8") ?? "") === (tree.signature?.toString("utf8") ?? "");
}

async function publishLocked(
  tree: LocalTree,
  pointer: PublishedRecord | undefined,
  lock: PublishLock,
  sender: Sender,
  options: PublishOptions,
): Promise<Pick<PublishReport, "changed" | "left">> {
  const { target, repair = false, anew = false, variants = false } = options;
  if (pointer && !anew) refuseBackwards(tree, pointer, target);
  if (pointer?.signature && !tree.signature && !anew) throw unsigned(target.name, tree.dir);
  const { as_of: asOf } = tree.snapshot;
  const ours: Published = { asOf, index: tree.index, variants };
  const theirs = pointer && (await readPublished(target, pointer, tree));
  const mustLook = repair || lock.interrupted || !theirs;
  const seen = mustLook ? await listedIn(target) : undefined;
  if (!pointer && !lock.interrupted && !anew) refuseForeign(seen, target);
  const plan = planPublish({ ours, theirs, seen, etagOf: (file) => md5Etag(readIndexed(tree.dir, file)) });
  const step = theirs && pointer && { before: pointer.snapshot, now: tree.snapshot };
  const unindexed = { dir: tree.dir, step, seen, variants };
  await sendAll(tree, plan, sender);
  await sendHistory(unindexed, target, sender);
  await movePointer(tree, pointer, options, sender);
  const over = new Set([...plan.removed, ...(seen ? leftovers(seen.values(), ours, theirs) : [])]);
  // Readers of the snapshot before need them, however old they are.
  for (const path of plan.left) over.delete(path);
  await sender.all([...over], sender.remove);
  await sender.all(plan.left, sender.touch);
  if (seen || plan.replaced.length > 0) {
    await sender.all(outdatedCopies(await target.list(replacedFile("")), theirs), sender.remove);
  }
  if (!seen) await sweep(ours, theirs, target, sender);
  await sweepHistory(unindexed, target, asOf, sender);
  return { changed: pointer?.snapshot.id !== tree.snapshot.id, left: plan.left.length };
}

/** Readers remember the newest snapshot, and refuse older ones. */
function refuseBackwards({ snapshot, dir }: LocalTree, { snapshot: there }: PublishedRecord, { name }: Target): void {
  const what = `snapshot ${there.id}, number ${there.sequence}, as of ${there.as_of}`;
  const refuse = (how: string) => olderThanTarget(name, dir, `${what}, which is ${how}`, "publish with --anew");
  if (there.sequence > snapshot.sequence || Date.parse(there.as_of) > Date.parse(snapshot.as_of)) {
    throw refuse(`newer than number ${snapshot.sequence}, as of ${snapshot.as_of}`);
  }
  if (there.sequence === snapshot.sequence && there.id !== snapshot.id) {
    throw refuse(`different from ${snapshot.id} of the same number`);
  }
}

function refuseForeign(seen: ReadonlyMap<string, Listed> | undefined, { name }: Target): void {
  const foreign = [...(seen?.keys() ?? [])].find((path) => path !== PUBLISHING_FILE);
  if (foreign !== undefined) throw notEmpty(name, foreign);
}

async function sendAll(tree: LocalTree, plan: PublishPlan, sender: Sender): Promise<void> {
  const { dir } = tree;
  const files = [...plan.shards, ...plan.answers, ...plan.pages];
  // Damaged files are found before anything is sent.
  for (const file of files) readIndexed(dir, file);
  sender.expect(files.length + plan.replaced.length + plan.index.length);
  const send = (file: IndexedFile) => sender.put(pathOf(file), readIndexed(dir, file), file.entry.cache);
  await sender.all(plan.shards, send);
  await sender.all(plan.replaced, ({ path, sha256: hash }) => sender.keep(path, replacedFile(hash)));
  await sender.all(plan.answers, send);
  await sender.all(plan.pages, send);
  await sender.all(plan.index.map(asIndexedFile), send);
}

/**
 * The signature is stored under the hash of its record before the record is visible, so that the record is never without it. The
 * previous signature is stored likewise, for readers who get the previous record from a cache.
 */
async function movePointer(
  { recordBytes, signature }: LocalTree,
  pointer: PublishedRecord | undefined,
  { target, headersOf, variants = false }: PublishOptions,
  sender: Sender,
): Promise<void> {
  if (signature) await sender.put(signatureFile(recordBytes), signature, "immutable");
  if (pointer?.signature && isOf(pointer.signature, pointer.record.bytes)) {
    await sender.put(signatureFile(pointer.record.bytes), pointer.signature, "immutable");
  }
  await sender.renew();
  const headers = { ...headersOf(SNAPSHOT_FILE, "minute"), ...(variants && { note: WITH_VARIANTS }) };
  const condition = pointer ? { etag: pointer.record.etag } : "absent";
  if ((await target.put(SNAPSHOT_FILE, recordBytes, headers, condition)) === "conflict") throw overtaken(target.name);
  sender.count(recordBytes.length);
  if (signature) await sender.put(SIGNATURE_FILE, signature, "minute");
  else if (pointer?.signature) await sender.remove(SIGNATURE_FILE);
}

function signatureFile(record: Buffer): string {
  return `${replacedFile(sha256(record))}.sig`;
}

function isOf(signature: Buffer, record: Buffer): boolean {
  return signature.toString("utf8").includes(sha256(record));
}

/** Paths that only publishing writes. Pages may be anywhere, so only pages that an index named are removed. */
const OURS = /^(?:api|q|index)\/|^shards\//;

/** The copies of replaced files that are no longer needed. @param before the snapshot that was just replaced */
function outdatedCopies(listed: readonly Listed[], before: Published | undefined): string[] {
  const roots = [...(before?.index.values() ?? [])];
  const needed = new Set([...nodesBelow(roots), ...entriesBelow(roots)].map(({ sha256: hash }) => hash));
  return listed
    .filter(({ path, age }) => age > UNINDEXED.replaced.keptFor && !needed.has(path.slice(replacedFile("").length)))
    .map(({ path }) => path);
}

/**
 * Remains of interrupted runs and earlier snapshots: objects at paths that only publishing writes, and that neither our index nor that
 * of the previous snapshot names. Shards and files of the index are removed after a time, because an earlier snapshot may need them.
 */
function leftovers(seen: Iterable<Listed>, ours: Published, theirs: Published | undefined): string[] {
  const roots = [ours, theirs].flatMap((one) => [...(one?.index.values() ?? [])]);
  const known = new Set(Array.from(nodesBelow(roots), ({ path }) => path));
  for (const file of filesOf([...entriesBelow(ours.index.values())], ours.variants)) known.add(pathOf(file));
  return [...seen]
    .filter(({ path }) => OURS.test(path) && !known.has(path) && !reservedFor(path))
    .filter(({ path, age }) => !NAMED_BY_HASH.test(path) || age > UNINDEXED.replaced.keptFor)
    .map(({ path }) => path);
}

const NAMED_BY_HASH = /^(?:shards|index)\/[0-9a-f]{64}[.]/;

/**
 * Removes old objects: once an hour files of the index of earlier snapshots; once a day shards that our index does not name. They are of
 * a tree that was built anew, or of snapshots between two publishings.
 */
async function sweep(ours: Published, theirs: Published | undefined, target: Target, sender: Sender): Promise<void> {
  const before = theirs && { as_of: theirs.asOf };
  const folders = [
    ...(isFirstOf(HOUR_MS, before, ours.asOf) ? ["index/"] : []),
    ...(isFirstOf(DAY_MS, before, ours.asOf) ? ["shards/"] : []),
  ];
  for (const folder of folders) await sender.all(leftovers(await target.list(folder), ours, theirs), sender.remove);
}

interface PublishedRecord {
  record: TargetObject;
  snapshot: SnapshotRecord;
  signature: Buffer | undefined;
  variants: boolean;
}

/** The note of a record whose variants were published too. */
const WITH_VARIANTS = "variants";

/** Much larger than any record or file of an index. */
const LARGEST = 16_000_000;

/** @throws UserError `tree-damaged` if the `snapshot.json` there is malformed */
async function readPublishedRecord(target: Target): Promise<PublishedRecord | undefined> {
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
async function readPublished(target: Target, { snapshot, variants }: PublishedRecord, ours: LocalTree): Promise<Published | undefined> {
  const fetch = async (file: IndexFile) => readNamedSync(ours.dir, file) ?? (await fetchIndexFile(target, file));
  try {
    const index = await fetchIndex(snapshot, { fetch, atATime: AT_A_TIME, known: nodesBelow(ours.index.values()) });
    return { asOf: snapshot.as_of, index, variants };
  } catch (error) {
    if (error === LOST) return undefined;
    throw error;
  }
}

const LOST = new Error("a file of the index is nowhere to be found");

async function fetchIndexFile(target: Target, { path, sha256: hash }: IndexFile): Promise<Buffer> {
  const bytes = (await target.get(path, LARGEST))?.bytes;
  if (!bytes || sha256(bytes) !== hash) throw LOST;
  return bytes;
}
