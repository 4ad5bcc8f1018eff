import { cutLine, type Position } from "../../geo/antimeridian.ts";
import { distanceKm } from "../../geo/sphere.ts";
import { UserError } from "../../platform/error.ts";
import { groupBy } from "../../platform/lists.ts";
import {
  type BoundarySides,
  boundaryName,
  gapBetween,
  malformed,
  type PlateFile,
  type PlateOutline,
  type PlateParts,
  planarRings,
  pointOf,
  sidesOf,
  steradiansOnLeft,
  truncated,
  withoutRepeats,
} from "./file.ts";
import { readPlateGeoJson } from "./geojson.ts";
import { isStepsCsv, isStepsDat, readStepsCsv, readStepsDat } from "./steps.ts";

/**
 * Reads a file of Bird's plate model PB2002 (Bird 2003, doi:10.1029/2001GC000252): boundaries, plates or steps,
 * original or GeoJSON, recognized by content.
 *
 * @param bytes text, not compressed
 * @param where the address, for messages
 * @throws UserError `capture-empty`, `capture-truncated`, `capture-malformed` with the line or the feature
 */
export function readPlateFile(bytes: Uint8Array, where: string): PlateFile {
  // Names of authors may be in Latin-1. The rest of these files is ASCII, and the code below refuses an invalid byte there.
  const text = new TextDecoder("utf-8").decode(bytes);
  if (text.trim() === "") throw new UserError("capture-empty", `plates: ${where} is empty: no content at all`);
  if (/^\s*[{[]/.test(text)) return readPlateGeoJson(text, where);
  if (isStepsCsv(text)) return readStepsCsv(text, where);
  if (isStepsDat(text)) return readStepsDat(text, where);
  if (isDig(text)) return readDig(text, where);
  const kind = /^\s*</.test(text) ? "a page of a web site" : "an unknown file";
  const hint = "boundaries and plates are .dig or GeoJSON files, steps are PB2002_steps.dat or its CSV";
  throw new UserError("capture-malformed", `plates: ${where} is ${kind}, not a file of Bird's plate model`, hint);
}

/** The plates of PB2002 (Bird 2003, doi:10.1029/2001GC000252, table 1). */
export const PLATE_CODES: readonly string[] = (
  "AF AM AN AP AR AS AT AU BH BR BS BU CA CL CO CR EA EU FT GP IN JF JZ KE MA MN MO MS NA NB ND NH NI NZ OK ON PA PM PS " +
  "RI SA SB SC SL SO SS SU SW TI TO WL YA"
).split(" ");

/** The model's boundaries are 260,483 km long. */
const MIN_BOUNDARY_KM = 250_000;

/** Bird's outlines cover the sphere to 1e-14 of it, the GeoJSON form to 1e-7. */
const AREA_TOLERANCE = 1e-4;

const SPHERE = 4 * Math.PI;

/**
 * Describes the parts of the whole model that a file lacks, as the end of a sentence. Null if the file is complete: exactly the 52
 * plates, the full length of the boundaries, outlines that cover the sphere.
 */
export function incompleteness(file: PlateFile): string | null {
  const codes = new Set(codesOf(file));
  const unknown = [...codes].filter((code) => !PLATE_CODES.includes(code));
  if (unknown.length > 0) return `names plates that PB2002 does not have: ${unknown.slice(0, 5).join(", ")}`;
  const missing = PLATE_CODES.filter((code) => !codes.has(code));
  if (missing.length > 0) return `has only ${codes.size} of the 52 plates: ${missing.slice(0, 5).join(", ")} … are missing`;
  if (file.kind === "plates") return gapOfArea(file.plates.flatMap(({ polygons }) => polygons.flat()));
  const km =
    file.kind === "steps" ? sum(file.steps.map(({ from, to }) => kmOf([from, to]))) : sum(file.lines.map(({ line }) => kmOf(line)));
  return km < MIN_BOUNDARY_KM ? `has ${Math.round(km)} km of boundaries, fewer than ${MIN_BOUNDARY_KM}` : null;
}

/** The model has not changed since 2003. Its forms have 99.9 % of the points in common. */
const MIN_ALIKE = 0.98;

/** How a file differs from the stored part of the model, as the end of a sentence. Null if it is the same, in whatever form. */
export function difference(file: PlateParts, held: PlateParts): string | null {
  const [ours, theirs] = [keysOf(held), keysOf(file)];
  const left = new Map<string, number>();
  for (const key of ours) left.set(key, (left.get(key) ?? 0) + 1);
  const same = theirs.filter((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  }).length;
  const share = same / Math.max(ours.length, theirs.length);
  return share >= MIN_ALIKE ? null : `has only ${Math.floor(100 * share)} % of the stored points, with the same plates and classes`;
}

/** The embedded lines are true to about 100 km: all their middles are within 250 km of Bird's. */
const SCHEMATIC_KM = 300;

/** A boundary that is known from elsewhere, in outline. */
export type KnownBoundary = Pick<BoundarySides, "left" | "right"> & { line: readonly (readonly [number, number])[] };

/** How a file contradicts the known boundaries, as the end of a sentence. Null if the lines of both plates pass the middle of each. */
export function displacement(file: PlateParts, known: readonly KnownBoundary[]): string | null {
  const pointsOf = groupBy(pointsByPlate(file), ({ code }) => code);
  const isNear = (code: string, [x, y]: readonly [number, number]) =>
    pointsOf.get(code)?.some(({ point }) => distanceKm(y, x, point[1], point[0]) <= SCHEMATIC_KM) ?? false;
  const away = known.filter(({ left, right, line }) => {
    const middle = line[Math.floor(line.length / 2)];
    return middle && !(isNear(left, middle) && isNear(right, middle));
  });
  if (away.length <= (1 - MIN_ALIKE) * known.length) return null;
  return `has ${away.length} of ${known.length} known boundaries more than ${SCHEMATIC_KM} km away`;
}

function pointsByPlate(file: PlateParts): { code: string; point: Position }[] {
  const sides = ({ left, right }: BoundarySides, point: Position) => [left, right].map((code) => ({ code, point }));
  if (file.kind === "boundaries") return file.lines.flatMap((part) => part.line.flatMap((point) => sides(part, point)));
  if (file.kind === "steps") return file.steps.flatMap((step) => sides(step, step.from));
  return file.plates.flatMap(({ code, polygons }) => polygons.flat().flatMap((ring) => pointsIn(ring).map((point) => ({ code, point }))));
}

function pointsIn(ring: readonly number[]): Position[] {
  return ring.flatMap((x, at): Position[] => (at % 2 === 0 ? [[x, ring[at + 1] as number]] : []));
}

/** The points of a part, to a tenth of a degree, with what the part says of them. */
function keysOf(file: PlateParts): string[] {
  const rounded = ([x, y]: Position) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  if (file.kind === "steps")
    return file.steps.map((step) => [boundaryName(step), step.class, rounded(step.from), rounded(step.to)].join(" "));
  if (file.kind === "boundaries") return file.lines.flatMap((part) => part.line.map((point) => `${boundaryName(part)} ${rounded(point)}`));
  return file.plates.flatMap(({ code, polygons }) =>
    polygons.flat().flatMap((ring) => pointsIn(ring).map((point) => `${code} ${rounded(point)}`)),
  );
}

function codesOf(file: PlateFile): string[] {
  if (file.kind === "plates") return file.plates.map(({ code }) => code);
  return (file.kind === "steps" ? file.steps : file.lines).flatMap(({ left, right }) => [left, right]);
}

function gapOfArea(rings: readonly (readonly number[])[]): string | null {
  const share = sum(rings.map(steradiansOnLeft)) / SPHERE;
  if (Math.abs(share - 1) <= AREA_TOLERANCE) return null;
  return `has outlines that cover ${(100 * share).toFixed(2)} % of the sphere in place of all`;
}

function kmOf(line: readonly Position[]): number {
  return sum(line.map(([x, y], i) => (i === 0 ? 0 : distanceKm(...reversed(line[i - 1] as Position), y, x))));
}

function reversed([x, y]: Position): [number, number] {
  return [y, x];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

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
function isDig(text: string): boolean {
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
function readDig(text: string, where: string): PlateFile {
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
