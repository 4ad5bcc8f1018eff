import type { PlateOutline } from "../../build/agencies/plates/file.ts";
import { PLATE_CODES } from "../../build/agencies/plates/plates.ts";
import { geoJson } from "./plate-files.ts";

type Position = [number, number];

/** Rows and columns of a made-up world: 52 plates that part the map like a chessboard. */
const [COLUMNS, ROWS] = [13, 4];
const [WIDTH, HEIGHT] = [360 / COLUMNS, 180 / ROWS];
/** Degrees between points along an edge, so that no arc is longer than those of the real model may be. */
const STEP = 5;

/**
 * A made-up model of 52 plates in the forms of Bird's: as complete as his, though no plate of it is on the real globe.
 * Each meridian is written several times over, so that the boundaries are as long together as the real ones.
 */
export function wholeModel(): { boundaries: string; plates: string; steps: string; outlines: PlateOutline[] } {
  const outlines = PLATE_CODES.map((code, i): PlateOutline => ({ code, polygons: [[cell(i).toReversed().flat()]] }));
  const edges = PLATE_CODES.flatMap((right, i) => [0, 0.001, 0.002].map((shift) => edge(right, i, shift)));
  return {
    outlines,
    plates: geoJson(
      ...outlines.map(({ code }, i): [object, object] => {
        const ring = cell(i);
        return [{ Code: code }, { type: "Polygon", coordinates: [[...ring, ring[0]]] }];
      }),
    ),
    boundaries: geoJson(
      ...edges.map(({ left, right, line }): [object, object] => [
        { Name: `${left}-${right}`, PlateA: left, PlateB: right },
        { type: "LineString", coordinates: line },
      ]),
    ),
    steps: [
      "SeqNum,PlateBoundIdentifer,StartLong,StartLat,FinalLong,FinalLat,StepClass",
      ...edges.flatMap(({ left, right, line }) => line.slice(1).map((to, at) => [1, `${left}-${right}`, line[at], to, "OSR"].join())),
    ].join("\n"),
  };
}

/** The outline of a plate, clockwise as Bird's GeoJSON has it. */
function cell(i: number): Position[] {
  const west = -180 + (i % COLUMNS) * WIDTH;
  const south = -90 + Math.floor(i / COLUMNS) * HEIGHT;
  const [up, across] = [steps(south, HEIGHT), steps(west, WIDTH)];
  const left = up.map((y): Position => [west, y]);
  const top = across.map((x): Position => [x, south + HEIGHT]);
  const right = up.toReversed().map((y): Position => [west + WIDTH, y]);
  const bottom = across.toReversed().map((x): Position => [x, south]);
  return [...left, ...top.slice(1), ...right.slice(1), ...bottom.slice(1, -1)];
}

/** The boundary of a plate and its neighbour to the west. */
function edge(right: string, i: number, shift: number) {
  const west = -180 + (i % COLUMNS) * WIDTH + shift;
  const south = -90 + Math.floor(i / COLUMNS) * HEIGHT;
  const left = PLATE_CODES.at(i % COLUMNS === 0 ? i + COLUMNS - 1 : i - 1) as string;
  return { left, right, line: steps(south, HEIGHT).map((y): Position => [west, y]) };
}

function steps(from: number, length: number): number[] {
  const count = Math.ceil(length / STEP);
  return Array.from({ length: count + 1 }, (_, i) => from + (length * i) / count);
}
