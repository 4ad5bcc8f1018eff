import { setTimeout as delay } from "node:timers/promises";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../cli-options.ts";
import type { Config } from "../config.ts";
import { UserError } from "../error.ts";
import type { EventPages } from "../pages/event-pages.ts";
import type { Signer } from "../tree/signature.ts";
import { askOf } from "./ingest.ts";
import { type PublishCommand, type PublishOutcome, publish, publishLines } from "./publish.ts";
import { type RebuildReport, rebuild } from "./rebuild.ts";
import { tellRebuild } from "./tell.ts";
import { watch } from "./watch.ts";
import { keepWorld } from "./world.ts";

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

/** `quaketree rebuild`, once or in a loop. @throws UserError as `rebuild` where it runs once */
export async function runRebuild(options: RunRebuildOptions, context: CliContext): Promise<void> {
  const { config, everyS } = options;
  const { now, report } = context;
  // Kept over all runs: who has told us to wait is not asked by the next run either.
  const ask = askOf(config, report, now);
  const worldOf = keepWorld(config.thresholds.offshore_km);
  const once = async () => {
    const rebuilt = await rebuild({ ...options, ask, now, report, worldOf });
    // Also what failed: the tree that stands says so in its status.
    const published = options.publish && (await attemptToPublish(rebuilt, options.publish, context));
    tell(rebuilt, published, options, context);
  };
  if (everyS === undefined) return once();
  const { signal, release } = endOfProcess();
  const run = () => once().catch((error: unknown) => passing(error, options));
  try {
    await watch({ everyMs: everyS * 1000, now: () => performance.now(), sleep, signal, run });
  } finally {
    release();
  }
}

const CODES = { done: EXIT.done, stale: EXIT.stale, failed: EXIT.failed } as const;

type Attempt = { done: PublishOutcome } | { error: UserError };

async function attemptToPublish(
  { out: tree }: RebuildReport,
  where: NonNullable<RunRebuildOptions["publish"]>,
  context: CliContext,
): Promise<Attempt> {
  try {
    return { done: await publish({ tree, ...where }, context) };
  } catch (error) {
    if (error instanceof UserError) return { error };
    throw error;
  }
}

function tell(
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

/** Another run that is at work now is gone by the next time. */
function passing(error: unknown, { tellError }: RunRebuildOptions): void {
  if (!(error instanceof UserError) || !["store-in-use", "build-running"].includes(error.code)) throw error;
  tellError(error);
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
