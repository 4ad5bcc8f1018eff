/**
 * For which earthquakes historical neighbours are given, within which distance, and how many are listed. Damage begins
 * at about magnitude 5.5. A rupture of magnitude 7.5 is about 100 km long (Wells and Coppersmith 1994, Bull. Seismol.
 * Soc. Am. 84, 974-1002), so earlier ruptures of the same fault are included.
 */
export const NEIGHBOURS = { fromMagnitude: 5.5, withinKm: 100, named: 10 } as const;
