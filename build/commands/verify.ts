import type { CliContext } from "../cli-context.ts";
import { UserError } from "../error.ts";
import { loadTree } from "../hosts/load-tree.ts";
import { isAddress, openOrigin } from "../origins/open.ts";
import { openSnapshot, preload } from "../rewrite/respond.ts";
import { size, thousands } from "../terminal.ts";
import type { Fault } from "../tree/fault.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE } from "../tree/file.ts";
import { MAX_BYTES } from "../tree/mirror.ts";
import { type Origin, readWhole } from "../tree/origin.ts";
import { readInside, readRecord } from "../tree/read.ts";
import { checkSignature, type VerifyKey } from "../tree/signature.ts";
import { type VerifyReport, verifyTree } from "../tree/verify.ts";
import { verifyOrigin } from "../tree/verify-origin.ts";
import { contentCheck } from "./check-content.ts";
import { packsFault } from "./check-packs.ts";

/** More lines than this help nobody; `--json` has all. */
const SHOWN = 20;

/**
 * Looks at every byte of a tree, at every answer by its schema, and at every shard by its reader.
 *
 * @param keys one of them has to have signed the snapshot; none: signed or not makes no difference
 * @throws UserError where there is no tree, its record or index cannot be read at all, or it is not signed as it should be
 */
export async function verify(
  dir: string,
  report: CliContext["report"],
  keys: readonly VerifyKey[] = [],
): Promise<VerifyReport> {
  const { snapshot, recordBytes } = await readRecord(dir);
  const signature = keys.length > 0 ? await readInside(dir, SIGNATURE_FILE) : undefined;
  if (keys.length > 0) checkSignature(recordBytes, signature?.toString("utf8"), keys);
  report.step(`verifying ${dir}`);
  const verified = await verifyTree(dir, {
    check: contentCheck(snapshot),
    progress: (done, total) => report.progress(done, total, "files"),
  });
  if (!verified.ok) return verified;
  // Each shard is sound; that they fit together shows when a host loads them.
  const read = (path: string) => readInside(dir, path);
  const fault = await loadTree(dir).then(
    (tree) => packsFault(tree.snapshot, read),
    (error: unknown): Fault => ({ path: SNAPSHOT_FILE, kind: "content", message: (error as Error).message }),
  );
  return fault === undefined ? verified : { ...verified, ok: false, faults: [fault] };
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
  const verified = await verifyOrigin(origin, {
    keys,
    maxBytes: MAX_BYTES,
    checkOf: contentCheck,
    progress: (done, total) => report.progress(done, total, "files"),
    now,
  });
  if (!verified.ok) return verified;
  const fault = await servingFault(origin, verified);
  return fault === undefined ? verified : { ...verified, ok: false, faults: [fault] };
}

/** Each shard is sound; that they fit together shows when they are loaded as a host does. */
async function servingFault(origin: Origin, { snapshot, bytes }: VerifyReport): Promise<Fault | undefined> {
  const record = new TextEncoder().encode(JSON.stringify(snapshot));
  const read = async (path: string) => (path === SNAPSHOT_FILE ? record : readWhole(origin, path, { maxBytes: bytes }));
  try {
    const opened = await openSnapshot({ read });
    await preload(opened);
    return await packsFault(opened, read);
  } catch (error) {
    return { path: SNAPSHOT_FILE, kind: "content", message: (error as Error).message };
  }
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
  if (json) out(JSON.stringify({ dir, ...verified }));
  else for (const { path, message } of verified.faults.slice(0, SHOWN)) out(`${path} ${message}`);
  const { faults, files, bytes, snapshot } = verified;
  if (faults.length > SHOWN && !json) out(`… and ${thousands(faults.length - SHOWN)} more`);
  if (!verified.ok) {
    const what = `${dir} has ${thousands(faults.length)} fault${faults.length === 1 ? "" : "s"}`;
    const hint = remote ? "its operator can mend it" : "delete the folder and run `quaketree build` again";
    throw new UserError("tree-damaged", what, hint);
  }
  if (json) return;
  out(`${dir} is sound: ${thousands(files)} files, ${size(bytes)}, snapshot ${snapshot.id}, as of ${snapshot.as_of}`);
}
