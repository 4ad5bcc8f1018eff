/** How often news are asked for. */
const EVERY_MS = 30_000;

/**
 * Calls a function now and every 30 seconds, but only while somebody looks; one who comes back after longer than that gets
 * the news at once, and so does one whose network is back.
 *
 * @param ask must not reject
 * @returns asks at once, whatever the time
 */
export function keepFresh(ask: () => Promise<void>, clock: () => number): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  const now = (): Promise<void> => {
    last = clock();
    return ask();
  };
  const due = () => {
    if (!document.hidden && clock() - last >= EVERY_MS - 500) void now();
  };
  setInterval(due, EVERY_MS);
  document.addEventListener("visibilitychange", due);
  globalThis.addEventListener("online", () => void now());
  globalThis.addEventListener("offline", () => void now());
  return now;
}
