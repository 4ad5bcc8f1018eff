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

/** The inverse of `radiatedEnergy`. @param energy joules, more than 0 */
export function energyMagnitude(energy: number): number {
  return (Math.log10(energy) - 4.4) / 1.5;
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
