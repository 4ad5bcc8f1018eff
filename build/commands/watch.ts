/** What a loop of runs needs of the world. Times in ms. */
export interface WatchOptions {
  /** From the beginning of one run to that of the next. */
  everyMs: number;
  now: () => number;
  /** Ends early when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborted when the loop is to end: after the run that is under way. */
  signal: AbortSignal;
  run: () => Promise<void>;
}

/**
 * Runs again and again, never two at once, until it is told to stop. A run that takes longer than the interval is followed
 * by the next at once. What a run throws ends the loop.
 */
export async function watch({ everyMs, now, sleep, signal, run }: WatchOptions): Promise<void> {
  while (!signal.aborted) {
    const began = now();
    await run();
    // A clock that was set must neither stop the loop nor make it race.
    const wait = Math.min(everyMs, Math.max(0, began + everyMs - now()));
    if (!signal.aborted && wait > 0) await sleep(wait, signal);
  }
}
