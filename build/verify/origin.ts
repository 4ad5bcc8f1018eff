import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { identityOf } from "../hosts/load-tree.ts";
import { UserError } from "../platform/error.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { createPool } from "../platform/pool.ts";
import type { Fault } from "../tree/file.ts";
import { mayBeMixed } from "../tree/origins/mirror-errors.ts";
import { readIndex } from "../tree/origins/mirror-index.ts";
import { type Head, type HeadOptions, readHead } from "../tree/origins/mirror-snapshot.ts";
import { type Origin, readWhole } from "../tree/origins/origin.ts";
import { planIn } from "../tree/plan.ts";
import { treePaths } from "../tree/tree-paths.ts";
import { replacedFile } from "../tree/unindexed.ts";
import { canBeLoaded, contentFaults, recordFaults } from "./file.ts";
import type { VerifyOptions, VerifyReport } from "./verify.ts";

interface VerifyOriginOptions extends Pick<HeadOptions, "keys"> {
  /** Limit for the whole tree, without variants. */
  maxBytes: number;
  /** Makes the check of the content of files, as for `verifyTree`. */
  checkOf?: (snapshot: VerifyReport["snapshot"]) => NonNullable<VerifyOptions["check"]>;
  /** Called after all files were checked, if the records can be read: whether the files are consistent with each other. */
  together?: (snapshot: VerifyReport["snapshot"], entries: readonly IndexEntry[]) => Promise<Fault[]>;
  progress?: VerifyOptions["progress"];
  /** ms since 1970 UTC. */
  now: () => number;
}

const AT_A_TIME = 8;
/** Maximum number of attempts, each with a newer snapshot. */
const ROUNDS = 3;

/**
 * Checks every byte of a published tree, and writes nothing. Files that are not in the index, and compressed variants, cannot be
 * seen from outside.
 *
 * @throws UserError `tree-replaced` if the origin was replaced during every attempt, and as `readHead`, `readIndex` and, if the
 * origin cannot be reached, `Origin.read`
 */
export async function verifyOrigin(origin: Origin, options: VerifyOriginOptions): Promise<VerifyReport> {
  let fresh = false;
  for (let round = 1; ; round++) {
    const head = await readHead(origin, { keys: options.keys, before: undefined, now: options.now(), fresh });
    const verified = await verifyHead(origin, head, options).catch((error: unknown) => {
      if (!mayBeMixed(error)) throw error;
      return { error };
    });
    if ("ok" in verified && verified.ok) return verified;
    // The faults may come from a replacement of the origin during the check.
    const after = await readHead(origin, { keys: options.keys, before: undefined, now: options.now(), fresh: true });
    const isSame = after.recordBytes.equals(head.recordBytes);
    if (isSame && "ok" in verified) return verified;
    if (isSame && round >= ROUNDS && "error" in verified) throw verified.error;
    if (round >= ROUNDS) throw replaced(origin.name, ROUNDS);
    fresh = true;
  }
}

/** The error for a tree that was replaced by a newer snapshot during every check of it. */
function replaced(name: string, rounds: number): UserError {
  const what = `${name} was replaced by a newer snapshot during each of ${rounds} checks, so none was completed`;
  return new UserError("tree-replaced", what, "this is not damage: run it again between two builds");
}

async function verifyHead(origin: Origin, { snapshot }: Head, options: VerifyOriginOptions): Promise<VerifyReport> {
  const { entries, bytes } = await readIndex(origin, snapshot, { maxBytes: options.maxBytes });
  const faults: Fault[] = recordFaults(snapshot, entries);
  const check = options.checkOf?.(snapshot);
  const pool = createPool(AT_A_TIME);
  let done = 0;
  try {
    for (const entry of entries) {
      await pool.add(async () => {
        faults.push(...(await faultsOf(origin, entry, check)));
        options.progress?.(++done, entries.length);
      });
    }
  } finally {
    await pool.drain();
  }
  if (canBeLoaded(faults)) faults.push(...((await options.together?.(snapshot, entries)) ?? []));
  return { ok: faults.length === 0, snapshot, files: entries.length, bytes, faults };
}

async function faultsOf(origin: Origin, entry: IndexEntry, check: VerifyOptions["check"]): Promise<Fault[]> {
  const first = await look(origin, entry, check, { path: entry.path, fresh: false });
  if (first.length === 0) return first;
  // A cache on the way may have an older file.
  const second = await look(origin, entry, check, { path: entry.path, fresh: true });
  if (!second.some(({ kind }) => kind === "missing" || kind === "changed")) return second;
  // During publishing, an object store may have the next file at this path, and this file under its hash.
  const kept = await look(origin, entry, check, { path: replacedFile(entry.sha256), fresh: false });
  return kept.some(({ kind }) => kind !== "content") ? second : kept;
}

async function look(
  origin: Origin,
  entry: IndexEntry,
  check: VerifyOptions["check"],
  { path: from, fresh }: { path: string; fresh: boolean },
): Promise<Fault[]> {
  const { path, bytes: maxBytes } = entry;
  try {
    return contentFaults(entry, await readWhole(origin, from, { maxBytes, fresh }), check);
  } catch (error) {
    if (!mayBeMixed(error)) throw error;
    const kind = (error as { code?: unknown }).code === "mirror-too-large" ? "changed" : "missing";
    return [{ path, kind, message: (error as Error).message }];
  }
}

/** Maximum number of attempts. */
const READINGS = 5;
/** The time for a build to carry out its plan, ms. */
const WAIT_MS = 200;

interface OneSnapshot {
  /** Checks the current tree. */
  check: () => Promise<VerifyReport>;
  sleep: (ms: number) => Promise<void>;
  /** Called before each new attempt. */
  again: () => void;
}

/**
 * Checks a tree that a build may replace meanwhile. A result counts only if the tree was the same from the beginning to the end of
 * the check; otherwise the check starts again. Takes no lock and changes nothing.
 *
 * @throws UserError `tree-replaced` if the tree was replaced during every attempt; and what `check` throws
 */
export async function checkOneSnapshot(dir: string, { check, sleep, again }: OneSnapshot): Promise<VerifyReport> {
  for (let round = 1; ; round++) {
    const before = identityOf(dir);
    const checked = await check().catch((error: unknown) => ({ error }));
    if ("ok" in checked && checked.ok) return checked;
    const after = identityOf(dir);
    if (before === after && !isPlanned(dir)) {
      if ("error" in checked) throw checked.error;
      return checked;
    }
    if (round >= READINGS) {
      if (after === undefined && "error" in checked && checked.error instanceof UserError) throw checked.error;
      throw replaced(dir, READINGS);
    }
    if (isPlanned(dir)) await sleep(WAIT_MS);
    again();
  }
}

/** Whether a plan is being carried out, or was interrupted: then files of the next tree are at their paths. */
function isPlanned(dir: string): boolean {
  return planIn(NODE_FILE_SYSTEM, treePaths(NODE_FILE_SYSTEM, dir));
}
