/** An area, degrees. West may be less than -180, and east more than 180. */
export interface Degrees {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The smallest frame around several, also across 180°. */
export function around(frames: readonly Degrees[]): Degrees | undefined {
  const sorted = frames.toSorted((a, b) => a.west - b.west);
  const [first] = sorted;
  if (!first) return undefined;
  // The frame begins after the widest gap between them on the circle of longitudes.
  const gaps: { from: number; to: number }[] = [];
  let reached = first.east;
  let [south, north] = [90, -90];
  for (const one of sorted) {
    if (one.west > reached) gaps.push({ from: reached, to: one.west });
    reached = Math.max(reached, one.east);
    [south, north] = [Math.min(south, one.south), Math.max(north, one.north)];
  }
  gaps.push({ from: reached, to: first.west + 360 });
  const { from, to } = gaps.reduce((widest, gap) => (gap.to - gap.from > widest.to - widest.from ? gap : widest));
  return to >= 180 ? { west: to - 360, east: from, south, north } : { west: to, east: from + 360, south, north };
}
