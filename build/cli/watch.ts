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
