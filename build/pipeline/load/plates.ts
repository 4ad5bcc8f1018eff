import { join } from "node:path";
import { type BoundaryLine, type BoundarySides, type BoundaryStep, boundaryName, steradiansOnLeft } from "../../agencies/plates/file.ts";
import type { PlatesState } from "../../agencies/plates/state.ts";
import { typeOfMotion } from "../../catalogue/boundaries/motion.ts";
import type { PlateBoundary, PlateFacts } from "../../catalogue/catalogue.ts";
import type { PlatePart } from "../../catalogue/locate/locate-plate.ts";
import type { BoundaryClass, BoundaryType } from "../../contract/texts/vocabulary.ts";
import { cutLine } from "../../geo/antimeridian.ts";
import { createSegmentIndex } from "../../geo/segment-index.ts";
import { midpoint } from "../../geo/sphere.ts";
import { compareText } from "../../platform/lists.ts";
import { motionAcross } from "../../seismology/plate-motion.ts";
import { readDataFile } from "./data-file.ts";

type PlateRow = Omit<PlateFacts, "areaKm2" | "rotationPole"> & {
  area_km2: number;
  rotation_pole: { latitude: number; longitude: number; degrees_per_myr: number };
};

/** Reads the plates of `plates.json`, by name. */
export function readPlates(dataDirectory: string): PlateFacts[] {
  const rows = readDataFile(join(dataDirectory, "plates.json")) as PlateRow[];
  return rows
    .map(({ area_km2, rotation_pole: { degrees_per_myr, ...pole }, ...plate }) => ({
      ...plate,
      areaKm2: area_km2,
      rotationPole: { ...pole, degreesPerMyr: degrees_per_myr },
    }))
    .toSorted((a, b) => compareText(a.name, b.name));
}

interface BoundaryCollection extends Pick<PlateBoundary, "accuracy"> {
  features: {
    properties: Omit<PlateBoundary, "accuracy" | "line" | "class"> & { class?: BoundaryClass };
    geometry: { coordinates: PlateBoundary["line"] };
  }[];
}

/** Reads the boundary lines of `plate-boundaries.geojson`, in the order of the file, with their stated accuracy. */
export function readBoundaries(dataDirectory: string): PlateBoundary[] {
  const { accuracy, features } = readDataFile(join(dataDirectory, "plate-boundaries.geojson")) as BoundaryCollection;
  return features.map(({ properties, geometry }) => ({
    ...properties,
    class: properties.class ?? null,
    accuracy,
    line: geometry.coordinates,
  }));
}

/** Radius of the sphere for which Bird's areas are stated, km; the areas are in km². */
const RADIUS_KM = 6371;

/** The polygons of the store's plates; null if it has none. */
export function platePolygons({ plates }: PlatesState): PlatePart[] | null {
  if (!plates) return null;
  return plates.plates.flatMap(({ code, polygons }) =>
    polygons.map((rings) => ({ code, rings: rings.map((ring) => Float64Array.from(ring)) })),
  );
}

/** The plates with the areas of their polygons, on a sphere of 6,371 km. Holes are clockwise, so their areas are subtracted. */
export function withComputedAreas(plates: readonly PlateFacts[], polygons: readonly PlatePart[]): PlateFacts[] {
  const steradians = new Map<string, number>();
  for (const { code, rings } of polygons) {
    const own = rings.reduce((sum, ring) => sum + steradiansOnLeft(ring), 0);
    steradians.set(code, (steradians.get(code) ?? 0) + own);
  }
  return plates.map((plate) => {
    const own = steradians.get(plate.code);
    return own === undefined ? plate : { ...plate, areaKm2: Math.round(own * RADIUS_KM ** 2) };
  });
}

/** The boundary type of each class (Bird 2003, section 5). */
const TYPE_OF_CLASS: Readonly<Record<BoundaryClass, BoundaryType>> = {
  OSR: "divergent",
  OTF: "transform",
  OCB: "convergent",
  CRB: "divergent",
  CTF: "transform",
  CCB: "convergent",
  SUB: "convergent",
};

/**
 * Two points within this distance are the same, km. The points of the steps are rounded to 0.001°, and a line may be cut along a
 * great circle or along a straight line on the map.
 */
const SAME_PLACE_KM = 1;

type Position = readonly [longitude: number, latitude: number];
type Kind = Pick<PlateBoundary, "type" | "class">;

/**
 * The boundaries of Bird's model in the store: its lines, divided where the class of the steps changes. Without steps the class is
 * unknown; the type is then convergent if the file marks subduction, otherwise that of the motion computed from the poles of the
 * plates. Without lines the lines of the steps are used, which are accurate to 0.001°. Null if the store has neither.
 */
export function measuredBoundaries(state: PlatesState, plates: readonly PlateFacts[]): PlateBoundary[] | null {
  const { boundaries, steps } = state;
  if (boundaries) {
    const kindOf = steps ? byNearestStep(steps.steps, plates) : byMotion(plates);
    return boundaries.lines.flatMap((line) => partsOf(line, kindOf));
  }
  return steps ? linesOfSteps(steps.steps) : null;
}

/** The kind of a segment of a boundary. */
type KindOf = (sides: BoundarySides, from: Position, to: Position) => Kind;

function partsOf({ line, ...sides }: BoundaryLine, kindOf: KindOf): PlateBoundary[] {
  const parts: { kind: Kind; line: Position[] }[] = [];
  line.forEach((to, i) => {
    const from = line[i - 1];
    if (!from) return;
    const kind = kindOf(sides, from, to);
    const last = parts.at(-1);
    if (last && last.kind.class === kind.class && last.kind.type === kind.type) last.line.push(to);
    else parts.push({ kind, line: [from, to] });
  });
  return parts.map((part) => boundaryOf(sides, part.kind, part.line));
}

function boundaryOf(sides: BoundarySides, kind: Kind, line: readonly Position[]): PlateBoundary {
  return { name: boundaryName(sides), left: sides.left, right: sides.right, ...kind, accuracy: "measured", line };
}

function kindOfClass(name: BoundaryClass): Kind {
  return { type: TYPE_OF_CLASS[name], class: name };
}

/**
 * The class of the step at the middle of a segment. If two boundaries share a line, as between the halves of the Molucca Sea plate,
 * the codes of the plates select the step.
 */
function byNearestStep(steps: readonly BoundaryStep[], plates: readonly PlateFacts[]): KindOf {
  const index = createSegmentIndex(
    steps.map(({ from, to }) => ({ rings: [Float64Array.of(...from, ...to)] })),
    false,
  );
  const otherwise = byMotion(plates);
  return (sides, from, to) => {
    const [longitude, latitude] = midpoint(from, to);
    const found = index.nearest(latitude, longitude, SAME_PLACE_KM)?.segments ?? [];
    const step = found.map(({ shape }) => steps[shape]).find((one) => one !== undefined && arePlatesOf(one, sides));
    return step ? kindOfClass(step.class) : otherwise(sides, from, to);
  };
}

function arePlatesOf(a: BoundarySides, b: BoundarySides): boolean {
  return (a.left === b.left && a.right === b.right) || (a.left === b.right && a.right === b.left);
}

function byMotion(plates: readonly PlateFacts[]): KindOf {
  const poles = new Map(plates.map(({ code, rotationPole }) => [code, rotationPole]));
  return ({ left, right, subducting }, from, to) => {
    const [l, r] = [poles.get(left), poles.get(right)];
    if (!l || !r) throw new Error(`the boundary of ${left} and ${right} has a plate without a pole`);
    const type = subducting ? "convergent" : typeOfMotion(motionAcross(l, r, from, to));
    return { type, class: null };
  };
}

/** Joins consecutive steps of the same plates and class into lines. */
function linesOfSteps(steps: readonly BoundaryStep[]): PlateBoundary[] {
  const runs: { first: BoundaryStep; line: Position[] }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && goesOn(last.first, last.line.at(-1) as Position, step)) last.line.push(step.to);
    else runs.push({ first: step, line: [step.from, step.to] });
  }
  return runs.flatMap(({ first, line }) => cutLine(line).map((piece) => boundaryOf(first, kindOfClass(first.class), piece)));
}

function goesOn(before: BoundaryStep, end: Position, step: BoundaryStep): boolean {
  const isSame = boundaryName(before) === boundaryName(step) && before.class === step.class;
  return isSame && end[0] === step.from[0] && end[1] === step.from[1];
}
