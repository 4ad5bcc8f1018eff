import type { Wave } from "./iasp91.ts";
import type { Branch } from "./phases.ts";
import { etaAtSource, etaBelow, REGIONS, type Shell } from "./rays.ts";

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
export function slownessesOf(branch: Branch, depthKm: number): number[] {
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
