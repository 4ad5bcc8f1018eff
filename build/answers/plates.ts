import {
  type BoundaryMotion,
  lengthOf,
  type MeasuredSegment,
  measureBoundary,
  motionAlong,
  type Spread,
} from "../catalogue/boundaries/motion.ts";
import type { Catalogue, CataloguePlate, PlateBoundary } from "../catalogue/catalogue.ts";
import type { ListedPlate, PlateBoundaries, PlateDetail } from "../contract/resources/resources.ts";
import { compareText, groupBy } from "../platform/lists.ts";
import { relativePole } from "../seismology/plate-motion.ts";
import { type Answer, completenessRecord, frequencyMagnitude, pathAnswer, queryAnswer, tenth, totalsBasis } from "./records.ts";

/** The list of plates, each plate, and the boundaries as GeoJSON. */
export function* plateAnswers(catalogue: Catalogue): Iterable<Answer> {
  const slugs = new Map(catalogue.plates.map((plate) => [plate.code, plate.slug]));
  yield queryAnswer("plates", {}, { count: catalogue.plates.length, plates: catalogue.plates.map(listedPlate) });
  yield queryAnswer("plate-boundaries", {}, boundaries(catalogue.boundaries, slugs));
  const boundarySummary = boundarySummaryWriter(catalogue);
  for (const plate of catalogue.plates) {
    const detail: PlateDetail = {
      ...listedPlate(plate),
      description: plate.description,
      rotation_pole: {
        latitude: plate.rotationPole.latitude,
        longitude: plate.rotationPole.longitude,
        degrees_per_myr: plate.rotationPole.degreesPerMyr,
      },
      ...boundarySummary(plate),
      annual_earthquakes: plate.years.map(({ year, total, significant, largest }) => ({
        year,
        total,
        significant,
        largest_magnitude: largest,
      })),
      completeness: plate.completeness && completenessRecord(plate.completeness),
      frequency_magnitude: frequencyMagnitude(plate.completeness),
      totals_basis: totalsBasis(catalogue.complete),
    };
    yield pathAnswer("plate", { slug: plate.slug }, detail);
  }
}

function listedPlate(plate: CataloguePlate): ListedPlate {
  return {
    name: plate.name,
    slug: plate.slug,
    code: plate.code,
    type: plate.type,
    area_km2: plate.areaKm2,
    earthquake_count: plate.earthquakeCount,
  };
}

function boundaries(lines: readonly PlateBoundary[], slugs: Map<string, string>): PlateBoundaries {
  return {
    type: "FeatureCollection",
    features: lines.map((boundary, index) => ({
      type: "Feature",
      id: index + 1,
      geometry: { type: "LineString", coordinates: boundary.line.map(([longitude, latitude]) => [longitude, latitude]) },
      properties: {
        name: boundary.name,
        plate_a: boundary.left,
        plate_b: boundary.right,
        plates: [boundary.left, boundary.right].map((code) => slugs.get(code) ?? ""),
        type: boundary.type,
        class: boundary.class,
        accuracy: boundary.accuracy,
      },
    })),
  };
}

type BoundarySummary = Pick<PlateDetail, "boundaries" | "boundary_types" | "neighbours">;

/**
 * Makes a function that summarises the margin of a plate: its parts by type, by neighbour and by both, and the motion of the plates
 * there.
 */
export function boundarySummaryWriter({ plates, boundaries }: Catalogue): (plate: CataloguePlate) => BoundarySummary {
  const poles = new Map(plates.map(({ code, rotationPole }) => [code, rotationPole]));
  const byCode = new Map(plates.map((plate) => [plate.code, plate]));
  const measured = boundaries.map((boundary) => ({ boundary, segments: measureBoundary(boundary, poles) }));
  return (plate) => {
    const own = measured.flatMap(({ boundary: { left, right, type, accuracy }, segments }) => {
      const isOwn = left === plate.code || right === plate.code;
      const neighbour = byCode.get(left === plate.code ? right : left);
      return isOwn && neighbour && segments.length > 0 ? [{ neighbour, type, accuracy, segments }] : [];
    });
    return boundarySummary(plate, own);
  };
}

interface SharedBoundary extends Pick<PlateBoundary, "type" | "accuracy"> {
  neighbour: CataloguePlate;
  segments: readonly MeasuredSegment[];
}

function boundarySummary(plate: CataloguePlate, own: readonly SharedBoundary[]): BoundarySummary {
  return {
    boundaries: parts(own, ({ neighbour, type }) => `${neighbour.slug} ${type}`).map(({ first, size, segments }) => ({
      plate: first.neighbour.slug,
      type: first.type,
      ...size,
      motion: motionRecord(first, motionAlong(segments)),
    })),
    boundary_types: parts(own, ({ type }) => type).map(({ first: { type }, size }) => ({ type, ...size })),
    neighbours: parts(own, ({ neighbour }) => neighbour.slug).map(({ first: { neighbour }, size, segments }) => ({
      plate: neighbour.slug,
      ...size,
      rotation_pole: poleRecord(plate, neighbour),
      speed_mm_per_year: spreadRecord(motionAlong(segments).speed),
    })),
  };
}

/** Groups the stretches by a key; the group with the largest total length comes first. */
function parts(own: readonly SharedBoundary[], keyOf: (stretch: SharedBoundary) => string) {
  const whole = lengthOf(own.flatMap(({ segments }) => segments));
  return [...groupBy(own, keyOf)]
    .flatMap(([key, stretches]) => {
      const segments = stretches.flatMap((stretch) => stretch.segments);
      const km = lengthOf(segments);
      const size = { length_km: Math.round(km), share: Math.round((km / whole) * 1000) / 1000 };
      return stretches.slice(0, 1).map((first) => ({ key, first, segments, size }));
    })
    .toSorted((a, b) => b.size.length_km - a.size.length_km || compareText(a.key, b.key));
}

/** The published precision is that of the poles: thousandths of a degree, and ten-thousandths of a degree per million years. */
function poleRecord(plate: CataloguePlate, neighbour: CataloguePlate) {
  const { latitude, longitude, degreesPerMyr } = relativePole(plate.rotationPole, neighbour.rotationPole);
  return {
    latitude: Math.round(latitude * 1000) / 1000,
    longitude: Math.round(longitude * 1000) / 1000,
    degrees_per_myr: Math.round(degreesPerMyr * 10_000) / 10_000,
  };
}

/** A schematic line ignores the steps between ridges and their transform faults, so its direction there has no meaning. */
function motionRecord({ type, accuracy }: SharedBoundary, motion: BoundaryMotion): PlateDetail["boundaries"][number]["motion"] {
  const hasDirection = accuracy === "measured" || type === "convergent";
  return {
    accuracy,
    speed_mm_per_year: spreadRecord(motion.speed),
    convergence_mm_per_year: hasDirection ? spreadRecord(motion.convergence) : null,
    right_lateral_mm_per_year: hasDirection ? spreadRecord(motion.rightLateral) : null,
  };
}

/** Rounded to 0.1 mm a year: the poles are accurate to a few millimetres a year. */
function spreadRecord({ min, mean, max }: Spread): Spread {
  return { min: tenth(min), mean: tenth(mean), max: tenth(max) };
}
