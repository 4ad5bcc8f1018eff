import { explain, NODE_FILE_SYSTEM, type TreeFileSystem } from "../platform/file-system.ts";
import { refuseForeign } from "../tree/inspect.ts";
import { mayBeMixed, moving } from "../tree/origins/mirror-errors.ts";
import { type Head, readHead } from "../tree/origins/mirror-snapshot.ts";
import { recover } from "../tree/plan.ts";
import { readIndex } from "../tree/read.ts";
import type { VerifyKey } from "../tree/signature.ts";
import { type Previous, readPrevious, withoutIndex } from "../tree/transition.ts";
import { lockedTree, type TreePaths, treePaths } from "../tree/tree-paths.ts";
import { type MirrorResult, type UpdateMirrorOptions, updateMirror } from "./update.ts";

export interface MirrorOptions extends Omit<UpdateMirrorOptions, "fs" | "places" | "before" | "maxBytes"> {
  /** Folder of the copy. */
  out: string;
  /** One of them must have signed; if empty, the signature is not checked. */
  keys?: readonly VerifyKey[];
  /** For the whole tree, without variants; default 8 GB. */
  maxBytes?: number;
  fileSystem?: TreeFileSystem;
  sleep: (ms: number) => Promise<void>;
}

/** Hundreds of times the size of a tree of 12,000 events. */
export const MAX_BYTES = 8_000_000_000;

/** Maximum number of restarts of a run with a newer snapshot. Each time there is less to fetch. */
const ROUNDS = 10;

/**
 * Makes `out` a copy of the origin's tree: fetches the record first, then the index, then missing and changed files. Everything is
 * checked before a plan moves it; the record comes last. After any error the previous copy stays. If the origin is replaced
 * meanwhile, the mirror starts again with the fetched files.
 *
 * The checks follow the attacks that The Update Framework lists (specification 1.0, section 1.5.2).
 *
 * @throws UserError with the codes of `mirror-errors.ts` and `signature.ts`, and those of `writeTree` for the folder
 */
export async function mirrorTree(options: MirrorOptions): Promise<MirrorResult> {
  const fs = options.fileSystem ?? NODE_FILE_SYSTEM;
  try {
    const places = treePaths(fs, options.out);
    return await lockedTree(fs, places, () => mirrorAt(fs, places, options));
  } catch (error) {
    throw explain(error, options.out);
  }
}

async function mirrorAt(fs: TreeFileSystem, places: TreePaths, options: MirrorOptions): Promise<MirrorResult> {
  const { report = () => {}, maxBytes = MAX_BYTES } = options;
  await refuseForeign(fs, places.out);
  const recovered = recover(fs, places);
  if (recovered) report(recovered);
  const trust = options.trust === true && recovered === undefined;
  const before = await readCopy(places.out, report);
  let head = await headOf(options, before, false);
  for (let round = 1; round <= ROUNDS; round++) {
    try {
      return await updateMirror(head, { ...options, trust, fs, places, before, maxBytes });
    } catch (error) {
      if (!mayBeMixed(error)) throw error;
      const newer = await headOf(options, before, true);
      if (newer.recordBytes.equals(head.recordBytes)) throw error;
      report(`the origin has a newer snapshot, ${newer.snapshot.id}: continuing with that`);
      head = newer;
    }
  }
  throw moving(ROUNDS);
}

/** The current copy with its whole index. */
async function readCopy(out: string, report: (line: string) => void): Promise<Previous | undefined> {
  const before = await readPrevious(out);
  if (!before) return undefined;
  try {
    return { ...before, index: await readIndex(out, before.snapshot) };
  } catch (error) {
    return withoutIndex(before, error as Error, report);
  }
}

/** Maximum number of requests for record and signature until they match, and the time between, ms. */
const TORN_TRIES = 3;
const TORN_WAIT = 2_000;

async function headOf(options: MirrorOptions, before: UpdateMirrorOptions["before"], fresh: boolean): Promise<Head> {
  const { origin, keys = [], now, sleep } = options;
  for (let tried = 1; ; tried++) {
    try {
      return await readHead(origin, { keys, before, now: now(), fresh: fresh || tried > 1 });
    } catch (error) {
      if ((error as { code?: unknown }).code !== "signature-torn" || tried >= TORN_TRIES) throw error;
      await sleep(TORN_WAIT);
    }
  }
}
