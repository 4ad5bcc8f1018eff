import type { Wave } from "./iasp91.ts";

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
