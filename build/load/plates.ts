import { join } from "node:path";
import { z } from "zod";
import type { PlateBoundary, PlateFacts } from "../catalogue/catalogue.ts";
import { compareText } from "../catalogue/order.ts";
import { BOUNDARY_CLASSES, BOUNDARY_TYPES, PLATE_TYPES } from "../contract/texts/vocabulary.ts";
import { invalidData, readDataFile } from "./data-file.ts";

const code = z.string().regex(/^[A-Z]{2}$/);
const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

const plateRow = z.strictObject({
  code,
  name: z.string().min(1),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  type: z.enum(PLATE_TYPES),
  area_km2: z.number().positive(),
  rotation_pole: z.strictObject({ latitude, longitude, degrees_per_myr: z.number().nonnegative() }),
  description: z.string().min(1),
});

const boundaryFeature = z.strictObject({
  type: z.literal("Feature"),
  properties: z.strictObject({
    name: z.string().min(1),
    left: code,
    right: code,
    type: z.enum(BOUNDARY_TYPES),
    class: z.enum(BOUNDARY_CLASSES).optional(),
  }),
  geometry: z.strictObject({
    type: z.literal("LineString"),
    coordinates: z.array(z.tuple([longitude, latitude])).min(2),
  }),
});

const boundaryCollection = z.strictObject({
  type: z.literal("FeatureCollection"),
  accuracy: z.enum(["schematic", "measured"]),
  features: z.array(boundaryFeature).min(1),
});

/**
 * The plates of `plates.json`, by name.
 *
 * @throws UserError `data-invalid`
 */
export function readPlates(dataDirectory: string): PlateFacts[] {
  const path = join(dataDirectory, "plates.json");
  const rows = readDataFile(path, z.array(plateRow).min(1));
  for (const key of ["code", "slug"] as const) {
    const twice = rows.find((row, i) => rows.findIndex((other) => other[key] === row[key]) !== i);
    if (twice) throw invalidData(path, `${twice[key]} occurs twice`);
  }
  return rows
    .map(({ area_km2, rotation_pole: { degrees_per_myr, ...pole }, ...plate }) => ({
      ...plate,
      areaKm2: area_km2,
      rotationPole: { ...pole, degreesPerMyr: degrees_per_myr },
    }))
    .toSorted((a, b) => compareText(a.name, b.name));
}

/**
 * The boundary lines of `plate-boundaries.geojson`, in the order of the file, and how exact they say they are.
 *
 * @throws UserError `data-invalid`; also for a line that crosses the antimeridian or has one plate on both sides
 */
export function readBoundaries(dataDirectory: string): PlateBoundary[] {
  const path = join(dataDirectory, "plate-boundaries.geojson");
  const { accuracy, features } = readDataFile(path, boundaryCollection);
  return features.map(({ properties, geometry }, index) => {
    const line = geometry.coordinates;
    const where = `boundary ${index} (${properties.name})`;
    if (properties.left === properties.right) throw invalidData(path, `${where} has ${properties.left} on both sides`);
    if (line.some(([x], i) => i > 0 && Math.abs(x - (line[i - 1]?.[0] ?? x)) > 180))
      throw invalidData(path, `${where} crosses the antimeridian: split it there`);
    return { ...properties, class: properties.class ?? null, accuracy, line };
  });
}
