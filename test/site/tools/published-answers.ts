/** What is entered, by the names of the fields, in this order. */
export type Entered = Readonly<Record<string, string>>;

/** Tools whose answer follows from what is entered alone: what is entered, and what a source says comes out. */
export const PUBLISHED: readonly [tool: string, source: string, entered: Entered, answers: RegExp][] = [
  [
    "energy",
    "USGS, How much bigger: 7.9 and 6.9 differ 31.6 times in energy and 10 times in motion",
    { magnitude: "7.9", other: "6.9" },
    /31\.6 times the energy.*10\.0 times as large/s,
  ],
  ["s-minus-p", "tables of iasp91: at 45° S comes 897.4 - 497.0 s after P", { given: "seconds", seconds: "400.4" }, /\(45\.0°\)/],
  [
    "travel-times",
    "tables of iasp91: P at 90° and no depth after 781.3 s",
    { distance: "90", depth: "0" },
    /The first wave, P, arrives 13 min 1 s/,
  ],
  [
    "felt-intensity",
    "table by which OpenQuake checks Allen et al. (2012): 5.7 ± 0.8 at magnitude 7 and 100 km",
    { magnitude: "7", distance: "99.8", depth: "6" },
    /average is 5\.7, the standard deviation 0\.8/,
  ],
  [
    "aftershocks",
    "California Integrated Seismic Network after South Napa 2014: 54 %, in the week from an hour on",
    { mainshock: "6", least: "5", regime: "california-1989", from: "0.041666" },
    /is 54\s?%/,
  ],
  [
    "plate-motion",
    "USGS on the earthquake of 11 March 2011: 83 mm a year",
    { plate: "PA", other: "NA", latitude: "38.3", longitude: "142.4" },
    /Pacific plate moves at 83\.0 mm per year relative to the North America plate here/,
  ],
  [
    "tsunami-travel-time",
    "NOAA: in water 4,000 m deep a tsunami runs at 713 km/h",
    { ocean: "own", depth: "4000" },
    /4,000 m deep, the wave travels at 713 km\/h/,
  ],
  [
    "scales",
    "Kanamori (1977): 2 × 10³⁰ dyn·cm, magnitude 9.5, of the earthquake of 1960",
    { kind: "dyne-centimetres", value: "2e30" },
    /moment magnitude 9\.47, a seismic moment of 2\.00 × 10²³ N·m/,
  ],
];
