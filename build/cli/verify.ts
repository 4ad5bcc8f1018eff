import { setTimeout as delay } from "node:timers/promises";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { loadTree } from "../hosts/load-tree.ts";
import { MAX_BYTES } from "../mirror/mirror.ts";
import { isAddress, openOrigin } from "../origins/open.ts";
import { type Origin, readWhole } from "../origins/origin.ts";
import { size, thousands } from "../platform/amounts.ts";
import { UserError } from "../platform/error.ts";
import { openSnapshot, preload } from "../rewrite/respond.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE } from "../tree/file.ts";
import { readInside, readRecord } from "../tree/read.ts";
import { checkSignature, type VerifyKey } from "../tree/signature.ts";
import { canBeLoaded } from "../verify/file.ts";
import { checkOneSnapshot } from "../verify/one-snapshot.ts";
import { verifyOrigin } from "../verify/origin.ts";
import { type VerifyReport, verifyTree } from "../verify/verify.ts";
import { createWholeCheck, type WholeCheck } from "../verify/whole.ts";
import type { CliContext } from "./context.ts";
import { faultCounts, faultLines } from "./verify-report.ts";

/**
 * Looks at every byte of a tree, at every answer by its schema, at every shard by its reader, and where every link leads.
 * Begins again where a build replaces the tree meanwhile.
 *
 * @param keys one of them has to have signed the snapshot; none: signed or not makes no difference
 * @throws UserError where there is no tree, its record or index cannot be read at all, or it is not signed as it should be;
 * `tree-replaced` where builds replaced it again and again
 */
export function verify(
  dir: string,
  report: CliContext["report"],
  keys: readonly VerifyKey[] = [],
): Promise<VerifyReport> {
  return checkOneSnapshot(dir, {
    check: () => verifyOnce(dir, report, keys),
    sleep: (ms) => delay(ms),
    again: () => report.step(`${dir} was replaced by a newer snapshot: beginning again with that`),
  });
}

async function verifyOnce(
  dir: string,
  report: CliContext["report"],
  keys: readonly VerifyKey[],
): Promise<VerifyReport> {
  const { snapshot, recordBytes } = await readRecord(dir);
  const signature = keys.length > 0 ? await readInside(dir, SIGNATURE_FILE) : undefined;
  if (keys.length > 0) checkSignature(recordBytes, signature?.toString("utf8"), keys);
  report.step(`verifying ${dir}`);
  const whole = createWholeCheck(snapshot);
  const verified = await verifyTree(dir, {
    check: whole.check,
    progress: (done, total) => report.progress(done, total, "files"),
  });
  if (!canBeLoaded(verified.faults)) return verified;
  report.step("following links");
  const together = await whole.together(
    () => loadTree(dir),
    (path) => readInside(dir, path),
  );
  const faults = [...verified.faults, ...together];
  return { ...verified, ok: faults.length === 0, faults };
}

/**
 * The same for a tree where it is published, byte for byte and answer for answer; writes nothing.
 *
 * @param from address of the tree
 * @param endpoint of an object store that is not Amazon's
 * @throws UserError where it cannot be reached, or is no tree, or is not signed as it should be
 */
export async function verifyPublished(
  from: string,
  { report, now, env = {} }: Pick<CliContext, "report" | "now"> & Partial<Pick<CliContext, "env">>,
  keys: readonly VerifyKey[] = [],
  endpoint?: string,
): Promise<VerifyReport> {
  const origin = openOrigin(from, { endpoint, env });
  report.step(`verifying ${origin.name}`);
  let whole: WholeCheck | undefined;
  let here = new Map<string, Uint8Array>();
  return verifyOrigin(origin, {
    keys,
    maxBytes: MAX_BYTES,
    checkOf(snapshot) {
      const check = (whole = createWholeCheck(snapshot));
      const record = new TextEncoder().encode(JSON.stringify(snapshot));
      const loaded = (here = new Map<string, Uint8Array>([[SNAPSHOT_FILE, record]]));
      return (path, bytes) => {
        // What a host loads to answer is not fetched twice.
        if (path.startsWith("shards/")) loaded.set(path, bytes);
        return check.check(path, bytes);
      };
    },
    async together({ index }, entries) {
      const files = new Map(entries.map((entry) => [entry.path, entry]));
      const own = [SNAPSHOT_FILE, ...index.map(({ path }) => path)];
      const read = async (path: string) => here.get(path) ?? readPublished(origin, files.get(path));
      const open = async () => {
        const snapshot = await openSnapshot({ read });
        await preload(snapshot);
        return { snapshot, files: new Map([...files, ...own.map((path) => [path, { ...UNSEEN, path }] as const)]) };
      };
      return (await whole?.together(open, read)) ?? [];
    },
    progress: (done, total) => report.progress(done, total, "files"),
    now,
  });
}

/** Of the tree's own files, which no index names, it is enough that they are there. */
const UNSEEN: IndexEntry = { path: "", bytes: 0, sha256: "", etag: "", cache: "minute", encodings: [] };

function readPublished(origin: Origin, entry: IndexEntry | undefined): Promise<Uint8Array | undefined> {
  return entry ? readWhole(origin, entry.path, { maxBytes: entry.bytes }) : Promise.resolve(undefined);
}

export async function runVerify(
  dir: string,
  keys: readonly VerifyKey[],
  context: CliContext,
  endpoint?: string,
): Promise<void> {
  const { out, report, json } = context;
  const remote = isAddress(dir);
  const verified = await (remote ? verifyPublished(dir, context, keys, endpoint) : verify(dir, report, keys));
  report.clear();
  const { faults, files, bytes, snapshot } = verified;
  if (json) out(JSON.stringify({ dir, ...verified, counts: faultCounts(faults) }));
  else for (const line of faultLines(faults, remote)) out(line);
  if (!verified.ok) {
    const what = `${dir} has ${thousands(faults.length)} fault${faults.length === 1 ? "" : "s"}`;
    throw new UserError("tree-damaged", what, json ? "`faults` says which" : "see above for what to do");
  }
  if (json) return;
  out(`${dir} is sound: ${thousands(files)} files, ${size(bytes)}, snapshot ${snapshot.id}, as of ${snapshot.as_of}`);
}
