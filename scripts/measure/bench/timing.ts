/** What one call costs, in µs: the median and the 99th percentile of single calls. */
export interface Cost {
  p50: number;
  p99: number;
  calls: number;
}

export interface Effort {
  /** Time to spend, in ms, of which a third goes into warming up. */
  ms: number;
  /** Calls at the most. */
  calls: number;
}

/**
 * Times single calls, one after the other, until time or calls are used up. The clock itself costs some 0.05 µs a call,
 * which is not taken off.
 */
export function costOf(call: () => unknown, { ms, calls }: Effort): Cost {
  const end = performance.now() + ms;
  const warm = performance.now() + ms / 3;
  for (let made = 0; made < calls / 3 && performance.now() < warm; made++) call();
  const times: number[] = [];
  while (times.length < calls && (times.length === 0 || performance.now() < end)) {
    const start = performance.now();
    call();
    times.push((performance.now() - start) * 1000);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
  return { p50: at(0.5), p99: at(0.99), calls: times.length };
}
