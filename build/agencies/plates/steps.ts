import { parse } from "csv-parse/sync";
import { BOUNDARY_CLASSES, type BoundaryClass } from "../../contract/texts/vocabulary.ts";
import type { Position } from "../../geo/antimeridian.ts";
import { type BoundaryStep, gapBetween, malformed, type PlateFile, pointOf, sidesOf } from "./file.ts";

/** The cells of a step, as text, named by the meaning of Bird's fields. */
interface StepCells {
  boundary: string;
  fromLongitude: string;
  fromLatitude: string;
  toLongitude: string;
  toLatitude: string;
  class: string;
}

/** The header of the CSV form, including its spelling error. */
const CSV_COLUMNS = {
  boundary: "PlateBoundIdentifer",
  fromLongitude: "StartLong",
  fromLatitude: "StartLat",
  toLongitude: "FinalLong",
  toLatitude: "FinalLat",
  class: "StepClass",
} as const;

/** A line in the form with fixed columns: the number of the step, the name of its boundary, its first point. */
const FIXED = /^[ \d]{3}\d [ :][A-Z]{2}[-/\\][A-Z]{2} [ \d.-]{8} /;

const NUMBER = /^[+-]?\d+(?:\.\d*)?$/;
const classes = new Set<string>(BOUNDARY_CLASSES);

/** Whether a text begins like the CSV form of Bird's steps. */
export function isStepsCsv(text: string): boolean {
  return /^\uFEFF?"?SeqNum"?,/.test(text);
}

/** Whether a text begins like Bird's steps in fixed columns. */
export function isStepsDat(text: string): boolean {
  return FIXED.test(text);
}

/** Reads the CSV form of `PB2002_steps`. Finds columns by their names. @throws UserError `capture-malformed` with the line */
export function readStepsCsv(text: string, where: string): PlateFile {
  let rows: Record<string, string>[];
  try {
    rows = parse<Record<string, string>>(text, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw malformed(where, "the table", error.message.split("\n")[0] ?? "");
  }
  const missing = Object.values(CSV_COLUMNS).find((column) => rows[0]?.[column] === undefined);
  if (missing !== undefined) throw malformed(where, "line 1", `the column ${missing} is not there`);
  const steps = rows.map((row, index) => readStep(cellsOfRow(row), where, `line ${index + 2}`));
  return { kind: "steps", steps, leftOut: {} };
}

function cellsOfRow(row: Record<string, string>): StepCells {
  const cells = Object.entries(CSV_COLUMNS).map(([name, column]) => [name, row[column] ?? ""]);
  return Object.fromEntries(cells) as StepCells;
}

/** Reads `PB2002_steps.dat`; the columns are those of `PB2002_steps_desc.txt`. @throws UserError `capture-malformed` with the line */
export function readStepsDat(text: string, where: string): PlateFile {
  const lines = text.split(/\r?\n/);
  const steps = lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const at = `line ${index + 1}`;
    // The last column is blank outside orogens, and some editors remove trailing blanks.
    if (!FIXED.test(line) || line.length < 95 || line.length > 96)
      throw malformed(where, at, "the fields are not where Bird's description has them");
    return [readStep(cellsOfLine(line), where, at)];
  });
  return { kind: "steps", steps, leftOut: {} };
}

function cellsOfLine(line: string): StepCells {
  const field = (first: number, last: number): string => line.slice(first - 1, last);
  return {
    boundary: field(7, 11),
    fromLongitude: field(13, 20),
    fromLatitude: field(22, 28),
    toLongitude: field(30, 37),
    toLatitude: field(39, 45),
    class: field(93, 95),
  };
}

/** Reads the cells of one step. @throws UserError `capture-malformed` */
function readStep(cells: StepCells, where: string, at: string): BoundaryStep {
  const sides = sidesOf(cells.boundary.trim());
  if (!sides) throw malformed(where, at, `${printed(cells.boundary)} does not name a boundary of two plates`);
  const from = readPoint(cells.fromLongitude, cells.fromLatitude, where, at);
  const to = readPoint(cells.toLongitude, cells.toLatitude, where, at);
  const gap = gapBetween(from, to);
  if (gap) throw malformed(where, at, `the end of the step: ${gap}`);
  if (!classes.has(cells.class.trim())) throw malformed(where, at, `${printed(cells.class)} is none of Bird's classes`);
  return { ...sides, from, to, class: cells.class.trim() as BoundaryClass };
}

function readPoint(longitude: string, latitude: string, where: string, at: string): Position {
  const point = pointOf(readNumber(longitude, where, at), readNumber(latitude, where, at));
  if (typeof point === "string") throw malformed(where, at, point);
  return point;
}

function readNumber(text: string, where: string, at: string): number {
  if (!NUMBER.test(text.trim())) throw malformed(where, at, `${printed(text)} is not a number`);
  return Number(text);
}

function printed(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
