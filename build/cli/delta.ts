import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import type { SnapshotPosition } from "../contract/resources/resources.ts";
import { UserError } from "../platform/error.ts";
import { explain, makeFolder } from "../platform/file-system.ts";
import { size, thousands } from "../platform/text.ts";
import { makeDelta } from "../tree/history/deltas/make.ts";
import { encodeVerifiedDelta } from "../tree/history/deltas/update.ts";
import { type IndexDifference, indexDifference, pathChanges } from "../tree/index-difference.ts";
import { readState } from "../tree/transition.ts";
import { type CliContext, contextOf, printResult } from "./context.ts";
import { example, JSON_OUT } from "./options.ts";

export function deltaCommand(command: Command): void {
  command
    .argument("<tree-a>", "folder of the older tree")
    .argument("<tree-b>", "folder of the newer tree")
    .option("--out <file>", "write the delta to a file")
    .option(...JSON_OUT)
    .addHelpText("after", example("delta yesterday today"))
    .action(async (from: string, to: string, options: { out?: string; json?: boolean }) => {
      printDelta(await deltaBetween({ from, to }, options.out), contextOf(options));
    });
}

interface DeltaReport {
  from: SnapshotPosition;
  to: SnapshotPosition;
  /** Files that only the newer tree has, that differ, and that only the older tree has. */
  added: number;
  changed: number;
  removed: number;
  /** Of the delta, compressed. */
  bytes: number;
  /** The file that it was written to; null if none. */
  out: string | null;
}

/**
 * The delta from one tree to another, which is applied once as a check.
 *
 * @param out file to write it to
 * @throws UserError `delta-too-large` if most of the tree has changed, `tree-missing`, `tree-damaged`, `folder-unwritable`
 */
export async function deltaBetween(dirs: { from: string; to: string }, out?: string): Promise<DeltaReport> {
  const [from, to] = await Promise.all([dirs.from, dirs.to].map((dir) => readState(dir)));
  if (!from || !to) throw new Error("there are two trees");
  const difference = indexDifference(from.index, to.index);
  const delta = makeDelta(from, to, difference);
  if (!delta) {
    const hint = "copy it with `quaketree mirror`";
    throw new UserError("delta-too-large", `most of ${dirs.to} is not in ${dirs.from}: a delta would be useless`, hint);
  }
  const bytes = encodeVerifiedDelta(delta, from, to.snapshot);
  if (out !== undefined) write(out, bytes);
  return { from: delta.from, to: delta.to, ...countFiles(difference), bytes: bytes.length, out: out ?? null };
}

function countFiles(difference: IndexDifference): Pick<DeltaReport, "added" | "changed" | "removed"> {
  const changes = [...pathChanges(difference).values()];
  return {
    added: changes.filter(({ before }) => !before).length,
    changed: changes.filter(({ before, after }) => before && after && before.sha256 !== after.sha256).length,
    removed: changes.filter(({ after }) => !after).length,
  };
}

function write(out: string, bytes: Uint8Array): void {
  try {
    makeFolder(path.dirname(path.resolve(out)));
    writeFileSync(out, bytes);
  } catch (error) {
    throw explain(error, out);
  }
}

/** For people, or as JSON. */
export function printDelta(report: DeltaReport, context: Pick<CliContext, "out" | "json">): void {
  const { from, to, added, changed, removed, bytes, out } = report;
  printResult(context, report, () => [
    `from snapshot ${from.id}, as of ${from.as_of}, to ${to.id}, as of ${to.as_of}: ${size(bytes)}, checked`,
    `  ${thousands(added)} files added, ${thousands(changed)} changed, ${thousands(removed)} removed`,
    ...(out === null ? [] : [`  written to ${out}`]),
  ]);
}
