import { setTimeout as delay } from "node:timers/promises";

/** The effects of a loop of runs. Times in ms. */
export interface WatchOptions {
  /** Time from the start of one run to the start of the next. */
  everyMs: number;
  now: () => number;
  /** Ends early if the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborted to end the loop after the current run. */
  signal: AbortSignal;
  /** Resolves to whether the run succeeded. */
  run: () => Promise<boolean>;
}

/** The effects of a loop of rebuilds. `release` is called when the loop has ended. */
export type Loop = Pick<WatchOptions, "now" | "sleep" | "signal"> & { release: () => void };

/** A loop that SIGTERM and SIGINT end; a second signal ends the process at once. */
export function loopOfProcess(): Loop {
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
  const sleep = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {});
  return { signal: controller.signal, release, now: () => performance.now(), sleep };
}

/** After failed runs the interval doubles up to this limit, unless it is longer from the start. */
const LONGEST_MS = 600_000;

/**
 * Runs repeatedly, one run at a time, until it is aborted. If a run takes longer than the interval, the next one follows at once.
 * The interval grows while runs fail. An exception of a run ends the loop.
 */
export async function watch({ everyMs, now, sleep, signal, run }: WatchOptions): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const began = now();
    failures = (await run()) ? 0 : failures + 1;
    const interval = Math.min(everyMs * 2 ** failures, Math.max(everyMs, LONGEST_MS));
    // A changed clock must neither stop the loop nor remove the pauses.
    const wait = Math.min(interval, Math.max(0, began + interval - now()));
    if (!signal.aborted && wait > 0) await sleep(wait, signal);
  }
}
