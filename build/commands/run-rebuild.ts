import { setTimeout as delay } from "node:timers/promises";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../cli-options.ts";
import type { Config } from "../config.ts";
import { UserError } from "../error.ts";
import type { Signer } from "../tree/signature.ts";
import { askOf } from "./ingest.ts";
import { type RebuildReport, rebuild } from "./rebuild.ts";
import { tellRebuild } from "./tell.ts";
import { watch } from "./watch.ts";
import { keepWorld } from "./world.ts";

export interface RunRebuildOptions {
  config: Config;
  store: string;
  out: string;
  grid?: boolean | undefined;
  signer?: Signer | undefined;
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
    tell(rebuilt, options, context);
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

function tell(rebuilt: RebuildReport, { tellError }: RunRebuildOptions, context: CliContext): void {
  tellRebuild(rebuilt, context);
  const { error } = rebuilt;
  if (error) tellError(new UserError(error.code, error.message, error.hint));
  context.end(CODES[rebuilt.outcome]);
}

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
