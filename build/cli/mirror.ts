import { setTimeout as delay } from "node:timers/promises";
import { type Command, InvalidArgumentError } from "commander";
import { loadTree } from "../hosts/load-tree.ts";
import { type MirrorOptions, mirrorTree } from "../mirror/mirror.ts";
import type { MirrorResult } from "../mirror/update.ts";
import { UserError } from "../platform/error.ts";
import { age, size, thousands } from "../platform/text.ts";
import { DAY_MS } from "../platform/time.ts";
import { unsound } from "../tree/origins/mirror-errors.ts";
import { openOrigin } from "../tree/origins/open.ts";
import type { Origin } from "../tree/origins/origin.ts";
import type { VerifyKey } from "../tree/signature.ts";
import { type CliContext, contextOf, onSignal, printResult } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { verifyKeysOf } from "./keygen.ts";
import { assertEveryOfWatch, ENDPOINT, JSON_OUT, numberParser, several, VERIFY_KEY_OPTION } from "./options.ts";

/** Default time between two checks, seconds: publishers rarely rebuild more often. */
const EVERY = 60;
const UNITS: Record<string, number> = { "": 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

const parseSeconds = numberParser(/^\d{1,6}$/, 1, 999_999, "Use a whole number of seconds from 1.");

export function mirrorCommand(command: Command): void {
  command
    .argument("<from>", "address or folder of the tree: https://quakes.example/, s3://quakes, /media/stick/dist")
    .argument("<dir>", "folder of the copy")
    .option(...VERIFY_KEY_OPTION, several)
    .option("--watch", "continue, and check for newer snapshots")
    .option("--every <seconds>", `with --watch: time between two checks (default: ${EVERY})`, parseSeconds)
    .option("--max-bytes <size>", "refuse a tree that is larger, such as 500MB (default: 8GB)", parseSize)
    .option(...ENDPOINT)
    .option(...JSON_OUT)
    .addHelpText("after", HELP)
    .action(mirrorAction);
}

async function mirrorAction(from: string, dir: string, options: MirrorFlags): Promise<void> {
  const keys = verifyKeysOf(options.verifyKey ?? []);
  assertEveryOfWatch(options);
  const every = options.watch ? (options.every ?? EVERY) : undefined;
  await runMirror({ ...options, from, dir, keys, every }, contextOf(options));
}

const HELP = `
Exit code: 0 if the copy is what the origin has, 1 if it could not be updated (the copy stays as it was), 3 if it was updated, but the
origin has had nothing new for longer than its publisher promises.

Example:
  $ quaketree mirror https://quakes.example/ copy --verify-key quakes.pub --watch
  $ quaketree serve copy`;

function parseSize(given: string): number {
  const [, count, unit = ""] = /^(\d{1,15})([kMGT]B)?$/.exec(given) ?? [];
  if (count !== undefined) return Number(count) * (UNITS[unit] ?? 1);
  throw new InvalidArgumentError("Use a number of bytes, or a number with kB, MB, GB or TB.");
}

interface MirrorFlags {
  verifyKey?: string[];
  watch?: boolean;
  /** Time between two checks, seconds. */
  every?: number;
  maxBytes?: number;
  /** For object stores other than Amazon's. */
  endpoint?: string;
  json?: boolean;
}

/** What is copied from where, by trusted keys; `every` is undefined for one check. */
interface MirrorCommand extends Pick<MirrorFlags, "maxBytes" | "endpoint"> {
  from: string;
  dir: string;
  keys: readonly VerifyKey[];
  every: number | undefined;
}

/** Copies a tree once, or keeps the copy up to date until the process is ended. */
async function runMirror(command: MirrorCommand, context: CliContext): Promise<void> {
  const origin = openOrigin(command.from, { endpoint: command.endpoint, env: context.env });
  if (command.every === undefined) {
    const mirrored = await mirrorOnce(origin, command, context, false);
    printMirrored(mirrored, command, context);
    if (mirrored.expired !== undefined) context.end(EXIT.stale);
    return;
  }
  const ended = new AbortController();
  onSignal(() => ended.abort());
  await watch(origin, command, context, ended.signal);
}

/** How long a check of the whole copy is valid, ms: disk errors are rare, but they occur. */
const BELIEVED = DAY_MS;

async function watch(origin: Origin, command: MirrorCommand, context: CliContext, ended: AbortSignal): Promise<void> {
  const { every = 60 } = command;
  const { report, now } = context;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let reported: string | undefined;
  while (!ended.aborted) {
    const trust = now() - checkedAt < BELIEVED;
    try {
      const mirrored = await mirrorOnce(origin, command, context, trust);
      if (!trust) checkedAt = now();
      if (mirrored.changed || !trust) printMirrored(mirrored, command, context);
      reported = undefined;
    } catch (error) {
      if (!(error instanceof UserError) || PERMANENT_ERRORS.has(error.code)) throw error;
      checkedAt = Number.NEGATIVE_INFINITY;
      // The same error is reported once, not every minute.
      if (reported !== error.code) report.warn(`${error.message}; continuing with the existing copy`);
      reported = error.code;
    }
    await delay(every * 1000, undefined, { signal: ended }).catch(() => {});
  }
}

/** Errors that the next check would meet again. */
const PERMANENT_ERRORS = new Set(["usage", "key-unreadable", "out-not-a-tree", "folder-unwritable", "build-running"]);

function mirrorOnce(
  origin: Origin,
  { dir, keys, maxBytes }: MirrorCommand,
  { report, now }: CliContext,
  trust: boolean,
): Promise<MirrorResult> {
  if (!trust) report.step(`mirroring ${origin.name}`);
  const options: MirrorOptions = {
    origin,
    out: dir,
    keys,
    trust,
    accept: assertServable,
    report: (line) => report.step(line),
    progress: (done, total) => report.progress(done, total, "bytes"),
    now,
    sleep: delay,
    ...(maxBytes !== undefined && { maxBytes }),
  };
  return mirrorTree(options);
}

/** Each file has the hash in the index; loading the tree shows whether a host can answer from it. */
async function assertServable(dir: string): Promise<void> {
  try {
    await loadTree(dir);
  } catch (error) {
    throw unsound((error as Error).message);
  }
}

function printMirrored(mirrored: MirrorResult, { dir, from }: MirrorCommand, context: CliContext): void {
  const { report, now } = context;
  report.clear();
  const { snapshot, changed, files, bytes, fetched, expired } = mirrored;
  const { id, sequence, as_of } = snapshot;
  const ageOf = age(now() - Date.parse(as_of));
  if (expired !== undefined) {
    report.warn(`the newest snapshot at ${from} has been stale since ${new Date(expired).toISOString()} (${ageOf})`);
  }
  const staleSince = expired === undefined ? null : new Date(expired).toISOString();
  const record = { dir, from, snapshot: { id, sequence, as_of }, changed, files, bytes, fetched, stale_since: staleSince };
  printResult(context, record, () => [
    `${dir} ${changed ? "now" : "already"} has snapshot ${id}, number ${sequence}, as of ${as_of}, ${ageOf}`,
    `  ${thousands(files)} files, ${size(bytes)}; fetched ${thousands(fetched.files)} files, ${size(fetched.bytes)}`,
  ]);
}
