import Flatbush from "flatbush";
import { memoize } from "../../contract/wire/memoize.ts";
import { type CountryPart, createPointTest, type Part, type PointTest } from "../../geo/point-in-part.ts";
import { createSegmentIndex } from "../../geo/segment-index.ts";
import { type Box, normalLongitude } from "../../geo/sphere.ts";
import type { EventCountry } from "../catalogue.ts";

/**
 * 200 nautical miles, the breadth of an exclusive economic zone (United Nations Convention on the Law of the Sea,
 * article 57). An event farther from every coast has no country.
 */
export const OFFSHORE_KM = 370.4;

/**
 * Takes degrees. Returns the country that contains the point, otherwise the country with the nearest coast if it is close enough,
 * otherwise null. With `of`, an ISO 3166-1 code, only this country is looked for, and its borders count as its coast; `withinKm` is then
 * the largest distance, km.
 */
export type CountryLocator = (
  latitude: number,
  longitude: number,
  of?: string,
  withinKm?: number,
) => (EventCountry & { distanceKm: number }) | null;

/**
 * Finds the country of a point: on land by the polygons, at sea by the nearest coast along the great circle. If the coasts of two
 * countries are equally near (where their border meets the sea), the first in the order of the parts counts.
 *
 * @param parts planar, as in `CountryPart`
 * @param offshoreKm largest distance from the coast, km
 * @param partAt finder of the same parts, if there already is one
 */
export function createCountryLocator(
  parts: readonly CountryPart[],
  offshoreKm: number = OFFSHORE_KM,
  partAt: PartFinder<CountryPart> = createPartFinder(parts),
): CountryLocator {
  const coasts = memoize(
    (of: string) => of,
    (of) => {
      const own = of === "" ? parts : parts.filter(({ iso2 }) => iso2 === of);
      return { own, index: createSegmentIndex(own, true) };
    },
  );
  return (latitude, longitude, of = "", withinKm = offshoreKm) => {
    const inside = partAt(latitude, longitude);
    if (inside && (of === "" || inside.iso2 === of)) return { iso2: inside.iso2, relation: "inside", distanceKm: 0 };
    const { own, index } = coasts(of);
    const nearest = index.nearest(latitude, longitude, withinKm);
    const owner = nearest && own[nearest.segments[0]?.shape ?? 0];
    return owner ? { iso2: owner.iso2, relation: "offshore", distanceKm: nearest.km } : null;
  };
}

/** The part that contains a point (degrees), or null. */
export type PartFinder<P extends Part> = (latitude: number, longitude: number) => P | null;

/** Cells of one degree, including the row of the north pole. */
const [CELL_ROWS, CELL_COLUMNS] = [181, 360];

/** Makes a finder. If parts overlap, the first one counts. */
export function createPartFinder<P extends Part>(parts: readonly P[]): PartFinder<P> {
  const boxes = new Flatbush(Math.max(1, parts.length));
  for (const part of parts) boxes.add(...(part.box ?? boxOf(part.rings[0] as Float64Array)));
  if (parts.length === 0) boxes.add(0, 0);
  boxes.finish();
  // For each cell of one degree, the parts whose boxes touch it, in order. They are determined on first use, because most events
  // are in a few cells.
  const cells: (number[] | undefined)[] = Array.from({ length: CELL_ROWS * CELL_COLUMNS });
  const tests: PointTest[] = [];
  return (latitude, longitude) => {
    const x = normalLongitude(longitude);
    const [west, south] = [Math.floor(x), Math.floor(latitude)];
    const at = (south + 90) * CELL_COLUMNS + west + 180;
    const cell = (cells[at] ??= inOrder(boxes.search(west, south, west + 1, south + 1)));
    for (const index of cell) {
      const part = parts[index];
      // The test is made on first use, because a build needs only a few of the parts.
      if (part && (tests[index] ??= createPointTest(part))(x, latitude)) return part;
    }
    return null;
  };
}

function inOrder(numbers: number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}

/** The box of the points of a ring, degrees. */
export function boxOf(ring: Float64Array): Box {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i] as number, ring[i + 1] as number];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

/** Northern border of Western Sahara (EH), degrees: the parallel of 27° 40' N (treaty of Cabo Juby, 1958). */
export const WESTERN_SAHARA_NORTH = 27 + 40 / 60;

/** The rule for the assignment of territories, in words. */
export const TERRITORY_RULE = [
  "An area belongs to the entry of ISO 3166-1 that covers it, whoever controls it, as far as the map lets it be told apart:",
  "overseas departments, dependencies and Svalbard stand for themselves, Crimea is Ukraine's, northern Cyprus is Cyprus's,",
  "Somaliland is Somalia's. Kosovo has its user-assigned code XK. Western Sahara begins south of",
  `${Math.floor(WESTERN_SAHARA_NORTH)}° ${Math.round((WESTERN_SAHARA_NORTH % 1) * 60)}′ N. Every other line is where ` +
    "Natural Earth draws it.",
].join(" ");
