import { CORE_RADIUS_KM, IASP91, INNER_CORE_RADIUS_KM, MODEL_RADIUS_KM, velocity, type Wave } from "./iasp91.ts";

/** The region of the deepest point of a ray. */
type Bottom = "none" | "mantle turn" | "core boundary" | "outer core turn" | "inner core boundary" | "inner core turn";

/** A path of rays of one phase, as a sum of one-way passes. */
export interface Branch {
  /** One-way passes between the surface and the bottom of the mantle part. */
  mantle: Readonly<Partial<Record<Wave, number>>>;
  /** Passes of the outer core, always as P. */
  outer?: number;
  /** Passes of the inner core, as P. */
  inner?: number;
  /** The layers between the source and the surface: left out (−1: the ray leaves downwards) or passed once more (1). */
  above: { wave: Wave; passes: -1 | 1 };
  bottom: Bottom;
}

/** Names of the computed phases, by the IASPEI standard (Storchak, Schweitzer & Bormann 2003, Seismol. Res. Lett. 74, 761). */
export type PhaseName = keyof typeof PHASES;

const direct = (wave: Wave): Branch[] => [
  { mantle: {}, above: { wave, passes: 1 }, bottom: "none" },
  { mantle: { [wave]: 2 }, above: { wave, passes: -1 }, bottom: "mantle turn" },
];

const down = (wave: Wave) => ({ wave, passes: -1 }) as const;
const up = (wave: Wave) => ({ wave, passes: 1 }) as const;

/** Each phase and its branches. */
export const PHASES = {
  P: direct("P"),
  pP: [{ mantle: { P: 2 }, above: up("P"), bottom: "mantle turn" }],
  sP: [{ mantle: { P: 2 }, above: up("S"), bottom: "mantle turn" }],
  PP: [{ mantle: { P: 4 }, above: down("P"), bottom: "mantle turn" }],
  PcP: [{ mantle: { P: 2 }, above: down("P"), bottom: "core boundary" }],
  PKP: [{ mantle: { P: 2 }, outer: 2, above: down("P"), bottom: "outer core turn" }],
  PKiKP: [{ mantle: { P: 2 }, outer: 2, above: down("P"), bottom: "inner core boundary" }],
  PKIKP: [{ mantle: { P: 2 }, outer: 2, inner: 2, above: down("P"), bottom: "inner core turn" }],
  S: direct("S"),
  sS: [{ mantle: { S: 2 }, above: up("S"), bottom: "mantle turn" }],
  SS: [{ mantle: { S: 4 }, above: down("S"), bottom: "mantle turn" }],
  ScS: [{ mantle: { S: 2 }, above: down("S"), bottom: "core boundary" }],
  ScP: [{ mantle: { S: 1, P: 1 }, above: down("S"), bottom: "core boundary" }],
  PcS: [{ mantle: { S: 1, P: 1 }, above: down("P"), bottom: "core boundary" }],
  SKS: [{ mantle: { S: 2 }, outer: 2, above: down("S"), bottom: "outer core turn" }],
  SKKS: [{ mantle: { S: 2 }, outer: 4, above: down("S"), bottom: "outer core turn" }],
  SKIKS: [{ mantle: { S: 2 }, outer: 2, inner: 2, above: down("S"), bottom: "inner core turn" }],
} as const satisfies Record<string, readonly Branch[]>;

/** All phases: P, then those that begin as P, then the others. */
export const PHASE_NAMES = Object.keys(PHASES) as PhaseName[];

/**
 * A thin shell in which the velocity is a power of the radius (Mohorovičić's or Bullen's law, v = a·rᵇ), for which the
 * integrals of a ray have closed forms (Bullen & Bolt 1985, An Introduction to the Theory of Seismology, 4th ed., section 7.3).
 */
export interface Shell {
  /** km from the centre. */
  top: number;
  bottom: number;
  /** η = r / v at the ends, s per radian: a ray of slowness p goes as deep as η ≥ p. */
  etaTop: number;
  etaBottom: number;
  /** 1 / (1 − b), 0 where 1 − b is. */
  power: number;
}

/** A part of a ray: its time in seconds, and its angle at the centre of the Earth in radians. */
export interface Traversal {
  time: number;
  angle: number;
}

/** Thickness of the shells, km: thinner ones change every time by less than a hundredth of a second. */
const THICKNESS_KM = 10;

/** The innermost shell has a constant velocity, because a power law has none at a radius of 0. */
const CENTRE_KM = 5;

/** The shells of a wave from the surface down; S has none in the outer core. */
function shellsOf(wave: Wave): Shell[] {
  return IASP91.flatMap((layer) => {
    if (velocity(layer, wave, layer.top) === 0) return [];
    const count = Math.max(1, Math.round((layer.top - layer.bottom) / THICKNESS_KM));
    const radius = (i: number) => layer.top - ((layer.top - layer.bottom) * i) / count;
    return Array.from({ length: count }, (_, i) =>
      shell(radius(i), radius(i + 1), velocity(layer, wave, radius(i)), velocity(layer, wave, radius(i + 1))),
    );
  });
}

function shell(top: number, bottom: number, velocityTop: number, velocityBottom: number): Shell {
  const steep = bottom < CENTRE_KM ? 1 : 1 - Math.log(velocityTop / velocityBottom) / Math.log(top / bottom);
  const etaBottom = bottom < CENTRE_KM ? bottom / velocityTop : bottom / velocityBottom;
  return { top, bottom, etaTop: top / velocityTop, etaBottom, power: Math.abs(steep) < 1e-9 ? 0 : 1 / steep };
}

/**
 * The part of a shell between two radii inside it, for a source inside the shell.
 *
 * @param top at most the shell's
 * @param bottom at least the shell's
 */
function partOf(whole: Shell, top: number, bottom: number): Shell {
  return { ...whole, top, bottom, etaTop: etaAt(whole, top), etaBottom: etaAt(whole, bottom) };
}

/** η at a radius of the shell. */
export function etaAt({ top, etaTop, power }: Shell, radius: number): number {
  return power === 0 ? etaTop : etaTop * (radius / top) ** (1 / power);
}

const ALL = { P: shellsOf("P"), S: shellsOf("S") };

const isMantle = ({ bottom }: Shell) => bottom >= CORE_RADIUS_KM;

/** The shells of each region, from the top down. */
export const REGIONS = {
  mantle: { P: ALL.P.filter(isMantle), S: ALL.S.filter(isMantle) },
  outer: ALL.P.filter(({ top, bottom }) => top <= CORE_RADIUS_KM && bottom >= INNER_CORE_RADIUS_KM),
  inner: ALL.P.filter(({ top }) => top <= INNER_CORE_RADIUS_KM),
};

/** The largest slowness, s per radian, with which a ray reaches the bottom of the shells. */
export function etaBelow(shells: readonly Shell[]): number {
  return shells.at(-1)?.etaBottom ?? 0;
}

/** The shells above a source; none for a source at the surface. @param depthKm 0 … 800 */
export function shellsAbove(wave: Wave, depthKm: number): Shell[] {
  const source = MODEL_RADIUS_KM - depthKm;
  return REGIONS.mantle[wave]
    .filter(({ top }) => top > source)
    .map((shell) => (shell.bottom >= source ? shell : partOf(shell, shell.top, source)));
}

/** The largest slowness of any ray that leaves a source: η at the source, s per radian. */
export function etaAtSource(wave: Wave, depthKm: number): number {
  const radius = MODEL_RADIUS_KM - depthKm;
  const shell = REGIONS.mantle[wave].find(({ top, bottom }) => bottom < radius && radius <= top);
  // The ray must also pass the layers above, and η decreases with depth.
  return shell ? etaAt(shell, radius) : 0;
}

/**
 * Time and angle of a ray of a branch from the source to the surface.
 *
 * @param above the shells above the source, of the wave in which the ray leaves
 * @param p slowness, s per radian
 * @param through computes the part of a ray in a region; a cached version helps if the same slowness is used again
 */
export function traverseBranch(branch: Branch, above: readonly Shell[], p: number, through = traverseShells): Traversal {
  const { mantle, outer = 0, inner = 0 } = branch;
  const passes: [shells: readonly Shell[], count: number][] = [
    [REGIONS.mantle.P, mantle.P ?? 0],
    [REGIONS.mantle.S, mantle.S ?? 0],
    [REGIONS.outer, outer],
    [REGIONS.inner, inner],
  ];
  const source = traverseShells(above, p);
  const sum = { time: branch.above.passes * source.time, angle: branch.above.passes * source.angle };
  for (const [shells, count] of passes) {
    if (count === 0) continue;
    const { time, angle } = through(shells, p);
    sum.time += count * time;
    sum.angle += count * angle;
  }
  return sum;
}

/**
 * The part of a ray that goes through shells once from the top, or to its turning point. Most shells begin where the one above
 * ends, so that each end is computed once.
 *
 * @param p slowness, s per radian
 */
function traverseShells(shells: readonly Shell[], p: number): Traversal {
  const sum = { time: 0, angle: 0 };
  // The end of the shell above: η, √(η² − p²) and arccos(p / η).
  let [eta, root, angle] = [Number.NaN, 0, 0];
  for (const { top, bottom, etaTop, etaBottom, power } of shells) {
    if (p >= etaTop) break;
    if (power === 0) {
      const length = Math.log(top / bottom);
      const rootTop = Math.sqrt(etaTop ** 2 - p ** 2);
      sum.time += (etaTop ** 2 / rootTop) * length;
      sum.angle += (p / rootTop) * length;
    } else {
      if (eta !== etaTop) {
        root = rootAt(etaTop, p);
        // Equals arccos(p / η), and is accurate also if they are nearly equal.
        angle = Math.atan2(root, p);
      }
      const rootBelow = rootAt(etaBottom, p);
      const angleBelow = Math.atan2(rootBelow, p);
      sum.time += power * (root - rootBelow);
      sum.angle += power * (angle - angleBelow);
      eta = etaBottom;
      root = rootBelow;
      angle = angleBelow;
    }
    if (p >= etaBottom) break;
  }
  return sum;
}

/** √(η² − p²); 0 at an end that the ray does not reach. */
function rootAt(eta: number, p: number): number {
  return p >= eta ? 0 : Math.sqrt((eta - p) * (eta + p));
}

const KEPT = new Map<readonly Shell[], Map<number, Traversal>>();

/** The same, cached: the table of the model, which all phases and source depths share. */
export function traverseShellsCached(shells: readonly Shell[], p: number): Traversal {
  let table = KEPT.get(shells);
  if (!table) KEPT.set(shells, (table = new Map()));
  let way = table.get(p);
  if (!way) table.set(p, (way = traverseShells(shells, p)));
  return way;
}
