/**
 * Which earthquakes are told what others happened near them, how near, and how many are named. 5.5 is about where earthquakes
 * begin to do damage; 100 km is about the length that one of magnitude 7.5 breaks (Wells and Coppersmith 1994, Bull. Seismol.
 * Soc. Am. 84, 974-1002), so that what broke the same fault before is among them.
 */
export const NEIGHBOURS = { fromMagnitude: 5.5, withinKm: 100, named: 10 } as const;
