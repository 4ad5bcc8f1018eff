import { cutLine, type Position } from "../../geo/antimeridian.ts";
import {
  gapBetween,
  malformed,
  type PlateFile,
  type PlateOutline,
  planarRings,
  pointOf,
  sidesOf,
  truncated,
  withoutRepeats,
} from "./file.ts";

const END = /^\*{3} *end of line segment *\*{3}$/i;
const NUMBER = String.raw`\s*([+-]?\d{1,3}(?:\.\d*)?(?:E[+-]?\d{1,2})?)\s*`;
const POINT = new RegExp(`^${NUMBER},${NUMBER}$`, "i");

const BOUNDARY_TITLE = /^[A-Z]{2}[-/\\][A-Z]{2}(?=\s|$)/;
const PLATE_TITLE = /^[A-Z]{2}(?=\s|$)/;

interface Segment {
  title: string;
  /** Line number of the title, from 1. */
  line: number;
  points: Position[];
}

/** Whether a text begins like one of Bird's `.dig` files of boundaries or plates. */
export function isDig(text: string): boolean {
  const [title = "", point = ""] = text.trimStart().split(/\r?\n/, 2);
  return (BOUNDARY_TITLE.test(title) || PLATE_TITLE.test(title)) && POINT.test(point);
}

/**
 * Reads `PB2002_boundaries.dig` or `PB2002_plates.dig` (Bird 2003, doi:10.1029/2001GC000252). A segment is a title line, points as
 * `longitude,latitude` in degrees, and an end line. The title of a boundary begins with its name; the title of a plate is its code.
 * Great circles join the points.
 *
 * @throws UserError `capture-malformed` with the line, `capture-truncated`
 */
export function readDig(text: string, where: string): PlateFile {
  const segments = readSegments(text, where);
  const [first] = segments;
  if (!first) throw malformed(where, "line 1", "there is no segment");
  return BOUNDARY_TITLE.test(first.title) ? readBoundaries(segments, where) : readPlates(segments, where);
}

function readSegments(text: string, where: string): Segment[] {
  const segments: Segment[] = [];
  let open: Segment | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const at = index + 1;
    if (line.trim() === "") continue;
    if (!open) open = { title: line, line: at, points: [] };
    else if (END.test(line.trim())) {
      segments.push(open);
      open = null;
    } else open.points.push(readPoint(line, open, where, at));
  }
  if (open) throw truncated(where, `ends within the segment ${printed(open.title)}, which begins at line ${open.line}`);
  return segments;
}

function readPoint(line: string, { points }: Segment, where: string, at: number): Position {
  const parts = POINT.exec(line);
  if (!parts) throw malformed(where, `line ${at}`, `${printed(line)} is neither a point nor the end of a segment`);
  const point = pointOf(Number(parts[1]), Number(parts[2]));
  if (typeof point === "string") throw malformed(where, `line ${at}`, point);
  const before = points.at(-1);
  const gap = before && gapBetween(before, point);
  if (gap) throw malformed(where, `line ${at}`, gap);
  return point;
}

function readBoundaries(segments: readonly Segment[], where: string): PlateFile {
  const lines = segments.flatMap(({ title, line, points }) => {
    const sides = sidesOf(title.slice(0, 5));
    if (!sides || !BOUNDARY_TITLE.test(title))
      throw malformed(where, `line ${line}`, `${printed(title)} does not name a boundary of two plates`);
    const pieces = cutLine(points);
    if (pieces.length === 0) throw malformed(where, `line ${line}`, "the boundary has fewer than two points");
    return pieces.map((piece) => ({ ...sides, line: piece }));
  });
  return { kind: "boundaries", lines, leftOut: {} };
}

function readPlates(segments: readonly Segment[], where: string): PlateFile {
  const seen = new Set<string>();
  const plates = segments.map(({ title, line, points }): PlateOutline => {
    const refuse = (reason: string) => malformed(where, `line ${line}`, reason);
    const code = PLATE_TITLE.exec(title)?.[0];
    if (code === undefined) throw refuse(`${printed(title)} is not the code of a plate`);
    if (seen.has(code)) throw refuse(`the plate ${code} has an outline already`);
    seen.add(code);
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last || first[0] !== last[0] || first[1] !== last[1])
      throw refuse(`the outline of ${code} does not come back to its first point`);
    const ring = withoutRepeats(points).slice(0, -1);
    if (ring.length < 3) throw refuse(`the outline of ${code} has fewer than three points`);
    return { code, polygons: planarRings(ring).map((outline) => [outline]) };
  });
  return { kind: "plates", plates, leftOut: {} };
}

function printed(text: string): string {
  return JSON.stringify(text.trim().slice(0, 40));
}
