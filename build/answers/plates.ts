import { lineString } from "@turf/helpers";
import { length } from "@turf/length";
import type { Catalogue, CatalogueEvent, CataloguePlate, PlateBoundary } from "../catalogue/catalogue.ts";
import { largest } from "../catalogue/country-figures.ts";
import { groupBy } from "../catalogue/group.ts";
import { compareText } from "../catalogue/order.ts";
import type { ListedPlate, PlateBoundaries, PlateDetail } from "../contract/resources.ts";
import { type Answer, pathAnswer, queryAnswer } from "./answer.ts";

/** The list of plates, each plate, and the boundaries as GeoJSON. */
export function* plateAnswers(catalogue: Catalogue): Iterable<Answer> {
  const slugs = new Map(catalogue.plates.map((plate) => [plate.code, plate.slug]));
  const byPlate = groupBy(catalogue.events, (event) => event.plate?.code ?? "");
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
      annual_earthquakes: annual(byPlate.get(plate.code) ?? []),
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
    features: lines.map((boundary) => ({
      type: "Feature",
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

/** By UTC year, oldest first; years without an earthquake are not listed. */
function annual(events: readonly CatalogueEvent[]): PlateDetail["annual_earthquakes"] {
  const years = groupBy(events, ({ time }) => new Date(time).getUTCFullYear());
  return [...years.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([year, own]) => ({
      year,
      total: own.length,
      significant: own.filter((event) => event.significant).length,
      largest_magnitude: largest(own),
    }));
}
