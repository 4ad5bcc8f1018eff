/** The two kinds of body wave. The outer core is liquid, and only P passes it. */
export type Wave = "P" | "S";

/** A shell of the model: velocities in km/s as polynomials of r / 6371, from the constant term upwards. */
interface ModelLayer {
  /** km from the centre. */
  top: number;
  bottom: number;
  p: readonly number[];
  s: readonly number[];
}

/** The radius of the model's Earth, km. */
export const MODEL_RADIUS_KM = 6371;

/** Top of the mantle: the Mohorovičić discontinuity, km from the centre. */
export const MOHO_RADIUS_KM = 6336;
export const CORE_RADIUS_KM = 3482;
export const INNER_CORE_RADIUS_KM = 1217.1;

/**
 * The velocity model iasp91 as published: Kennett & Engdahl (1991), Traveltimes for global earthquake location and phase
 * identification, Geophys. J. Int. 105, 429–465, doi:10.1111/j.1365-246X.1991.tb06724.x, table 2; from the surface downwards. The
 * coefficients are facts of the paper; the IASPEI's Manual of Seismological Observatory Practice has them too, data sheet 2.1,
 * doi:10.2312/GFZ.NMSOP_r1_DS_2.1.
 */
export const IASP91: readonly ModelLayer[] = [
  { top: 6371, bottom: 6351, p: [5.8], s: [3.36] },
  { top: 6351, bottom: MOHO_RADIUS_KM, p: [6.5], s: [3.75] },
  { top: MOHO_RADIUS_KM, bottom: 6251, p: [8.78541, -0.74953], s: [6.706231, -2.248585] },
  { top: 6251, bottom: 6161, p: [25.41389, -17.69722], s: [5.7502, -1.2742] },
  { top: 6161, bottom: 5961, p: [30.78765, -23.25415], s: [15.24213, -11.08552] },
  { top: 5961, bottom: 5711, p: [29.38896, -21.40656], s: [17.70732, -13.50652] },
  { top: 5711, bottom: 5611, p: [25.96984, -16.93412], s: [20.7689, -16.53147] },
  { top: 5611, bottom: 3631, p: [25.1486, -41.1538, 51.9932, -26.6083], s: [12.9303, -21.259, 27.8988, -14.108] },
  { top: 3631, bottom: CORE_RADIUS_KM, p: [14.4947, -1.47089], s: [8.16616, -1.58206] },
  { top: CORE_RADIUS_KM, bottom: INNER_CORE_RADIUS_KM, p: [10.03904, 3.75665, -13.67046], s: [0] },
  { top: INNER_CORE_RADIUS_KM, bottom: 0, p: [11.24094, 0, -4.09689], s: [3.56454, 0, -3.45241] },
];

/** Velocity in km/s at a radius within a layer, ends included. @param radius km from the centre */
export function velocity(layer: ModelLayer, wave: Wave, radius: number): number {
  const coefficients = wave === "P" ? layer.p : layer.s;
  const x = radius / MODEL_RADIUS_KM;
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}
