import type { ListedPlate, PlateBoundaries, PlateDetail, PlateList } from "../resources/resources.ts";

const NAZCA: ListedPlate = {
  name: "Nazca",
  slug: "nazca",
  code: "NZ",
  type: "minor",
  area_km2: 16101230,
  earthquake_count: 2,
};

export const PLATES: PlateList = {
  count: 2,
  plates: [
    NAZCA,
    {
      name: "Okinawa",
      slug: "okinawa",
      code: "ON",
      type: "microplate",
      area_km2: 324710,
      earthquake_count: 5,
    },
  ],
};

export const PLATE: PlateDetail = {
  ...NAZCA,
  description:
    "An oceanic plate of the south-eastern Pacific, made at the East Pacific Rise and swept eastward to the Peru-Chile Trench, where it descends beneath South America.",
  rotation_pole: { latitude: 55.578, longitude: -90.096, degrees_per_myr: 1.3599 },
  boundaries: [
    {
      plate: "south-america",
      type: "convergent",
      length_km: 4118,
      share: 0.229,
      motion: {
        accuracy: "schematic",
        speed_mm_per_year: { min: 70.5, mean: 77.8, max: 80.6 },
        convergence_mm_per_year: { min: 65.3, mean: 72.8, max: 77.4 },
        right_lateral_mm_per_year: { min: -35.6, mean: 11.8, max: 39.7 },
      },
    },
    {
      plate: "pacific",
      type: "divergent",
      length_km: 3649,
      share: 0.203,
      motion: {
        accuracy: "schematic",
        speed_mm_per_year: { min: 126.4, mean: 140.5, max: 151.2 },
        convergence_mm_per_year: null,
        right_lateral_mm_per_year: null,
      },
    },
  ],
  boundary_types: [
    { type: "divergent", length_km: 8936, share: 0.498 },
    { type: "convergent", length_km: 6397, share: 0.356 },
    { type: "transform", length_km: 2624, share: 0.146 },
  ],
  neighbours: [
    {
      plate: "south-america",
      length_km: 4118,
      share: 0.229,
      rotation_pole: { latitude: 55.957, longitude: -94.005, degrees_per_myr: 0.7246 },
      speed_mm_per_year: { min: 70.5, mean: 77.8, max: 80.6 },
    },
  ],
  annual_earthquakes: [{ year: 2018, total: 2, significant: 0, largest_magnitude: 5 }],
  frequency_magnitude: null,
  totals_basis: null,
};

export const BOUNDARIES: PlateBoundaries = {
  type: "FeatureCollection",
  features: [
    {
      type: "Feature",
      id: 129,
      geometry: {
        type: "LineString",
        coordinates: [
          [122.2, 24],
          [123.3, 23.2],
          [125, 23.4],
          [127, 24],
          [128.5, 25.2],
        ],
      },
      properties: {
        name: "ON-PS",
        plate_a: "ON",
        plate_b: "PS",
        plates: ["okinawa", "philippine-sea"],
        type: "convergent",
        class: null,
        accuracy: "schematic",
      },
    },
  ],
};
