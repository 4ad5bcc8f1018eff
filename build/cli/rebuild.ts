import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import type { Config } from "../config/config.ts";
import { type Flags, settingsOf } from "../config/flags.ts";
import { keepWorld } from "../load/geography.ts";
import { DEFAULT_STORE } from "../load/inputs.ts";
import { askOf } from "../pipeline/ingest.ts";
import { errorOf, type RebuildReport, rebuild } from "../pipeline/rebuild.ts";
import { UserError } from "../platform/error.ts";
import type { Signer } from "../tree/signature.ts";
import { type CliContext, contextOf } from "./context.ts";
import { EXIT, exitCode } from "./exit-codes.ts";
import { signerOf } from "./keygen.ts";
import {
  CONFIG,
  ENDPOINT,
  EVENT_PAGES_OPTION,
  example,
  GRID,
  JSON_OUT,
  KEEP_SNAPSHOTS,
  OUT,
  PACK_BELOW,
  parseSeconds,
  SIGN_KEY_OPTION,
  STORE,
  VARIANTS,
} from "./options.ts";
import { printRebuild } from "./print.ts";
import { type PublishCommand, type PublishOutcome, publish, publishLines } from "./publish.ts";
import { printError } from "./terminal.ts";

interface RebuildFlags extends Flags {
  json?: boolean;
  watch?: boolean;
  /** Seconds. */
  every?: number;
  /** File of the key that signs. */
  signKey?: string;
  /** Where to publish the tree: a folder, or `s3://bucket/prefix`. */
  publish?: string;
  endpoint?: string;
  variants?: boolean;
}

/** Adds the options and the action of `quaketree rebuild`. */
export function rebuildCommand(command: Command): void {
  command
    .option(...CONFIG)
    .option(...STORE)
    .option(...OUT)
    .option(...GRID)
    .option(...PACK_BELOW)
    .option(...EVENT_PAGES_OPTION)
    .option(...KEEP_SNAPSHOTS)
    .option("--watch", "rebuild again and again, until SIGTERM or SIGINT")
    .option(
      "--every <seconds>",
      "with --watch: from the beginning of one run to that of the next (default: expected_interval_s of the configuration, 60)",
      parseSeconds,
    )
    .option(...SIGN_KEY_OPTION)
    .option("--publish <target>", "then publish the tree to this folder or s3://bucket/prefix")
    .option(...ENDPOINT)
    .option(...VARIANTS)
    .option(...JSON_OUT)
    .addHelpText("after", example("rebuild --config quaketree.config.json --store data/store --out dist"))
    .action(rebuildAction);
}

async function rebuildAction(options: RebuildFlags): Promise<void> {
  if (options.every !== undefined && !options.watch) {
    throw new UserError("usage", "--every is given without --watch", "it says how often --watch rebuilds");
  }
  const config = settingsOf(options);
  const context = contextOf(options);
  await runRebuild(
    {
      config,
      store: config.store ?? DEFAULT_STORE,
      out: config.out,
      signer: signerOf(options.signKey, context.env),
      publish: publishing(options),
      everyS: options.watch ? (options.every ?? config.expected_interval_s) : undefined,
      printError: (error) => printError(error, false),
    },
    context,
  );
}

/** Where a rebuild publishes to. @throws UserError `usage` */
function publishing({ publish: to, endpoint, variants }: RebuildFlags) {
  if (to !== undefined) return { to, endpoint, variants };
  if (endpoint === undefined && !variants) return undefined;
  throw new UserError("usage", "--endpoint or --variants is given without --publish", "they say how to publish");
}

export interface RunRebuildOptions {
  config: Config;
  store: string;
  out: string;
  signer?: Signer | undefined;
  /** Where the tree is published to when it is built; undefined: nowhere. */
  publish?: Pick<PublishCommand, "to" | "endpoint" | "variants"> | undefined;
  /** Rebuild every so many seconds until a signal comes; once where it is undefined. */
  everyS?: number | undefined;
  /** Writes an error to stderr. */
  printError: (error: UserError) => void;
}

/** The time and the end of a loop of rebuilds. `release` is called when the loop has ended. */
export type Loop = Pick<WatchOptions, "now" | "sleep" | "signal"> & { release: () => void };

/**
 * `quaketree rebuild`, once or in a loop. The loop goes on after whatever may pass, and tells it.
 *
 * @param loopOf the loop of this process, unless it is given
 * @throws UserError as `rebuild` where it runs once; in a loop for a mistake in the command line or the configuration
 */
export async function runRebuild(
  options: RunRebuildOptions,
  context: CliContext,
  loopOf: () => Loop = loopOfProcess,
): Promise<void> {
  const { config, everyS } = options;
  const keepSnapshotsDays = config.tree.keep_snapshots_days;
  const { now, report } = context;
  // Kept over all runs: who has told us to wait is not asked by the next run either.
  const ask = askOf(config, report, now);
  const worldOf = keepWorld(config.thresholds.offshore_km);
  const once = async () => {
    const rebuilt = await rebuild({ ...options, ask, now, report, worldOf });
    // Also what failed: the tree that stands says so in its status.
    const published =
      options.publish && (await attemptToPublish(rebuilt, { ...options.publish, keepSnapshotsDays }, context));
    printOutcome(rebuilt, published, options, context);
    return rebuilt.outcome !== "failed";
  };
  if (everyS === undefined) {
    await once();
    return;
  }
  const { release, ...loop } = loopOf();
  const run = () => once().catch((error: unknown) => failed(error, options));
  try {
    await watch({ ...loop, everyMs: everyS * 1000, run });
  } finally {
    release();
  }
}

type Attempt = { done: PublishOutcome } | { error: UserError };

async function attemptToPublish(
  { out: tree }: RebuildReport,
  where: Omit<PublishCommand, "tree">,
  context: CliContext,
): Promise<Attempt> {
  try {
    return { done: await publish({ tree, ...where }, context) };
  } catch (error) {
    if (error instanceof UserError) return { error };
    throw error;
  }
}

function printOutcome(
  rebuilt: RebuildReport,
  published: Attempt | undefined,
  { printError }: RunRebuildOptions,
  context: CliContext,
): void {
  printRebuild(published ? { ...rebuilt, ...recordOf(published) } : rebuilt, context);
  if (published && "done" in published && !context.json)
    for (const line of publishLines(published.done)) context.out(line);
  const { error } = rebuilt;
  if (error) printError(new UserError(error.code, error.message, error.hint));
  const failed = published && "error" in published ? published.error : undefined;
  if (failed) printError(failed);
  context.end(failed ? exitCode(failed) : EXIT[rebuilt.outcome]);
}

/** What `--json` says of it, beside the rebuild. */
function recordOf(published: Attempt): { published: PublishOutcome | null; publish_error: object | null } {
  if ("done" in published) return { published: published.done, publish_error: null };
  const { code, message, hint } = published.error;
  return { published: null, publish_error: { code, message, hint } };
}

/** Mistakes in the command line and the configuration: the next run would meet them again. */
const LASTING = new Set(["usage", "config-invalid", "no-agency"]);

/** Tells why a run of a loop failed. @throws `error` where the next run would fail in the same way */
function failed(error: unknown, { printError }: RunRebuildOptions): false {
  const { code, message, hint } = errorOf(error);
  if (LASTING.has(code)) throw error;
  printError(new UserError(code, message, hint));
  return false;
}

function loopOfProcess(): Loop {
  return { ...endOfProcess(), now: () => performance.now(), sleep };
}

/** Aborted by SIGTERM and SIGINT; a second one ends the process as if nobody listened. */
function endOfProcess(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const signals = ["SIGTERM", "SIGINT"] as const;
  const release = () => {
    for (const name of signals) process.off(name, onSignal);
  };
  const onSignal = () => {
    release();
    controller.abort();
  };
  for (const name of signals) process.on(name, onSignal);
  return { signal: controller.signal, release };
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}

/** What a loop of runs needs of the world. Times in ms. */
export interface WatchOptions {
  /** From the beginning of one run to that of the next. */
  everyMs: number;
  now: () => number;
  /** Ends early when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborted when the loop is to end: after the run that is under way. */
  signal: AbortSignal;
  /** Resolves to whether the run succeeded. */
  run: () => Promise<boolean>;
}

/** After failed runs the interval doubles up to this, or stays what it is where it is longer. */
const LONGEST_MS = 600_000;

/**
 * Runs again and again, never two at once, until it is told to stop. A run that takes longer than the interval is followed
 * by the next at once. The interval grows while runs fail. What a run throws ends the loop.
 */
export async function watch({ everyMs, now, sleep, signal, run }: WatchOptions): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const began = now();
    failures = (await run()) ? 0 : failures + 1;
    const interval = Math.min(everyMs * 2 ** failures, Math.max(everyMs, LONGEST_MS));
    // A clock that was set must neither stop the loop nor make it race.
    const wait = Math.min(interval, Math.max(0, began + interval - now()));
    if (!signal.aborted && wait > 0) await sleep(wait, signal);
  }
}
