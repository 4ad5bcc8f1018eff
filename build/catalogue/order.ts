/** By code units: the same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of every list: newest first, equal times by id. */
export function newestFirst(a: { time: number; id: string }, b: { time: number; id: string }): number {
  return b.time - a.time || compareText(a.id, b.id);
}
