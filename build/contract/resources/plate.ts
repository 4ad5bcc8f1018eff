import { z } from "zod";
import { BOUNDARY_TYPES, PLATE_TYPES } from "../vocabulary.ts";
import { count, latitude, longitude, magnitude, name, slug } from "./common.ts";
import { frequencyMagnitudeOrNull, totalsBasisOrNull } from "./statistics.ts";

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
    description: "Earthquakes in the catalogue whose epicentre lies on the plate.",
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

export const PlateBoundary = z
  .strictObject({
    plate: slug.meta({ description: "Slug of the neighbouring plate.", examples: ["south-america"] }),
    type: z
      .enum(BOUNDARY_TYPES)
      .meta({ description: "How the plates move against each other.", examples: ["convergent"] }),
    length_km: z
      .number()
      .min(0)
      .meta({ description: "Length of this part of the margin in kilometres.", examples: [4118] }),
  })
  .meta({ description: "A part of the plate's margin." });

export const PlateYear = z
  .strictObject({
    year: z.int().meta({ description: "Year, UTC; 0 is 1 BC.", examples: [2018] }),
    total: count.meta({ description: "All earthquakes.", examples: [2] }),
    significant: count.meta({ description: "Significant ones.", examples: [2] }),
    largest_magnitude: magnitude
      .nullable()
      .meta({ description: "Largest magnitude; null where none is known.", examples: [5] }),
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
    annual_earthquakes: z
      .array(PlateYear)
      .meta({ description: "Oldest first; years without earthquakes are left out." }),
    frequency_magnitude: frequencyMagnitudeOrNull,
    totals_basis: totalsBasisOrNull,
  })
  .meta({ description: "A tectonic plate." });
export type PlateDetail = z.infer<typeof PlateDetail>;
