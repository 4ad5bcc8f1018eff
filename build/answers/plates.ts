import type { Catalogue, CataloguePlate, PlateBoundary } from "../catalogue/catalogue.ts";
import type { ListedPlate, PlateBoundaries, PlateDetail } from "../contract/resources/resources.ts";
import { type Answer, pathAnswer, queryAnswer } from "./answer.ts";
import { boundarySummaryWriter } from "./boundary-summary.ts";
import { completenessRecord, frequencyMagnitude, totalsBasis } from "./statistics.ts";

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
      geometry: {
        type: "LineString",
        coordinates: boundary.line.map(([longitude, latitude]) => [longitude, latitude]),
      },
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
