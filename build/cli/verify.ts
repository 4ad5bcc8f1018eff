import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { DEFAULT_OUT, type Flags, settingsOf } from "../config/config.ts";
import { type IndexEntry, SNAPSHOT_FILE } from "../contract/wire/snapshot.ts";
import { loadTree } from "../hosts/load-tree.ts";
import { MAX_BYTES } from "../mirror/mirror.ts";
import { UserError } from "../platform/error.ts";
import { size, thousands } from "../platform/text.ts";
import { openSnapshot, preload } from "../rewrite/snapshot.ts";
import { type Fault, SIGNATURE_FILE } from "../tree/file.ts";
import { partsOf } from "../tree/history/deltas/make.ts";
import { isAddress, openOrigin } from "../tree/origins/open.ts";
import { type Origin, readWhole } from "../tree/origins/origin.ts";
import { readInside, readRecord } from "../tree/read.ts";
import { checkSignature, type VerifyKey } from "../tree/signature.ts";
import { canBeLoaded } from "../verify/file.ts";
import { checkOneSnapshot, verifyOrigin } from "../verify/origin.ts";
import { type VerifyReport, verifyTree } from "../verify/verify.ts";
import { createWholeCheck, type WholeCheck } from "../verify/whole.ts";
import { type CliContext, contextOf } from "./context.ts";
import { verifyKeysOf } from "./keygen.ts";
import { CONFIG, ENDPOINT, JSON_OUT, several, VERIFY_KEY_OPTION } from "./options.ts";

interface VerifyFlags extends Flags {
  json?: boolean;
  endpoint?: string;
  /** Files of the trusted keys. */
  verifyKey?: string[];
}

export function verifyCommand(command: Command): void {
  command
    .argument("[dir]", `folder or address of the tree (default: ${DEFAULT_OUT})`)
    .option(...VERIFY_KEY_OPTION, several)
    .option(...ENDPOINT)
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", HELP)
    .action(verifyAction);
}

const HELP = `
Exit code: 0 if all is sound, 1 if anything is wrong (each fault names its file and what to do) or the tree cannot be read.

Example:
  $ quaketree verify dist
  $ quaketree verify https://quakes.example/ --verify-key quakes.pub --json`;

async function verifyAction(dir: string | undefined, options: VerifyFlags): Promise<void> {
  const keys = verifyKeysOf(options.verifyKey ?? []);
  const from = dir ?? settingsOf(options).out;
  await runVerify(from, keys, contextOf(options), options.endpoint);
}

/**
 * Checks every byte of a tree, every answer against its schema, every shard with its reader, and the target of every link. Starts
 * again if a build replaces the tree meanwhile.
 *
 * @param keys one of them must have signed the snapshot; if empty, a signature must be of the key that it states
 * @throws UserError if there is no tree, its record or index cannot be read, or the signature is not as required; `tree-replaced`
 * if builds replaced the tree during every attempt
 */
export function verify(dir: string, report: CliContext["report"], keys: readonly VerifyKey[] = []): Promise<VerifyReport> {
  return checkOneSnapshot(dir, {
    check: () => verifyOnce(dir, report, keys),
    sleep: (ms) => delay(ms),
    again: () => report.step(`${dir} was replaced by a newer snapshot: starting again`),
  });
}

async function verifyOnce(dir: string, report: CliContext["report"], keys: readonly VerifyKey[]): Promise<VerifyReport> {
  const { snapshot, recordBytes } = await readRecord(dir);
  const signature = await readInside(dir, SIGNATURE_FILE);
  if (signature || keys.length > 0) checkSignature(recordBytes, signature?.toString("utf8"), keys.length > 0 ? keys : undefined);
  report.step(`verifying ${dir}`);
  const whole = createWholeCheck(snapshot);
  // The shards of the snapshot are needed again to load the tree.
  const shards = new Set(partsOf(snapshot.shards).map(([path]) => path));
  const here = new Map<string, Uint8Array>();
  const verified = await verifyTree(dir, {
    check: (path, bytes) => {
      if (shards.has(path)) here.set(path, bytes);
      return whole.check(path, bytes);
    },
    progress: (done, total) => report.progress(done, total, "files"),
  });
  if (!canBeLoaded(verified.faults)) return verified;
  report.step("following links");
  const together = await whole.together(
    () => loadTree(dir, here),
    async (path) => here.get(path) ?? readInside(dir, path),
  );
  const faults = [...verified.faults, ...together];
  return { ...verified, ok: faults.length === 0, faults };
}

/**
 * The same checks for a published tree; writes nothing.
 *
 * @param from address of the tree
 * @param endpoint of an object store that is not Amazon's
 * @throws UserError if it cannot be reached, is not a tree, or is not signed as required
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
        // Keeps the shards, which are needed again, so that they are not fetched twice.
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

/** An entry for files that no index names; only their existence matters. */
const UNSEEN: IndexEntry = { path: "", bytes: 0, sha256: "", etag: "", cache: "minute", encodings: [] };

function readPublished(origin: Origin, entry: IndexEntry | undefined): Promise<Uint8Array | undefined> {
  return entry ? readWhole(origin, entry.path, { maxBytes: entry.bytes }) : Promise.resolve(undefined);
}

async function runVerify(dir: string, keys: readonly VerifyKey[], context: CliContext, endpoint?: string): Promise<void> {
  const { out, report, json } = context;
  const remote = isAddress(dir);
  const verified = await (remote ? verifyPublished(dir, context, keys, endpoint) : verify(dir, report, keys));
  report.clear();
  const { faults, files, bytes, snapshot } = verified;
  if (json) out(JSON.stringify({ dir, ...verified, counts: faultCounts(faults) }));
  else for (const line of faultLines(faults, remote)) out(line);
  if (!verified.ok) {
    const what = `${dir} has ${thousands(faults.length)} fault${faults.length === 1 ? "" : "s"}`;
    throw new UserError("tree-damaged", what, json ? "see `faults`" : "see above for what to do");
  }
  if (json) return;
  out(`${dir} is sound: ${thousands(files)} files, ${size(bytes)}, snapshot ${snapshot.id}, as of ${snapshot.as_of}`);
}

/** The title of a kind of fault, and the advice for a local and a published tree. */
interface Advice {
  title: string;
  here: string;
  published: string;
}

const AGAIN = "delete the folder and run `quaketree build` again";
const PUBLISH = "its operator can repair it: `quaketree publish TREE TARGET --repair`";
const PROGRAM = "this is a bug in the program: please report it";

/** In the order of the output: faults that explain others first. */
const ADVICE: Record<Fault["kind"], Advice> = {
  record: { title: "The record or the index is wrong", here: AGAIN, published: PUBLISH },
  missing: { title: "Files are missing", here: AGAIN, published: PUBLISH },
  changed: { title: "Files do not match the index", here: `${AGAIN}; if it happens again, check the disk`, published: PUBLISH },
  variant: { title: "Compressed variants do not match their files", here: AGAIN, published: PUBLISH },
  content: { title: "Answers, shards or the change feed are malformed", here: PROGRAM, published: PROGRAM },
  link: { title: "Links are broken", here: PROGRAM, published: PROGRAM },
  delta: {
    title: "Deltas do not lead to their snapshots",
    here: "delete these files: mirrors then fetch changed files instead",
    published: PUBLISH,
  },
  stray: {
    title: "Files that are not in the index",
    here: "they are not needed: delete them, or move them out of the folder",
    published: PUBLISH,
  },
};

/** Maximum number of faults of a kind that are listed; `--json` has all. */
const SHOWN = 10;
const FOLDERS_SHOWN = 5;

/** The faults of a tree for people: by kind, bounded, with advice. @param published whether the tree is at its publisher */
export function faultLines(faults: readonly Fault[], published: boolean): string[] {
  return Object.entries(ADVICE).flatMap(([kind, { title, ...advice }]) => {
    const these = faults.filter((fault) => fault.kind === kind);
    if (these.length === 0) return [];
    const shown = these.slice(0, these.length > SHOWN ? SHOWN / 2 : SHOWN);
    return [
      `${title} (${thousands(these.length)}):`,
      ...shown.map(({ path, message }) => `  ${path} ${message}`),
      ...summary(these, shown.length),
      `  What to do: ${published ? advice.published : advice.here}.`,
    ];
  });
}

/** The folders of the faults that are not listed. */
function summary(faults: readonly Fault[], shown: number): string[] {
  const left = faults.slice(shown);
  if (left.length === 0) return [];
  const folders = new Map<string, number>();
  for (const { path } of left) {
    const folder = folderOf(path);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const most = [...folders].toSorted(([, a], [, b]) => b - a);
  const named = most.slice(0, FOLDERS_SHOWN).map(([folder, files]) => `${thousands(files)} in ${folder}`);
  const others = most.length - named.length;
  if (others > 0) named.push(`others in ${others} more folder${others === 1 ? "" : "s"}`);
  return [`  … and ${thousands(left.length)} more: ${named.join(", ")}`];
}

/** Coarse, so that thousands of pages in their own folders count as one. */
function folderOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const top = folders.slice(0, folders[0] === "api" ? 3 : 1);
  return top.length === 0 ? "the folder itself" : `${top.join("/")}/`;
}

/** The number of faults of each kind, for scripts. */
export function faultCounts(faults: readonly Fault[]): Partial<Record<Fault["kind"], number>> {
  const counts: Partial<Record<Fault["kind"], number>> = {};
  for (const { kind } of faults) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
