/** Compares by code units: the same on every machine and in every language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of lists: newest first, equal times by id. */
export function newestFirst(a: { time: number; id: string }, b: { time: number; id: string }): number {
  return b.time - a.time || compareText(a.id, b.id);
}
