import { type BoundaryLine, type BoundarySides, type BoundaryStep, boundaryName } from "../agencies/plates/file.ts";
import type { PlatesState } from "../agencies/plates/state.ts";
import { typeOfMotion } from "../catalogue/boundaries/type.ts";
import type { PlateBoundary, PlateFacts } from "../catalogue/catalogue.ts";
import type { BoundaryClass, BoundaryType } from "../contract/texts/vocabulary.ts";
import { cutLine } from "../geo/antimeridian.ts";
import { createSegmentIndex } from "../geo/segment-index.ts";
import { midpoint } from "../geo/sphere.ts";
import { motionAcross } from "../seismology/plate-motion.ts";

/** Bird (2003, section 5): what the plates do at the boundaries of each class. */
const TYPE_OF_CLASS: Readonly<Record<BoundaryClass, BoundaryType>> = {
  OSR: "divergent",
  OTF: "transform",
  OCB: "convergent",
  CRB: "divergent",
  CTF: "transform",
  CCB: "convergent",
  SUB: "convergent",
};

/** Points of the steps are rounded to 0.001°; the lines are cut along a great circle or along a map. */
const SAME_PLACE_KM = 1;

type Position = readonly [longitude: number, latitude: number];
type Kind = Pick<PlateBoundary, "type" | "class">;

/**
 * The boundaries of Bird's model as the store has them: its lines, parted where the class of the steps changes. Without
 * steps no class is known, and the type is convergent where the file marks subduction, otherwise as the poles of the
 * plates have it. Without lines those of the steps serve, 0.001° exact. Null if the store has neither.
 */
export function measuredBoundaries(state: PlatesState, plates: readonly PlateFacts[]): PlateBoundary[] | null {
  const { boundaries, steps } = state;
  if (boundaries) {
    const kindOf = steps ? byNearestStep(steps.steps, plates) : byMotion(plates);
    return boundaries.lines.flatMap((line) => partsOf(line, kindOf));
  }
  return steps ? linesOfSteps(steps.steps) : null;
}

/** What a segment of a boundary is. */
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
 * The class of the step on which the middle of a segment lies. Where two boundaries run along one line, as at the
 * strait of no width between the halves of the Molucca Sea plate, the plates tell which step is meant.
 */
function byNearestStep(steps: readonly BoundaryStep[], plates: readonly PlateFacts[]): KindOf {
  const index = createSegmentIndex(
    steps.map(({ from, to }) => Float64Array.of(...from, ...to)),
    false,
  );
  const otherwise = byMotion(plates);
  return (sides, from, to) => {
    const [longitude, latitude] = midpoint(from, to);
    const found = index.nearest(latitude, longitude, SAME_PLACE_KM)?.segments ?? [];
    const step = found.map(({ line }) => steps[line]).find((one) => one !== undefined && arePlatesOf(one, sides));
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

/** Steps that go on from one another, of one pair of plates and of one class, are one line. */
function linesOfSteps(steps: readonly BoundaryStep[]): PlateBoundary[] {
  const runs: { first: BoundaryStep; line: Position[] }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && goesOn(last.first, last.line.at(-1) as Position, step)) last.line.push(step.to);
    else runs.push({ first: step, line: [step.from, step.to] });
  }
  return runs.flatMap(({ first, line }) =>
    cutLine(line).map((piece) => boundaryOf(first, kindOfClass(first.class), piece)),
  );
}

function goesOn(before: BoundaryStep, end: Position, step: BoundaryStep): boolean {
  const isSame = boundaryName(before) === boundaryName(step) && before.class === step.class;
  return isSame && end[0] === step.from[0] && end[1] === step.from[1];
}
