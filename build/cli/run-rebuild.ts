import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import type { EventPages } from "../config/event-pages.ts";
import { keepWorld } from "../load/geography.ts";
import { askOf } from "../pipeline/ingest.ts";
import { UserError } from "../platform/error.ts";
import type { Signer } from "../tree/signature.ts";
import type { CliContext } from "./context.ts";
import { EXIT } from "./options.ts";
import { tellRebuild } from "./print.ts";
import { errorOf, type RebuildReport, rebuild } from "./rebuild.ts";
import { type PublishCommand, type PublishOutcome, publish, publishLines } from "./run-publish.ts";
import { type WatchOptions, watch } from "./watch.ts";

export interface RunRebuildOptions {
  config: Config;
  store: string;
  out: string;
  grid?: boolean | undefined;
  packBelow?: number | undefined;
  keepSnapshotsDays?: number | undefined;
  eventPages?: EventPages | undefined;
  signer?: Signer | undefined;
  /** Where the tree is published to when it is built; undefined: nowhere. */
  publish?: Pick<PublishCommand, "to" | "endpoint" | "variants"> | undefined;
  /** Rebuild every so many seconds until a signal comes; once where it is undefined. */
  everyS?: number | undefined;
  /** What a command says on stderr of an error. */
  tellError: (error: UserError) => void;
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
  const { config, everyS, keepSnapshotsDays = config.tree.keep_snapshots_days } = options;
  const { now, report } = context;
  // Kept over all runs: who has told us to wait is not asked by the next run either.
  const ask = askOf(config, report, now);
  const worldOf = keepWorld(config.thresholds.offshore_km);
  const once = async () => {
    const rebuilt = await rebuild({ ...options, ask, now, report, worldOf });
    // Also what failed: the tree that stands says so in its status.
    const published =
      options.publish && (await attemptToPublish(rebuilt, { ...options.publish, keepSnapshotsDays }, context));
    printRebuild(rebuilt, published, options, context);
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

const CODES = { done: EXIT.done, stale: EXIT.stale, failed: EXIT.failed } as const;

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

function printRebuild(
  rebuilt: RebuildReport,
  published: Attempt | undefined,
  { tellError }: RunRebuildOptions,
  context: CliContext,
): void {
  tellRebuild(published ? { ...rebuilt, ...recordOf(published) } : rebuilt, context);
  if (published && "done" in published && !context.json)
    for (const line of publishLines(published.done)) context.out(line);
  const { error } = rebuilt;
  if (error) tellError(new UserError(error.code, error.message, error.hint));
  const failed = published && "error" in published ? published.error : undefined;
  if (failed) tellError(failed);
  context.end(failed ? (RUNNING.has(failed.code) ? EXIT.running : EXIT.failed) : CODES[rebuilt.outcome]);
}

/** What `--json` says of it, beside the rebuild. */
function recordOf(published: Attempt): { published: PublishOutcome | null; publish_error: object | null } {
  if ("done" in published) return { published: published.done, publish_error: null };
  const { code, message, hint } = published.error;
  return { published: null, publish_error: { code, message, hint } };
}

/** The tree is built; somebody else is at publishing it. */
const RUNNING = new Set(["publish-running", "build-running"]);

/** Mistakes in the command line and the configuration: the next run would meet them again. */
const LASTING = new Set(["usage", "config-invalid", "no-agency"]);

/** Tells why a run of a loop failed. @throws `error` where the next run would fail in the same way */
function failed(error: unknown, { tellError }: RunRebuildOptions): false {
  const { code, message, hint } = errorOf(error);
  if (LASTING.has(code)) throw error;
  tellError(new UserError(code, message, hint));
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
