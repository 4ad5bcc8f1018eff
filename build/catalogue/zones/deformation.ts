/** How near a country is to a belt in which the ground deforms, and how strongly it may shake there. */
export interface Deformation {
  /** What the belt means for the country, by `shakingLevel`. */
  level: ShakingLevel;
  /** The belt that determines it, and km from the territory to its line; null where none does. */
  belt: { name: string; distanceKm: number } | null;
}

/** Bands of ground shaking: 0 below 0.3 m/s², 1 from there, 2 from 0.8, 3 from 2.4, 4 from 4.0 (GSHAP's bounds but for the first). */
export type ShakingLevel = 0 | 1 | 2 | 3 | 4;

/** Up to so many km from the line of a belt its level holds; beyond each bound it is one level lower, beyond the last nothing is left. */
export const BELT_REACH_KM = [50, 120, 300] as const;

/** What a belt means at a distance from its line. */
export function shakingLevel(level: ShakingLevel, distanceKm: number): ShakingLevel {
  const beyond = BELT_REACH_KM.filter((km) => distanceKm > km).length;
  return beyond === BELT_REACH_KM.length ? 0 : (Math.max(0, level - beyond) as ShakingLevel);
}
