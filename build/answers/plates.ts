import { lineString } from "@turf/helpers";
import { length } from "@turf/length";
import type { Catalogue, CataloguePlate, PlateBoundary } from "../catalogue/catalogue.ts";
import { groupBy } from "../catalogue/group.ts";
import { compareText } from "../catalogue/order.ts";
import type { ListedPlate, PlateBoundaries, PlateDetail } from "../contract/resources.ts";
import { type Answer, pathAnswer, queryAnswer } from "./answer.ts";
import { frequencyMagnitude, totalsBasis } from "./statistics.ts";

/** The list of plates, each plate, and the boundaries as GeoJSON. */
export function* plateAnswers(catalogue: Catalogue): Iterable<Answer> {
  const slugs = new Map(catalogue.plates.map((plate) => [plate.code, plate.slug]));
  yield queryAnswer("plates", {}, { count: catalogue.plates.length, plates: catalogue.plates.map(listedPlate) });
  yield queryAnswer("plate-boundaries", {}, boundaries(catalogue.boundaries, slugs));
  for (const plate of catalogue.plates) {
    const detail: PlateDetail = {
      ...listedPlate(plate),
      description: plate.description,
      rotation_pole: {
        latitude: plate.rotationPole.latitude,
        longitude: plate.rotationPole.longitude,
        degrees_per_myr: plate.rotationPole.degreesPerMyr,
      },
      boundaries: margins(plate.code, catalogue.boundaries, slugs),
      annual_earthquakes: plate.years.map(({ year, total, significant, largest }) => ({
        year,
        total,
        significant,
        largest_magnitude: largest,
      })),
      frequency_magnitude: frequencyMagnitude(plate.frequencyMagnitude),
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

/** Lengths of the plate's margins by neighbour and type, the longest first. */
function margins(code: string, lines: readonly PlateBoundary[], slugs: Map<string, string>): PlateDetail["boundaries"] {
  const own = lines.filter(({ left, right }) => left === code || right === code);
  const neighbour = ({ left, right }: PlateBoundary) => slugs.get(left === code ? right : left) ?? "";
  return [...groupBy(own, (boundary) => `${neighbour(boundary)} ${boundary.type}`).values()]
    .flatMap(([first, ...others]) => {
      if (!first) return [];
      const km = [first, ...others].reduce((sum, boundary) => sum + lengthKm(boundary), 0);
      return [{ plate: neighbour(first), type: first.type, length_km: Math.round(km) }];
    })
    .toSorted((a, b) => b.length_km - a.length_km || compareText(a.plate, b.plate) || compareText(a.type, b.type));
}

function lengthKm({ line }: PlateBoundary): number {
  return length(lineString(line.map(([longitude, latitude]) => [longitude, latitude])), { units: "kilometers" });
}
