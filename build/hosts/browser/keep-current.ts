/** Delays before the attempts while the tree is being replaced, ms. A folder is replaced at once; an upload takes longer. */
export const WAITS = [0, 0, 300, 1_000, 3_000] as const;

/** Returns the value of the last check, or checks now. Concurrent callers share one check. */
export type Current<Value> = (when: "in time" | "now") => Promise<Value>;

/** When a tree is read again. */
export interface Rechecks {
  /** Minimum time between reads of `snapshot.json`, ms. */
  recheckAfter: number;
  /** Reads a monotonic clock, ms. */
  now: () => number;
  /** Resolves after a duration in ms. */
  wait: (duration: number) => Promise<void>;
}

/**
 * Keeps an opened value, and checks from time to time whether there is a newer one.
 *
 * @param open opens the newest value; returns `before` if it has not changed
 */
export function keepCurrent<Value>(
  open: (before: Value | undefined) => Promise<Value>,
  { recheckAfter, now }: Pick<Rechecks, "recheckAfter" | "now">,
): Current<Value> {
  let opened: Value | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<Value> | undefined;

  async function check(): Promise<Value> {
    try {
      opened = await open(opened);
    } catch (error) {
      // The open value stays valid while the host cannot be reached.
      if (opened === undefined) throw error;
    }
    checkedAt = now();
    return opened;
  }

  return async (when) => {
    if (opened !== undefined && when === "in time" && now() - checkedAt < recheckAfter) return opened;
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
}

/** @param seconds between checks */
export function recheckEvery(seconds = 60): Rechecks {
  return {
    recheckAfter: seconds * 1_000,
    now: () => performance.now(),
    wait: (duration) => new Promise((resolve) => setTimeout(resolve, duration)),
  };
}
