/** What a paper says of the motion of two plates at a place. */
export interface PublishedRate {
  boundary: string;
  /** Codes of the two plates in Bird's model. */
  plates: [string, string];
  /** Degrees. */
  at: { latitude: number; longitude: number };
  /** mm a year: the least and the greatest that the source states, with the error that it states. */
  from: number;
  to: number;
  source: string;
  /** Why ours lies outside, where it does. */
  differs?: string;
}

/**
 * Rates that others have published, written down before ours were computed. Where a source gives two figures, that of
 * satellite geodesy and that of three million years of sea-floor spreading (NUVEL-1A), the range spans both: some plates have
 * slowed down since, and Bird's poles are mostly of the latter kind.
 *
 * What was found then: two of the twelve lie outside, for the reasons that stand with them. At the Japan Trench the source
 * gives the motion against North America (ours: 83.0), so that is what is compared; against the Okhotsk plate, which Bird
 * sets apart with a pole of Cook et al. (1986), ours is 92.1.
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
    to: 80,
    source: "Angermann et al. 1999, doi:10.1016/S0012-821X(99)00173-9: 66 by GPS on the Nazca plate, 80 by NUVEL-1A",
  },
  {
    boundary: "Japan Trench, where the earthquake of 2011 began",
    plates: ["PA", "NA"],
    at: { latitude: 38.3, longitude: 142.4 },
    from: 83,
    to: 83,
    source: "USGS, tectonic summary of the earthquake of 11 March 2011: 83, Pacific relative to North America",
  },
  {
    boundary: "Zagros, at the longitude of Bahrain",
    plates: ["AR", "EU"],
    at: { latitude: 26.2, longitude: 50.6 },
    from: 20,
    to: 30.5,
    source: "Vernant et al. 2004, Geophys. J. Int. 157, 381-398: 22 ± 2 by GPS, 30.5 by NUVEL-1A",
    differs: [
      "the speed of Arabia in Bird's table is that of NUVEL-1; times the factor of NUVEL-1A, 0.9562",
      "(DeMets et al. 1994, Geophys. Res. Lett. 21, 2191-2194), it agrees",
    ].join(" "),
  },
  {
    boundary: "Java Trench, at Christmas Island",
    plates: ["AU", "SU"],
    at: { latitude: -10.45, longitude: 105.7 },
    from: 60,
    to: 74,
    source: "Tregoning et al. 1994, doi:10.1029/94GL01856: 67 ± 7 by GPS",
  },
  {
    boundary: "Tonga Trench, its northern end",
    plates: ["PA", "TO"],
    at: { latitude: -15.9, longitude: -173.7 },
    from: 240,
    to: 240,
    source: "Bevis et al. 1995, Nature 374, 249-251: about 240 by GPS",
  },
  {
    boundary: "Middle America Trench, at Cocos Island",
    plates: ["CO", "CA"],
    at: { latitude: 5.5, longitude: -87.1 },
    from: 76.4,
    to: 79,
    source: "Protti et al. 2012, Rev. Biol. Trop. 60 (Suppl. 3): 78 ± 1 by GPS, 76.4 by MORVEL",
  },
  {
    boundary: "Iceland, its southern coast",
    plates: ["NA", "EU"],
    at: { latitude: 63.6, longitude: -19.1 },
    from: 18.6,
    to: 18.6,
    source: "Icelandic Meteorological Office, report on ISGPS, figure 17: 18.6; GPS agrees, Geirsson et al. 2006",
  },
  {
    boundary: "El Pilar fault, Trinidad",
    plates: ["CA", "SA"],
    at: { latitude: 10.5, longitude: -62 },
    from: 20,
    to: 20,
    source: "Weber et al. 2001, Geology 29(1), 75-78: about 20 by GPS",
  },
  {
    boundary: "Himalaya, at Kathmandu",
    plates: ["IN", "EU"],
    at: { latitude: 27.7, longitude: 85.3 },
    from: 44.4,
    to: 51.6,
    source: "Paul et al. 2001, doi:10.1029/2000GL011832: 44.4 there by the pole of GPS, 14 % slower than by NUVEL-1A",
  },
  {
    boundary: "East Pacific Rise, its fastest part",
    plates: ["PA", "NZ"],
    at: { latitude: -31.5, longitude: -112 },
    from: 150,
    to: 150,
    source: "Hey et al. 2006, doi:10.1007/s11001-005-1887-x: about 150 by sea-floor spreading",
  },
  {
    boundary: "Southwest Indian Ridge, at the Atlantis II transform",
    plates: ["SO", "AN"],
    at: { latitude: -32.7, longitude: 57.3 },
    from: 14,
    to: 14,
    source: "IODP Expedition 360, doi:10.14379/iodp.sp.360.2015: 14 by sea-floor spreading",
    differs: [
      "Bird adds the motion of Somalia against Nubia of one paper (Chu and Gordon 1999) to that of a whole Africa of another",
      "(NUVEL-1A), which had already taken up the ridge's; the whole Africa agrees",
    ].join(" "),
  },
];

/** A share by which a rate may lie outside of what is published: rounding, and that the place is not that of the measurement. */
export const TOLERANCE = 0.1;
