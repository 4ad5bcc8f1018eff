import { setTimeout as delay } from "node:timers/promises";

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

/** The time and the end of a loop of rebuilds. `release` is called when the loop has ended. */
export type Loop = Pick<WatchOptions, "now" | "sleep" | "signal"> & { release: () => void };

/** A loop of this process, which SIGTERM and SIGINT end; a second signal ends the process at once. */
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
