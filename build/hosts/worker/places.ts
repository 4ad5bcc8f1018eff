import { BusyError, FULL } from "../work-queue.ts";

/**
 * Places for long work in an isolate, whose memory all its requests share: each may need 15 MB until its answer begins.
 *
 * A request that finds no place is refused at once and does not wait for another: the platform stops the code of a client that has
 * left, which would then wake nobody. For the same reason a place is given up by itself.
 */
const PLACES = 2;
/** Pieces of work that a request may do without a place, as on the Node host. */
const FREE = 64;
/** A place is given up after this time, ms: longer than any query takes that is not refused. */
const LONGEST = 20_000;

/** The work for one request. */
interface PlacedWork {
  /** As the archive calls it. @throws BusyError if the work is long and there is no place */
  turn: (pieces?: number) => undefined;
  /** Called when the answer begins: what follows is sent piece by piece. */
  release: () => void;
}

/** @param clock ms */
export function createPlaces(clock: () => number): () => PlacedWork {
  let taken: { until: number }[] = [];
  return () => {
    let [turns, isOver] = [0, false];
    const own = { until: 0 };
    return {
      turn(pieces = 1) {
        turns++;
        if (isOver || own.until > 0 || Math.max(turns, turns + pieces - 1) <= FREE) return undefined;
        const now = clock();
        taken = taken.filter(({ until }) => until > now);
        if (taken.length >= PLACES) throw new BusyError(FULL);
        own.until = now + LONGEST;
        taken.push(own);
        return undefined;
      },
      release() {
        isOver = true;
        own.until = 0;
      },
    };
  };
}
