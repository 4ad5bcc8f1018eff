import Flatbush from "flatbush";
import { type Line, WORLD_UNITS } from "./outlines.ts";

/** Whether one of the lines passes through a box, as far as the boxes of its short segments tell. */
export type MeetsLine = (left: number, top: number, right: number, bottom: number) => boolean;

/** @param lines in units of the world; the box may be up to a turn beyond its edges */
export function meetingOf(lines: readonly Line[]): MeetsLine {
  const segments = lines.flatMap((line) => line.slice(2).flatMap((_, at) => (at % 2 === 0 ? [line.slice(at, at + 4)] : [])));
  const boxes = new Flatbush(Math.max(1, segments.length));
  for (const [x0, y0, x1, y1] of segments as [number, number, number, number][]) {
    boxes.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
  }
  if (segments.length === 0) boxes.add(Infinity, Infinity);
  boxes.finish();
  const turns = [-WORLD_UNITS, 0, WORLD_UNITS];
  return (left, top, right, bottom) => turns.some((turn) => boxes.search(left + turn, top, right + turn, bottom).length > 0);
}
