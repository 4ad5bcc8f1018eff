import { z } from "zod";
import { BOUNDARY_TYPES, PLATE_TYPES } from "../texts/vocabulary.ts";
import {
  completenessOrNull,
  count,
  frequencyMagnitudeOrNull,
  latitude,
  longitude,
  magnitude,
  name,
  slug,
  totalsBasisOrNull,
} from "./common.ts";

const listedFields = {
  name: name.meta({ description: "Name of the plate.", examples: ["Nazca"] }),
  slug: slug.meta({ description: "Last part of the address of the plate's record.", examples: ["nazca"] }),
  code: z
    .string()
    .length(2)
    .meta({ description: "Code in Bird's model PB2002.", examples: ["NZ"] }),
  type: z.enum(PLATE_TYPES).meta({ description: "Size class.", examples: ["minor"] }),
  area_km2: z
    .number()
    .min(0)
    .meta({ description: "Area in square kilometres.", examples: [16101230] }),
  earthquake_count: count.meta({
    description:
      "Earthquakes in the catalogue whose epicentre lies on the plate: recent, historical, and those of the archive " +
      "where there is one. `totals_basis` in the plate's record says of which span they are complete.",
    examples: [2],
  }),
};

export const ListedPlate = z.strictObject(listedFields).meta({ description: "A plate as the list has it." });
export type ListedPlate = z.infer<typeof ListedPlate>;

export const PlateList = z
  .strictObject({
    count: count.meta({ description: "Number of plates listed.", examples: [52] }),
    plates: z.array(ListedPlate).meta({ description: "By name." }),
  })
  .meta({ description: "The tectonic plates." });
export type PlateList = z.infer<typeof PlateList>;

/** The common fields of every part of a margin. */
const lengthFields = {
  length_km: z
    .number()
    .min(0)
    .meta({ description: "Length of this part of the margin in kilometres.", examples: [4118] }),
  share: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: "Its share of the length of the whole margin, from 0 to 1.", examples: [0.229] }),
};

function spread([min, mean, max]: readonly [min: number, mean: number, max: number]) {
  return z.strictObject({
    min: z.number().meta({ description: "The least along this part.", examples: [min] }),
    mean: z.number().meta({ description: "The mean over its length.", examples: [mean] }),
    max: z.number().meta({ description: "The greatest.", examples: [max] }),
  });
}

const SPEED =
  "Speed of the one plate relative to the other by their rotation poles, millimetres a year, whatever the direction of the boundary.";

export const BoundaryMotion = z
  .strictObject({
    accuracy: z.enum(["schematic", "measured"]).meta({
      description:
        "Of the lines that it is taken along. `measured`: Bird's digitised ones. `schematic`: good to about 100 km; in " +
        "nine of ten cases the speed is then right within 6 mm a year, and the convergence within 13.",
      examples: ["schematic"],
    }),
    speed_mm_per_year: spread([70.5, 77.8, 80.6]).meta({ description: SPEED }),
    convergence_mm_per_year: spread([65.3, 72.8, 77.4])
      .nullable()
      .meta({
        description:
          "How fast the plates approach each other across the boundary, millimetres a year; negative where they part; " +
          "null where a schematic line does not have the direction of the boundary.",
      }),
    right_lateral_mm_per_year: spread([-35.6, 11.8, 39.7]).nullable().meta({
      description:
        "How fast they slip along the boundary, millimetres a year: positive right-lateral, negative left-lateral; null as above.",
    }),
  })
  .meta({
    description:
      "How the two plates move against each other, by their rotation poles (Bird 2003): mostly the average of three " +
      "million years, all of it at the boundary.",
  });

export const PlateBoundary = z
  .strictObject({
    plate: slug.meta({ description: "Slug of the neighbouring plate.", examples: ["south-america"] }),
    type: z.enum(BOUNDARY_TYPES).meta({ description: "How the plates move against each other.", examples: ["convergent"] }),
    ...lengthFields,
    motion: BoundaryMotion,
  })
  .meta({ description: "A part of the plate's margin." });

export const BoundaryTypeLength = z
  .strictObject({ type: z.enum(BOUNDARY_TYPES).meta({ description: "Type of boundary.", examples: ["convergent"] }), ...lengthFields })
  .meta({ description: "How much of the plate's margin is of a type." });

export const PlateNeighbour = z
  .strictObject({
    plate: slug.meta({ description: "Slug of the neighbouring plate.", examples: ["south-america"] }),
    ...lengthFields,
    rotation_pole: z
      .strictObject({
        latitude: latitude.meta({ description: "Degrees, north positive.", examples: [55.957] }),
        longitude: longitude.meta({ description: "Degrees, east positive.", examples: [-94.005] }),
        degrees_per_myr: z
          .number()
          .min(0)
          .meta({ description: "Degrees in a million years, counter-clockwise.", examples: [0.7246] }),
      })
      .meta({ description: "Euler pole of the plate's motion relative to this neighbour." }),
    speed_mm_per_year: spread([70.5, 77.8, 80.6]).meta({ description: SPEED }),
  })
  .meta({ description: "A neighbour of the plate, and how the two move against each other." });

export const PlateYear = z
  .strictObject({
    year: z.int().meta({ description: "Year, UTC; 0 is 1 BC.", examples: [2018] }),
    total: count.meta({ description: "All earthquakes.", examples: [2] }),
    significant: count.meta({ description: "Significant ones.", examples: [2] }),
    largest_magnitude: magnitude.nullable().meta({ description: "Largest magnitude; null where none is known.", examples: [5] }),
  })
  .meta({ description: "The plate's earthquakes of one year." });

export const PlateDetail = z
  .strictObject({
    ...listedFields,
    description: name.meta({
      description: "Setting, neighbours, and what its margins do.",
      examples: ["An oceanic plate of the south-east Pacific."],
    }),
    rotation_pole: z
      .strictObject({
        latitude: latitude.meta({ description: "Degrees, north positive.", examples: [55.578] }),
        longitude: longitude.meta({ description: "Degrees, east positive.", examples: [-90.096] }),
        degrees_per_myr: z.number().meta({ description: "Degrees in a million years.", examples: [1.3599] }),
      })
      .meta({ description: "Euler pole of the plate's motion relative to the Pacific plate." }),
    boundaries: z.array(PlateBoundary).meta({ description: "By neighbour and type, the longest first." }),
    boundary_types: z.array(BoundaryTypeLength).meta({ description: "By type, the longest first." }),
    neighbours: z.array(PlateNeighbour).meta({ description: "By neighbour, the longest common boundary first." }),
    annual_earthquakes: z.array(PlateYear).meta({ description: "Oldest first; years without earthquakes are left out." }),
    completeness: completenessOrNull,
    frequency_magnitude: frequencyMagnitudeOrNull,
    totals_basis: totalsBasisOrNull,
  })
  .meta({ description: "A tectonic plate." });
export type PlateDetail = z.infer<typeof PlateDetail>;
