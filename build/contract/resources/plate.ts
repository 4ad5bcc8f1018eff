import * as z from "zod";
import { BOUNDARY_TYPES, PLATE_TYPES } from "../texts/vocabulary.ts";
import * as common from "./common.ts";
import { fields, object } from "./common.ts";

const listedFields = fields("listedFields", {
  name: common.name,
  slug: common.slug,
  code: z.string().length(2),
  type: z.enum(PLATE_TYPES),
  area_km2: z.number().min(0),
  earthquake_count: common.count,
});

export const ListedPlate = object("ListedPlate", listedFields);
export type ListedPlate = z.infer<typeof ListedPlate>;

export const PlateList = object("PlateList", {
  count: common.count,
  plates: z.array(ListedPlate),
});
export type PlateList = z.infer<typeof PlateList>;

/** The common fields of every part of a margin. */
const lengthFields = fields("lengthFields", {
  length_km: z.number().min(0),
  share: z.number().min(0).max(1),
});

function spread([min, mean, max]: readonly [min: number, mean: number, max: number]) {
  return z.strictObject({
    min: z.number().meta({ description: "The least along this part.", examples: [min] }),
    mean: z.number().meta({ description: "The mean over its length.", examples: [mean] }),
    max: z.number().meta({ description: "The greatest.", examples: [max] }),
  });
}

export const BoundaryMotion = object("BoundaryMotion", {
  accuracy: z.enum(["schematic", "measured"]),
  speed_mm_per_year: spread([70.5, 77.8, 80.6]),
  convergence_mm_per_year: spread([65.3, 72.8, 77.4]).nullable(),
  right_lateral_mm_per_year: spread([-35.6, 11.8, 39.7]).nullable(),
});

export const PlateBoundary = object("PlateBoundary", {
  plate: common.slug,
  type: z.enum(BOUNDARY_TYPES),
  ...lengthFields,
  motion: BoundaryMotion,
});

export const BoundaryTypeLength = object("BoundaryTypeLength", {
  type: z.enum(BOUNDARY_TYPES),
  ...lengthFields,
});

export const PlateNeighbour = object("PlateNeighbour", {
  plate: common.slug,
  ...lengthFields,
  rotation_pole: object("PlateNeighbour.rotation_pole", {
    latitude: common.latitude,
    longitude: common.longitude,
    degrees_per_myr: z.number().min(0),
  }),
  speed_mm_per_year: spread([70.5, 77.8, 80.6]),
});

export const PlateYear = object("PlateYear", {
  year: z.int(),
  total: common.count,
  significant: common.count,
  largest_magnitude: common.magnitude.nullable(),
});

export const PlateDetail = object("PlateDetail", {
  ...listedFields,
  description: common.name,
  rotation_pole: object("PlateDetail.rotation_pole", {
    latitude: common.latitude,
    longitude: common.longitude,
    degrees_per_myr: z.number(),
  }),
  boundaries: z.array(PlateBoundary),
  boundary_types: z.array(BoundaryTypeLength),
  neighbours: z.array(PlateNeighbour),
  annual_earthquakes: z.array(PlateYear),
  completeness: common.completenessOrNull,
  frequency_magnitude: common.frequencyMagnitudeOrNull,
  totals_basis: common.totalsBasisOrNull,
});
export type PlateDetail = z.infer<typeof PlateDetail>;
