/** Kinds of magnitude with a published relation to the moment magnitude. */
type MagnitudeKind = "mw" | "ms" | "mb" | "ml";

/** A straight line or parabola of one range: Mw = a + b·M + c·M². */
export interface Relation {
  kind: Exclude<MagnitudeKind, "mw">;
  /** Range of magnitudes of the relation, ends included. */
  least: number;
  most: number;
  a: number;
  b: number;
  c: number;
  /** Scatter of single earthquakes, units of magnitude. */
  scatter: number;
}

/**
 * Ms and mb: worldwide (Scordilis 2006, Empirical global relations converting MS and mb to moment magnitude, J. Seismol. 10, 225,
 * doi:10.1007/s10950-006-9012-4, equations 2 to 4). ML: central, northern and north-western Europe (Grünthal, Wahlström & Stromeyer
 * 2009, The unified catalogue of earthquakes in central, northern, and northwestern Europe (CENEC), J. Seismol. 13, 517,
 * doi:10.1007/s10950-008-9144-9; its scatter is that at ML 5, √(0.0837) by the paper's polynomial of the variance); elsewhere ML
 * differs by half a unit and more. GEM's catalogue toolkit and the Royal Observatory of Belgium's eqcatalog use the same
 * coefficients and ranges for Scordilis; eqcatalog has the same for Grünthal, from 3.5.
 */
export const RELATIONS: readonly Relation[] = [
  { kind: "ms", least: 3, most: 6.1, a: 2.07, b: 0.67, c: 0, scatter: 0.17 },
  { kind: "ms", least: 6.2, most: 8.2, a: 0.08, b: 0.99, c: 0, scatter: 0.2 },
  { kind: "mb", least: 3.5, most: 6.2, a: 1.03, b: 0.85, c: 0, scatter: 0.29 },
  { kind: "ml", least: 3.5, most: 6, a: 0.53, b: 0.646, c: 0.0376, scatter: 0.29 },
];

/** The relation for a magnitude of a kind, rounded to tenths; undefined if none is published. */
export function relationOf(kind: Relation["kind"], magnitude: number): Relation | undefined {
  const tenths = Math.round(magnitude * 10) / 10;
  return RELATIONS.find((relation) => relation.kind === kind && relation.least <= tenths && tenths <= relation.most);
}

/** The moment magnitude that a relation gives. */
export function toMomentMagnitude({ a, b, c }: Relation, magnitude: number): number {
  return a + b * magnitude + c * magnitude ** 2;
}
