import { IASP91, velocity, type Wave } from "./iasp91.ts";

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
export function shellsOf(wave: Wave): Shell[] {
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
export function partOf(whole: Shell, top: number, bottom: number): Shell {
  return { ...whole, top, bottom, etaTop: etaAt(whole, top), etaBottom: etaAt(whole, bottom) };
}

/** η at a radius of the shell. */
export function etaAt({ top, etaTop, power }: Shell, radius: number): number {
  return power === 0 ? etaTop : etaTop * (radius / top) ** (1 / power);
}

/**
 * The part of a ray that goes through a shell once, or to its turning point in the shell; 0 if the ray turns above.
 *
 * @param p slowness, s per radian
 */
export function traverseShell({ top, bottom, etaTop, etaBottom, power }: Shell, p: number): Traversal {
  if (p >= etaTop) return { time: 0, angle: 0 };
  if (power === 0) {
    const root = Math.sqrt(etaTop ** 2 - p ** 2);
    const length = Math.log(top / bottom);
    return { time: (etaTop ** 2 / root) * length, angle: (p / root) * length };
  }
  const below = p >= etaBottom ? { root: 0, angle: 0 } : endOf(etaBottom, p);
  const above = endOf(etaTop, p);
  return { time: power * (above.root - below.root), angle: power * (above.angle - below.angle) };
}

function endOf(eta: number, p: number): { root: number; angle: number } {
  const root = Math.sqrt((eta - p) * (eta + p));
  // Equals acos(p / η), and is accurate also if they are nearly equal.
  return { root, angle: Math.atan2(root, p) };
}
