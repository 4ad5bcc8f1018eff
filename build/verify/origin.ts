import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { mayBeMixed } from "../origins/mirror-errors.ts";
import { readIndex } from "../origins/mirror-index.ts";
import { type Head, type HeadOptions, readHead } from "../origins/mirror-snapshot.ts";
import { type Origin, readWhole } from "../origins/origin.ts";
import { UserError } from "../platform/error.ts";
import { createPool } from "../platform/pool.ts";
import type { Fault } from "../tree/fault.ts";
import { replacedFile } from "../tree/unindexed.ts";
import { canBeLoaded, contentFaults } from "./file.ts";
import { recordFaults } from "./record.ts";
import type { VerifyOptions, VerifyReport } from "./verify.ts";

export interface VerifyOriginOptions extends Pick<HeadOptions, "keys"> {
  /** For the whole tree, without variants. */
  maxBytes: number;
  /** Looks at the content of the files of a snapshot, as for `verifyTree`. */
  checkOf?: (snapshot: VerifyReport["snapshot"]) => NonNullable<VerifyOptions["check"]>;
  /** Once each file has been looked at, where records can be read: whether they fit together. */
  together?: (snapshot: VerifyReport["snapshot"], entries: readonly IndexEntry[]) => Promise<Fault[]>;
  progress?: VerifyOptions["progress"];
  /** ms since 1970 UTC. */
  now: () => number;
}

const AT_A_TIME = 8;
/** How often it is begun again with a newer snapshot. */
const ROUNDS = 3;

/**
 * Looks at every byte of a tree where it is published, and writes nothing. What lies beside the files of the index, and
 * compressed variants of them, cannot be seen from there.
 *
 * @throws UserError `tree-replaced` where the origin was replaced during every round, and as `readHead`, `readIndex` and,
 * where the origin cannot be reached, `Origin.read`
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
    // What is wrong may be that the origin was replaced meanwhile.
    const after = await readHead(origin, { keys: options.keys, before: undefined, now: options.now(), fresh: true });
    const isSame = after.recordBytes.equals(head.recordBytes);
    if (isSame && "ok" in verified) return verified;
    if (isSame && round >= ROUNDS && "error" in verified) throw verified.error;
    if (round >= ROUNDS) throw replaced(origin.name, ROUNDS);
    fresh = true;
  }
}

/** A newer snapshot took the place of a tree during every check of it, so that nothing can be said of either. */
export function replaced(name: string, rounds: number): UserError {
  const what = `${name} was replaced by a newer snapshot during each of ${rounds} checks, so none was completed`;
  return new UserError("tree-replaced", what, "this is no damage: run it again between two builds");
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
  // An object store that is being published to may have the next one already, and this one under its hash.
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
