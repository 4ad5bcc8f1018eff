/**
 * The difference of two magnitudes. They are stated in tenths and hundredths, whose binary differences have rounding errors: 6.1
 * and 5.1 differ by exactly one.
 *
 * @returns null if either is unknown
 */
export function magnitudeDifference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.round(Math.abs(a - b) * 1e6) / 1e6;
}

/**
 * Seismic moment of a moment magnitude: log₁₀ M₀ = 1.5 Mw + 9.1 (the standard of the IASPEI 2013, after Hanks & Kanamori 1979,
 * J. Geophys. Res. 84, 2348, and Kanamori 1977, J. Geophys. Res. 82, 2981).
 *
 * @returns newton metres
 */
export function seismicMoment(momentMagnitude: number): number {
  return 10 ** (1.5 * momentMagnitude + 9.1);
}

/** The inverse of `seismicMoment`. @param moment newton metres, more than 0 */
export function momentMagnitude(moment: number): number {
  return (Math.log10(moment) - 9.1) / 1.5;
}

/**
 * Energy of the seismic waves: log₁₀ E = 1.5 M + 4.4 (Choy & Boatwright 1995, J. Geophys. Res. 100, 18205), the average of 397
 * shallow earthquakes; the energy magnitude of the IASPEI (2013) has the same constant. It was derived for surface-wave magnitudes;
 * for moment magnitudes it means an energy of 2·10⁻⁵ of the seismic moment, while the same authors found 1.6·10⁻⁵ on average.
 * Gutenberg & Richter (1956, Annali di Geofisica 9, 1) have 4.8. Single earthquakes differ by up to a factor of ten.
 *
 * @returns joules
 */
export function radiatedEnergy(magnitude: number): number {
  return 10 ** (1.5 * magnitude + 4.4);
}

/** Ratio of the energies of two magnitudes: 10^(1.5 ΔM). */
export function energyRatio(magnitude: number, other: number): number {
  return 10 ** (1.5 * (magnitude - other));
}

/** Ratio of the ground motions at the same place, on a seismogram at the period of the magnitude: 10^ΔM. */
export function amplitudeRatio(magnitude: number, other: number): number {
  return 10 ** (magnitude - other);
}

/** A ton of TNT as an energy, joules (NIST Special Publication 811, 2008, appendix B.8). */
export const TON_OF_TNT_JOULES = 4.184e9;

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

export function toMomentMagnitude({ a, b, c }: Relation, magnitude: number): number {
  return a + b * magnitude + c * magnitude ** 2;
}
