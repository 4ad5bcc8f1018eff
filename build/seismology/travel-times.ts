import { memoize } from "../contract/wire/memoize.ts";
import {
  type Branch,
  etaAt,
  etaAtSource,
  etaBelow,
  MODEL_RADIUS_KM,
  MOHO_RADIUS_KM,
  PHASE_NAMES,
  PHASES,
  type PhaseName,
  REGIONS,
  type Shell,
  shellsAbove,
  traverseBranch,
  traverseShellsCached,
  type Wave,
} from "./rays.ts";

/** An arriving wave. */
export interface Arrival {
  /** Its name by the IASPEI standard. PKP has two branches: `ab` leaves the source flatter than `bc`. */
  phase: Exclude<PhaseName, "PKP"> | "PKPab" | "PKPbc" | "Pdiff" | "Sdiff";
  /** After the origin time. */
  seconds: number;
  /** Slowness: the increase of the arrival time with the distance, s per degree. */
  slowness: number;
  /** Depth of the deepest point of the ray, km below the surface; null if it goes straight up. */
  deepestKm: number | null;
}

export interface CurvePoint {
  degrees: number;
  seconds: number;
}

interface Sample extends CurvePoint {
  p: number;
}

const DEGREE = Math.PI / 180;

/** Number of bisections of a slowness; the remaining error of times is below a microsecond. */
const HALVINGS = 36;

/** From here on the core shades the direct waves (the shadow zone of Lay & Wallace 1995, Modern Global Seismology). */
const SHADOW_FROM_DEGREES = 104;

/** Maximum distance of diffracted waves: beyond it they are too weak to be read. */
const DIFFRACTED_TO_DEGREES = 150;

/**
 * The arrivals of an earthquake's waves: rays traced through the spherical layers of the published model iasp91. The flattening of
 * the Earth (up to a second or two), lateral differences (some seconds) and the station's height are left out.
 *
 * @param depthKm of the source, 0 … 750
 * @param degrees from the epicentre, 0 … 180
 * @returns earliest first; a phase that arrives on several paths is listed several times
 */
export function arrivals(depthKm: number, degrees: number, names: readonly PhaseName[] = PHASE_NAMES): Arrival[] {
  const found = names.flatMap((phase) => arrivalsOf(phase, depthKm, degrees));
  return [...found, ...diffractedAt(depthKm, degrees)].toSorted((a, b) => a.seconds - b.seconds);
}

/** The earliest of the direct waves, including diffracted ones; undefined in the shadow of the core. */
export function firstArrival(wave: Wave, depthKm: number, degrees: number): Arrival | undefined {
  const found = [...arrivalsOf(wave, depthKm, degrees), ...diffractedAt(depthKm, degrees, [wave])];
  return found.toSorted((a, b) => a.seconds - b.seconds)[0];
}

const arrivalsOf = memoize((phase: PhaseName, depthKm: number, degrees: number) => `${phase} ${depthKm} ${degrees}`, traced);

function traced(phase: PhaseName, depthKm: number, degrees: number): readonly Arrival[] {
  // Around the other side of the Earth, as deep rays that surface beyond the antipode.
  const distances = degrees === 180 ? [180] : [degrees, 360 - degrees];
  return branchesOf(phase, depthKm)
    .flatMap((branch) => {
      const above = shellsAbove(branch.above.wave, depthKm);
      const samples = samplesOf(branch, depthKm);
      return distances.flatMap((distance) =>
        crossings(samples, distance).map(([before, after]) => {
          const p = slownessBetween(branch, above, before, after, distance);
          const way = traverseBranch(branch, above, p);
          // Corrects for the difference between the distance of the ray and the wanted distance.
          const seconds = way.time + p * (distance * DEGREE - way.angle);
          const name = phase === "PKP" ? branchOfPkp(before, after) : phase;
          return { phase: name, seconds, slowness: p * DEGREE, deepestKm: deepest(branch, p) };
        }),
      );
    })
    .filter(({ deepestKm }) => !isSurfaceReflection(phase) || (deepestKm ?? 0) > MODEL_RADIUS_KM - MOHO_RADIUS_KM);
}

/** On the branch `ab` of PKP, the distance decreases with the slowness, to the caustic near 144 degrees; on `bc` it increases. */
function branchOfPkp(before: Sample, after: Sample): "PKPab" | "PKPbc" {
  return after.degrees < before.degrees ? "PKPab" : "PKPbc";
}

/**
 * The arrivals that a seismogram usually shows. In the shadow of the core, the diffracted waves Pdiff and Sdiff are long and weak:
 * the first waves that can be read there are those through the core.
 *
 * @param degrees from the epicentre, 0 … 180
 */
export function readableArrivals<A extends Arrival>(all: readonly A[], degrees: number): A[] {
  return all.filter(({ phase }) => degrees <= SHADOW_FROM_DEGREES || !phase.endsWith("diff"));
}

/** A reflection that stays in the crust cannot be distinguished from the direct wave. */
function isSurfaceReflection(phase: PhaseName): boolean {
  return phase === "PP" || phase === "SS";
}

/** Without a depth there is nothing between the source and the surface: no wave goes up, and none is reflected there. */
function branchesOf(phase: PhaseName, depthKm: number): readonly Branch[] {
  return PHASES[phase].filter(({ above }) => depthKm > 0 || above.passes === -1);
}

/** A phase's travel-time curve for a source at a depth, in pieces: from the largest slowness to the smallest. */
export function travelTimeCurve(phase: PhaseName, depthKm: number): CurvePoint[][] {
  return branchesOf(phase, depthKm).map((branch) => samplesOf(branch, depthKm).map(({ degrees, seconds }) => ({ degrees, seconds })));
}

/** The curve of the diffracted waves: a straight line. */
export function diffractedCurve(wave: Wave, depthKm: number): CurvePoint[] {
  const { degrees, seconds, p } = grazing(wave, depthKm);
  return [
    { degrees, seconds },
    { degrees: DIFFRACTED_TO_DEGREES, seconds: seconds + p * (DIFFRACTED_TO_DEGREES - degrees) * DEGREE },
  ];
}

function diffractedAt(depthKm: number, degrees: number, waves: readonly Wave[] = ["P", "S"]): Arrival[] {
  return waves.flatMap((wave) => {
    const ray = grazing(wave, depthKm);
    if (degrees <= ray.degrees || degrees > DIFFRACTED_TO_DEGREES) return [];
    const seconds = ray.seconds + ray.p * (degrees - ray.degrees) * DEGREE;
    return [{ phase: `${wave}diff` as const, seconds, slowness: ray.p * DEGREE, deepestKm: 2889 }];
  });
}

/** The ray that touches the core. */
function grazing(wave: Wave, depthKm: number): Sample {
  const branch: Branch = { mantle: { [wave]: 2 }, above: { wave, passes: -1 }, bottom: "core boundary" };
  return sampleAt(branch, shellsAbove(wave, depthKm), etaBelow(REGIONS.mantle[wave]));
}

const samplesOf = memoize(
  (branch: Branch, depthKm: number) => JSON.stringify([branch, depthKm]),
  (branch: Branch, depthKm: number): Sample[] => {
    const above = shellsAbove(branch.above.wave, depthKm);
    return slownessesOf(branch, depthKm).map((p) => sampleAt(branch, above, p));
  },
  200,
);

function sampleAt(branch: Branch, above: readonly Shell[], p: number): Sample {
  const { time, angle } = traverseBranch(branch, above, p, traverseShellsCached);
  return { p, seconds: time, degrees: angle / DEGREE };
}

/** Neighbouring samples with the distance between them. */
function crossings(samples: readonly Sample[], degrees: number): [Sample, Sample][] {
  return samples.flatMap((after, i) => {
    const before = samples[i - 1];
    if (!before) return [];
    const low = Math.min(before.degrees, after.degrees);
    const high = Math.max(before.degrees, after.degrees);
    // The lower end belongs to this pair, the upper one to the next; the antipode is an upper end without a next pair.
    const inside = (low <= degrees && degrees < high) || (degrees === high && after.p === 0);
    return inside ? [[before, after] as [Sample, Sample]] : [];
  });
}

function slownessBetween(branch: Branch, above: readonly Shell[], before: Sample, after: Sample, degrees: number): number {
  const rising = after.degrees > before.degrees;
  let [nearBefore, nearAfter] = [before.p, after.p];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (nearBefore + nearAfter) / 2;
    const reached = traverseBranch(branch, above, middle).angle / DEGREE >= degrees;
    if (reached === rising) nearAfter = middle;
    else nearBefore = middle;
  }
  return (nearBefore + nearAfter) / 2;
}

function deepest({ bottom, mantle }: Branch, p: number): number | null {
  if (bottom === "none") return null;
  if (bottom === "core boundary") return 2889;
  if (bottom === "inner core boundary") return 5153.9;
  const wave = mantle.P ? "P" : "S";
  const shells = bottom === "mantle turn" ? REGIONS.mantle[wave] : bottom === "outer core turn" ? REGIONS.outer : REGIONS.inner;
  return MODEL_RADIUS_KM - turningRadius(shells, p);
}

function turningRadius(shells: readonly Shell[], p: number): number {
  const shell = shells.find(({ etaTop, etaBottom }) => etaTop > p && etaBottom <= p);
  if (!shell) return shells.find(({ etaTop }) => etaTop <= p)?.top ?? shells.at(-1)?.bottom ?? 0;
  let [low, high] = [shell.bottom, shell.top];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (etaAt(shell, middle) > p) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * The name of the direct wave near the source, by the layer in which it turns or from which it goes up: Pg in the upper crust, Pb
 * in the lower, Pn in the uppermost mantle (Storchak et al. 2003); farther away P.
 */
export function regionalName(wave: Wave, { deepestKm }: Arrival, depthKm: number, degrees: number): string {
  const deep = deepestKm ?? depthKm;
  if (deep <= 20) return `${wave}g`;
  if (deep < MODEL_RADIUS_KM - MOHO_RADIUS_KM) return `${wave}b`;
  return deep <= UPPERMOST_MANTLE_KM && degrees < FAR_DEGREES ? `${wave}n` : wave;
}

/** Bottom of the uppermost mantle in iasp91: its discontinuity of 210 km. */
const UPPERMOST_MANTLE_KM = 210;

/** From this distance, rays from below the 410 km discontinuity arrive first. */
const FAR_DEGREES = 18;

/** Number of steps of a range without special points. */
const STEPS = 60;

/** Number of steps towards the slowness of rays that leave horizontally from the source. */
const SOURCE_STEPS = 20;

/** Number of steps between the two sides of a discontinuity, at which rays are reflected. */
const GAP_STEPS = 8;

/**
 * The slownesses at which a branch is sampled, in decreasing order: dense enough that the distance is nearly linear between two of
 * them. Most are the same for every depth of the source.
 *
 * @returns s per radian
 */
function slownessesOf(branch: Branch, depthKm: number): number[] {
  const source = etaAtSource(branch.above.wave, depthKm);
  const range = rangeOf(branch);
  const largest = Math.min(source, range.largest);
  const fixed = branch.bottom === "none" ? [] : [...sineSteps(range.least, range.largest), ...bendsOf(branch)];
  const own = range.largest > source || branch.bottom === "none" ? [...sineSteps(range.least, source, SOURCE_STEPS), largest] : [];
  const sampled = [...fixed, ...own].filter((p) => p >= range.least && p <= largest);
  return [...new Set(sampled)].toSorted((a, b) => b - a);
}

/** The smallest and the largest slowness of rays from the surface to the bottom of a branch. */
function rangeOf({ mantle, bottom }: Branch): { least: number; largest: number } {
  const waves = (Object.keys(mantle) as Wave[]).filter((wave) => (mantle[wave] ?? 0) > 0);
  const least = (shells: (wave: Wave) => number) => Math.min(...waves.map(shells));
  const tops = least((wave) => REGIONS.mantle[wave][0]?.etaTop ?? 0);
  const boundary = least((wave) => etaBelow(REGIONS.mantle[wave]));
  const core = Math.min(boundary, REGIONS.outer[0]?.etaTop ?? 0);
  switch (bottom) {
    case "none":
      return { least: 0, largest: Number.POSITIVE_INFINITY };
    case "mantle turn":
      return { least: Math.max(...waves.map((wave) => etaBelow(REGIONS.mantle[wave]))), largest: tops };
    case "core boundary":
      return { least: 0, largest: boundary };
    case "outer core turn":
      return { least: etaBelow(REGIONS.outer), largest: core };
    case "inner core boundary":
      return { least: 0, largest: Math.min(core, etaBelow(REGIONS.outer)) };
    case "inner core turn":
      return { least: 0, largest: Math.min(core, REGIONS.inner[0]?.etaTop ?? 0) };
  }
}

/** Dense near both ends, since the distance depends on the square root of the difference of slownesses there. */
function sineSteps(least: number, largest: number, steps = STEPS): number[] {
  const middle = (least + largest) / 2;
  const half = (largest - least) / 2;
  return Array.from({ length: steps + 1 }, (_, i) => Math.min(largest, middle - half * Math.cos((Math.PI * i) / steps)));
}

/** The slownesses of rays that turn at the ends of shells, and those between the two sides of a discontinuity. */
function bendsOf({ mantle, bottom }: Branch): number[] {
  if (bottom === "outer core turn") return endsOf(REGIONS.outer);
  if (bottom !== "mantle turn") return [];
  return (Object.keys(mantle) as Wave[]).flatMap((wave) => endsOf(REGIONS.mantle[wave]));
}

function endsOf(shells: readonly Shell[]): number[] {
  return shells.flatMap((shell, i) => {
    const below = shells[i + 1];
    const jump = below ? shell.etaBottom - below.etaTop : 0;
    if (!below) return [shell.etaTop, shell.etaBottom];
    if (jump < 1e-6) return [shell.etaTop];
    const gap = Array.from({ length: GAP_STEPS + 1 }, (_, step) => below.etaTop + (jump * step) / GAP_STEPS);
    return [shell.etaTop, ...gap];
  });
}
