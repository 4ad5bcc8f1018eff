/** A published rate of the motion between two plates at a point. */
export interface PublishedRate {
  boundary: string;
  /** Codes of the two plates in Bird's model. */
  plates: [string, string];
  /** Degrees. */
  at: { latitude: number; longitude: number };
  /** mm a year: the limits of the range from the published value and its error; both are equal if the source states no error. */
  from: number;
  to: number;
  source: string;
  /** The reason why the computed rate is outside the range, if it is. */
  differs?: string;
}

/**
 * Rates measured independently of Bird's poles, collected before the rates of this project were computed. Rates from the same
 * sea-floor spreading data (NUVEL-1A, MORVEL), and rates from which Bird derived a pole (Tonga, the Caribbean), are excluded,
 * because they would compare his table with itself. The plates are those on the two sides of the boundary in the API.
 */
export const PUBLISHED_RATES: readonly PublishedRate[] = [
  {
    boundary: "Gulf of California, at Cabo San Lucas",
    plates: ["PA", "NA"],
    at: { latitude: 22.9, longitude: -109.9 },
    from: 40,
    to: 54,
    source: "Dixon et al. 1991, doi:10.1029/91GL01062: 47 ± 7 by GPS",
  },
  {
    boundary: "Peru-Chile Trench, where the earthquake of 1960 began",
    plates: ["NZ", "SA"],
    at: { latitude: -38.1, longitude: -73.4 },
    from: 66,
    to: 66,
    source: "Angermann et al. 1999, doi:10.1016/S0012-821X(99)00173-9: about 66 by GPS",
    differs: "the plates have become slower in the last three million years, of which ours is the average",
  },
  {
    boundary: "Japan Trench, where the earthquake of 2011 began",
    plates: ["PA", "OK"],
    at: { latitude: 38.3, longitude: 142.4 },
    from: 83,
    to: 83,
    source: "USGS, tectonic summary of the earthquake of 11 March 2011: 83, of the Pacific against North America",
    differs: "Bird sets the Okhotsk plate apart, with a pole of Cook et al. (1986)",
  },
  {
    boundary: "Zagros, at the longitude of Bahrain",
    plates: ["AR", "EU"],
    at: { latitude: 26.2, longitude: 50.6 },
    from: 20,
    to: 24,
    source: "Vernant et al. 2004, Geophys. J. Int. 157, 381-398: 22 ± 2 by GPS",
    differs: "Arabia has become slower, and its speed in Bird's table is that of NUVEL-1, 5 % more than by NUVEL-1A",
  },
  {
    boundary: "Java Trench, at Christmas Island",
    plates: ["AU", "SU"],
    at: { latitude: -10.45, longitude: 105.7 },
    from: 60,
    to: 74,
    source: "Tregoning et al. 1994, doi:10.1029/94GL01856: 67 ± 7 by GPS",
    differs: "the motion of Sunda against Eurasia was hardly known when Bird wrote",
  },
  {
    boundary: "Middle America Trench, at Cocos Island",
    plates: ["CO", "CA"],
    at: { latitude: 5.5, longitude: -87.1 },
    from: 77,
    to: 79,
    source: "Protti et al. 2012, Rev. Biol. Trop. 60 (Suppl. 3): 78 ± 1 by GPS",
    differs: "the average of three million years",
  },
  {
    boundary: "Himalaya, at Kathmandu",
    plates: ["IN", "EU"],
    at: { latitude: 27.7, longitude: 85.3 },
    from: 44.4,
    to: 44.4,
    source: "Paul et al. 2001, doi:10.1029/2000GL011832: 44.4 there by the pole of GPS",
    differs: "India has become slower",
  },
];
