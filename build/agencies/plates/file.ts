import type { BoundaryClass } from "../../contract/texts/vocabulary.ts";
import type { Position } from "../../geo/antimeridian.ts";
import { UserError } from "../../platform/error.ts";
import type { LeftOut } from "../../store/records.ts";

/** The plates on the left and on the right of a boundary, in the direction of its points. */
export interface BoundarySides {
  left: string;
  right: string;
  /** Which of the two goes down under the other; null where the file names none. */
  subducting: "left" | "right" | null;
}

/** A line of Bird's `PB2002_boundaries`, or a piece of one that was cut at the antimeridian. */
export interface BoundaryLine extends BoundarySides {
  /** Never across the antimeridian. */
  line: Position[];
}

/** A plate of Bird's `PB2002_plates`. */
export interface PlateOutline {
  code: string;
  /**
   * Polygons of the plane of longitude and latitude, wound as RFC 7946 has it (outlines counter-clockwise, holes
   * clockwise), cut at the antimeridian and closed over the pole. Each is its outline and then its holes, as
   * `[longitude, latitude, …]` in degrees without repeating the first point.
   */
  polygons: number[][][];
}

/** A step of Bird's `PB2002_steps`: the way from one digitised point of a boundary to the next. */
export interface BoundaryStep extends BoundarySides {
  from: Position;
  to: Position;
  class: BoundaryClass;
}

/** What a file of the plate model holds, whichever of its forms it has. */
export type PlateFile = (
  | { kind: "boundaries"; lines: BoundaryLine[] }
  | { kind: "plates"; plates: PlateOutline[] }
  | { kind: "steps"; steps: BoundaryStep[] }
) & { leftOut: LeftOut };

/**
 * The name of a boundary: the two codes, and between them `/` where the right plate goes down, `\` where the left does,
 * or `-`.
 */
export function boundaryName({ left, right, subducting }: BoundarySides): string {
  const mark = subducting === "right" ? "/" : subducting === "left" ? "\\" : "-";
  return `${left}${mark}${right}`;
}

/** The sides that a name such as `AF-AN`, `EU\AF` or `SU/BU` tells; null if it is none. */
export function sidesOf(name: string): BoundarySides | null {
  const parts = /^([A-Z]{2})([-/\\])([A-Z]{2})$/.exec(name);
  const [, left = "", mark, right = ""] = parts ?? [];
  if (!parts || left === right) return null;
  return { left, right, subducting: mark === "/" ? "right" : mark === "\\" ? "left" : null };
}

/** Reasons quote what the file says, whatever that is. */
const LONGEST_REASON = 200;

/** A mistake of a file; `at` says where in it. */
export function malformed(where: string, at: string, reason: string): UserError {
  return new UserError("capture-malformed", `plates: ${where}: ${at}: ${reason.slice(0, LONGEST_REASON)}`);
}

/** A file that ends too early. */
export function truncated(where: string, reason: string): UserError {
  return new UserError("capture-truncated", `plates: ${where} ${reason}`);
}
