/** Waits until one may ask this origin, given the least time between the beginnings of two requests, ms. */
export type Turns = (origin: string, spacingMs: number) => Promise<void>;

/**
 * Lets requests to one origin begin one after the other, no closer together than each of them wants, whoever asks.
 * A clock that is set back costs one spacing and no more.
 */
export function createTurns({ now, sleep }: { now: () => number; sleep: (ms: number) => Promise<void> }): Turns {
  const lastBegun = new Map<string, number>();
  const queues = new Map<string, Promise<void>>();
  const takeTurn = async (origin: string, spacingMs: number) => {
    const last = lastBegun.get(origin);
    const wait = last === undefined ? 0 : Math.min(last + spacingMs - now(), spacingMs);
    if (wait > 0) await sleep(wait);
    lastBegun.set(origin, now());
  };
  return (origin, spacingMs) => {
    const turn = (queues.get(origin) ?? Promise.resolve()).then(() => takeTurn(origin, spacingMs));
    // Who comes next need not suffer from what went wrong with this one's sleep.
    const settled = turn.catch(() => {});
    queues.set(origin, settled);
    return turn;
  };
}
