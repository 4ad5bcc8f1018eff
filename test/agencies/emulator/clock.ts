/** The time of the emulated world. */
export interface Clock {
  /** ms since 1970 UTC. */
  now: () => number;
  set: (ms: number) => void;
  advance: (ms: number) => void;
}

/** @param start ms since 1970 UTC, from where on time stands still unless it is moved; or a clock to go with */
export function createClock(start: number | (() => number)): Clock {
  const running = typeof start === "function" ? start : () => start;
  let ahead = 0;
  return {
    now: () => running() + ahead,
    set: (ms) => {
      ahead = ms - running();
    },
    advance: (ms) => {
      ahead += ms;
    },
  };
}
