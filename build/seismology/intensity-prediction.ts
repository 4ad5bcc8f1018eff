import { normalCdf } from "./poisson-interval.ts";

/** A mean and its standard deviation, units of the Modified Mercalli scale. */
export interface Intensity {
  mean: number;
  sigma: number;
}

/** The range of the data of the equation: moment magnitudes 5.0 to 7.9, distances to 300 km, active shallow crust. */
export const INTENSITY_RANGE = { leastMagnitude: 5, mostMagnitude: 7.9, mostKm: 300 } as const;

const C = { c0: 2.085, c1: 1.428, c2: -1.402, c4: 0.078, m1: -0.209, m2: 2.042 } as const;
const S = { s1: 0.82, s2: 0.37, s3: 22.9 } as const;

/** Beyond this distance the intensity decreases more slowly, km. */
const FAR_KM = 50;

/**
 * Modified Mercalli intensity at a distance from the hypocentre of an earthquake in active shallow crust, on average ground: the
 * equation for hypocentral distance of Allen, Wald & Worden (2012), Intensity attenuation for active crustal regions, J. Seismol.
 * 16, 409–433, doi:10.1007/s10950-012-9278-7, table 3, with the coefficients as in OpenQuake (AllenEtAl2012Rhypo). The standard
 * deviation is that of single places.
 *
 * @param magnitude moment magnitude
 * @param hypocentralKm from the hypocentre, more than 0
 */
export function intensityAt(magnitude: number, hypocentralKm: number): Intensity {
  const near = C.m1 + C.m2 * Math.exp(magnitude - 5);
  const spreading = C.c2 * Math.log(Math.hypot(hypocentralKm, near));
  const far = hypocentralKm > FAR_KM ? C.c4 * Math.log(hypocentralKm / FAR_KM) : 0;
  return { mean: C.c0 + C.c1 * magnitude + spreading + far, sigma: S.s1 + S.s2 / (1 + (hypocentralKm / S.s3) ** 2) };
}

/** km from the hypocentre, from km along the surface, on a flat Earth: within a percent to 300 km. */
export function hypocentralKm(epicentralKm: number, depthKm: number): number {
  return Math.hypot(epicentralKm, depthKm);
}

/** The probability that a normally distributed intensity is at least the lower edge of a degree, half a unit below it. */
export function probabilityOf(degree: number, { mean, sigma }: Intensity): number {
  return 1 - normalCdf((degree - 0.5 - mean) / sigma);
}
