import type { CountryPart } from "../../../build/geo/point-in-part.ts";
import type { LandFile } from "../../../build/site/map/land.ts";
import { type Arc, type ArcRing, pointsOf, type Topology, topologyOf } from "./arcs.ts";
import { areaOf, simplified } from "./simplify.ts";

/** In the polygons' own file. */
const UNITS = 1000;

/** How coarse a map is. */
export interface Grain {
  /** How far a line may be off, degrees of longitude on a Mercator map. */
  tolerance: number;
  /** Smaller islands and holes are left out, but for the largest island of a country; square degrees on that map. */
  leastArea: number;
  /** To which part of a degree positions are rounded. */
  units: number;
}

/** Finds what the parts of the countries share, once for maps of any grain. */
export function landTopology(parts: readonly CountryPart[]): Topology {
  return topologyOf(parts.flatMap(({ rings }) => rings.map(whole)));
}

function whole(ring: Float64Array): number[] {
  return Array.from(ring, (value) => Math.round(value * UNITS));
}

/** The countries, simplified without gaps between neighbours, and which lines are borders. */
export function landFile(parts: readonly CountryPart[], { arcs, rings }: Topology, grain: Grain): LandFile {
  const lines = arcs.map(({ points, seam }) => (seam ? points : simplified(points, grain.tolerance)));
  keepSmallCountries(parts, { arcs, rings }, lines);
  const drawn = new Map<string, { area: number; polygon: ArcRing[] }[]>();
  let at = 0;
  for (const { iso2, rings: own } of parts) {
    const all = own.map(() => rings[at++] ?? []);
    const area = areaOf(pointsOf(all[0] ?? [], lines));
    const polygon = all.filter((ring, nth) => nth === 0 || isSeen(pointsOf(ring, lines), grain));
    drawn.set(iso2, [...(drawn.get(iso2) ?? []), { area, polygon }]);
  }
  const kept = Array.from(drawn, ([iso2, polygons]): [string, ArcRing[][]] => {
    const largest = Math.max(...polygons.map(({ area }) => area));
    const seen = polygons.filter(({ area }) => area > 0 && (area === largest || area >= grain.leastArea));
    return [iso2, seen.map(({ polygon }) => polygon)];
  });
  return packed(kept, arcs, lines, grain.units);
}

/** A country of which nothing is left has its largest outline back as it was: the lines are changed in place. */
function keepSmallCountries(parts: readonly CountryPart[], { arcs, rings }: Topology, lines: number[][]): void {
  const whole = arcs.map(({ points }) => points);
  const outlines = new Map<string, ArcRing[]>();
  let at = 0;
  for (const { iso2, rings: own } of parts) {
    outlines.set(iso2, [...(outlines.get(iso2) ?? []), rings[at] ?? []]);
    at += own.length;
  }
  for (const all of outlines.values()) {
    if (all.some((ring) => areaOf(pointsOf(ring, lines)) > 0)) continue;
    const areas = all.map((ring) => areaOf(pointsOf(ring, whole)));
    for (const arc of all[areas.indexOf(Math.max(...areas))] ?? []) {
      const own = arc < 0 ? ~arc : arc;
      lines[own] = whole[own] ?? [];
    }
  }
}

function isSeen(ring: readonly number[], { leastArea }: Grain): boolean {
  return ring.length >= 6 && areaOf(ring) >= leastArea;
}

/** Only the lines that are used, numbered anew. */
function packed(
  countries: readonly [string, ArcRing[][]][],
  arcs: readonly Arc[],
  lines: readonly (readonly number[])[],
  units: number,
): LandFile {
  const numbers = new Map<number, number>();
  const users = new Map<number, Set<string>>();
  const numberOf = (at: number, iso2: string): number => {
    const own = at < 0 ? ~at : at;
    users.set(own, (users.get(own) ?? new Set()).add(iso2));
    const number = numbers.get(own) ?? numbers.size;
    numbers.set(own, number);
    return at < 0 ? ~number : number;
  };
  const numbered = countries.map(([iso2, polygons]) => [
    iso2,
    polygons.map((rings) => rings.map((ring) => ring.map((at) => numberOf(at, iso2)))),
  ]);
  const used = [...numbers.keys()];
  return {
    units,
    arcs: used.map((at) => differences(lines[at] ?? [], units)),
    countries: Object.fromEntries(numbered),
    borders: used.flatMap((at, number) => (isBorder(arcs[at], users.get(at)) ? [number] : [])),
  };
}

/** @param users the countries whose outlines are drawn with it */
function isBorder(arc: Arc | undefined, users: ReadonlySet<string> | undefined): boolean {
  return arc !== undefined && !arc.seam && (users?.size ?? 0) > 1;
}

function differences(points: readonly number[], units: number): number[] {
  const rounded = points.map((value) => Math.round((value / UNITS) * units));
  return rounded.map((value, at) => value - (at < 2 ? 0 : (rounded[at - 2] as number)));
}
