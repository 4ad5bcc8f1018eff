import { BusyError, createWorkQueue, FULL, type QueueLimits } from "../work-queue.ts";

export interface ShareLimits extends QueueLimits {
  /** Turns that a request has without a place. Most requests need no more. */
  free: number;
  /** Longest wait for a place, ms. */
  wait: number;
  /** Longest time in a place, ms. */
  longest: number;
}

/** The work for one request. */
interface Work {
  /**
   * To be called before each small piece of work. Waits for a place if the work is long, and lets other requests of the host run.
   *
   * @param pieces number of pieces that follow at least: long work waits before it has anything in memory
   * @throws BusyError if the host does no more of it; the reason of the signal if the request is over
   */
  turn: (pieces?: number) => Promise<void> | undefined;
  /** Gives up the place. What follows needs none. */
  release: () => void;
}

const TOO_LONG = "The query took too long: narrow it, by its time, place or magnitudes, or ask again later.";

/** Time until other requests get their turn, ms. */
const SLICE = 3;

/**
 * Shares one event loop. Short work of any client runs at once; long work needs one of a few places; and of all work, one slice is
 * done between two turns of the event loop.
 *
 * @param now reads a monotonic clock, ms
 * @returns begins work for a client; `over` says that its request has ended, in whichever way
 */
export function createWorkShare(limits: ShareLimits, now: () => number = () => performance.now()) {
  const { free, wait, longest } = limits;
  const queue = createWorkQueue(limits);
  const paused: (() => void)[] = [];

  function resumeOne(): void {
    paused.shift()?.();
    if (paused.length > 0) setImmediate(resumeOne);
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      if (paused.push(resolve) === 1) setImmediate(resumeOne);
    });
  }

  return (client: string, over: AbortSignal): Work => {
    let [turns, sliceBegan, until] = [0, now(), Number.POSITIVE_INFINITY];
    let leave: (() => void) | undefined;

    async function enter(): Promise<void> {
      const left = new Promise<void>((resolve) => (leave = resolve));
      const entered = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new BusyError(FULL)), wait);
        const begin = () => {
          clearTimeout(timer);
          resolve();
          return left;
        };
        if (!queue(client, begin)) {
          clearTimeout(timer);
          reject(new BusyError(FULL));
        }
      });
      await entered;
      over.throwIfAborted();
      sliceBegan = now();
      until = sliceBegan + longest;
    }

    function release(): void {
      leave?.();
      until = Number.POSITIVE_INFINITY;
      turns = Number.NEGATIVE_INFINITY;
    }

    async function rest(): Promise<void> {
      await pause();
      over.throwIfAborted();
      sliceBegan = now();
    }

    over.addEventListener("abort", release);
    return {
      release,
      turn(pieces = 1) {
        over.throwIfAborted();
        const isFree = turns > free || turns + pieces <= free;
        turns = isFree ? turns + 1 : Number.POSITIVE_INFINITY;
        if (!isFree) return enter();
        const time = now();
        if (time > until) throw new BusyError(TOO_LONG);
        return time - sliceBegan < SLICE ? undefined : rest();
      },
    };
  };
}
