import type { CliContext } from "../cli-context.ts";
import { UserError } from "../error.ts";
import { loadTree } from "../hosts/load-tree.ts";
import { size, thousands } from "../terminal.ts";
import { SIGNATURE_FILE } from "../tree/file.ts";
import { readInside, readRecord } from "../tree/read.ts";
import { checkSignature, type VerifyKey } from "../tree/signature.ts";
import { type VerifyReport, verifyTree } from "../tree/verify.ts";
import { contentCheck } from "./check-content.ts";

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
  const fault = await loadTree(dir).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  if (fault === undefined) return verified;
  return { ...verified, ok: false, faults: [{ path: "snapshot.json", kind: "content", message: fault }] };
}

export async function runVerify(dir: string, keys: readonly VerifyKey[], context: CliContext): Promise<void> {
  const { out, report, json } = context;
  const verified = await verify(dir, report, keys);
  report.clear();
  if (json) out(JSON.stringify({ dir, ...verified }));
  else for (const { path, message } of verified.faults.slice(0, SHOWN)) out(`${path} ${message}`);
  const { faults, files, bytes, snapshot } = verified;
  if (faults.length > SHOWN && !json) out(`… and ${thousands(faults.length - SHOWN)} more`);
  if (!verified.ok) {
    const what = `${dir} has ${thousands(faults.length)} fault${faults.length === 1 ? "" : "s"}`;
    throw new UserError("tree-damaged", what, "delete the folder and run `quaketree build` again");
  }
  if (json) return;
  out(`${dir} is sound: ${thousands(files)} files, ${size(bytes)}, snapshot ${snapshot.id}, as of ${snapshot.as_of}`);
}
