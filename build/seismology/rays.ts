/** The two kinds of body wave. The outer core is liquid, and only P passes it. */
export type Wave = "P" | "S";

/** A shell of the model: velocities in km/s as polynomials of r / 6371, from the constant term upwards. */
interface ModelLayer {
  /** km from the centre. */
  top: number;
  bottom: number;
  p: readonly number[];
  s: readonly number[];
}

/** The radius of the model's Earth, km. */
export const MODEL_RADIUS_KM = 6371;

/** Top of the mantle: the Mohorovičić discontinuity, km from the centre. */
export const MOHO_RADIUS_KM = 6336;
const CORE_RADIUS_KM = 3482;
const INNER_CORE_RADIUS_KM = 1217.1;

/**
 * The velocity model iasp91 as published: Kennett & Engdahl (1991), Traveltimes for global earthquake location and phase
 * identification, Geophys. J. Int. 105, 429–465, doi:10.1111/j.1365-246X.1991.tb06724.x, table 2; from the surface downwards. The
 * coefficients are facts of the paper; the IASPEI's Manual of Seismological Observatory Practice has them too, data sheet 2.1,
 * doi:10.2312/GFZ.NMSOP_r1_DS_2.1.
 */
export const IASP91: readonly ModelLayer[] = [
  { top: 6371, bottom: 6351, p: [5.8], s: [3.36] },
  { top: 6351, bottom: MOHO_RADIUS_KM, p: [6.5], s: [3.75] },
  { top: MOHO_RADIUS_KM, bottom: 6251, p: [8.78541, -0.74953], s: [6.706231, -2.248585] },
  { top: 6251, bottom: 6161, p: [25.41389, -17.69722], s: [5.7502, -1.2742] },
  { top: 6161, bottom: 5961, p: [30.78765, -23.25415], s: [15.24213, -11.08552] },
  { top: 5961, bottom: 5711, p: [29.38896, -21.40656], s: [17.70732, -13.50652] },
  { top: 5711, bottom: 5611, p: [25.96984, -16.93412], s: [20.7689, -16.53147] },
  { top: 5611, bottom: 3631, p: [25.1486, -41.1538, 51.9932, -26.6083], s: [12.9303, -21.259, 27.8988, -14.108] },
  { top: 3631, bottom: CORE_RADIUS_KM, p: [14.4947, -1.47089], s: [8.16616, -1.58206] },
  { top: CORE_RADIUS_KM, bottom: INNER_CORE_RADIUS_KM, p: [10.03904, 3.75665, -13.67046], s: [0] },
  { top: INNER_CORE_RADIUS_KM, bottom: 0, p: [11.24094, 0, -4.09689], s: [3.56454, 0, -3.45241] },
];

/** Velocity in km/s at a radius within a layer, ends included. @param radius km from the centre */
export function velocity(layer: ModelLayer, wave: Wave, radius: number): number {
  const coefficients = wave === "P" ? layer.p : layer.s;
  const x = radius / MODEL_RADIUS_KM;
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}

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
interface Traversal {
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
