import type { PlateBoundary } from "../catalogue.ts";

/** Consecutive boundaries joined into one line. */
export interface Strand {
  points: (readonly [longitude: number, latitude: number])[];
  /** The boundary of the segment that ends at each point, from the second point on. */
  owners: PlateBoundary[];
}

/**
 * Joins each boundary to the previous one if that ends in its first point: Bird's boundaries are split wherever the
 * class changes.
 */
export function strandsOf(boundaries: readonly PlateBoundary[]): Strand[] {
  const strands: Strand[] = [];
  for (const boundary of boundaries) {
    const [first, ...others] = boundary.line;
    if (!first) continue;
    const end = strands.at(-1)?.points.at(-1);
    if (end?.[0] !== first[0] || end[1] !== first[1]) strands.push({ points: [first], owners: [] });
    const strand = strands.at(-1) as Strand;
    for (const point of others) {
      strand.points.push(point);
      strand.owners.push(boundary);
    }
  }
  return strands;
}
