import type { Line } from "./outlines.ts";

/** What is kept, in units. */
export interface Window {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of a closed area that lies in the window (Sutherland and Hodgman 1974, Commun. ACM 17, 32-42); empty where none. */
export function clipArea(area: Line, { left, top, right, bottom }: Window): Line {
  let line = clipHalf(area, 0, left, 1);
  line = clipHalf(line, 0, right, -1);
  line = clipHalf(line, 1, top, 1);
  return clipHalf(line, 1, bottom, -1);
}

/**
 * What lies on one side of an axis-parallel line.
 *
 * @param axis 0: across, 1: down
 * @param side 1: what is greater than the bound is kept, -1: what is less
 */
function clipHalf(line: Line, axis: 0 | 1, bound: number, side: 1 | -1): Line {
  const inside = (at: number) => ((line[at + axis] as number) - bound) * side >= 0;
  const kept: number[] = [];
  for (let at = 0; at < line.length; at += 2) {
    const before = at === 0 ? line.length - 2 : at - 2;
    if (inside(at) !== inside(before)) {
      const share =
        (bound - (line[before + axis] as number)) / ((line[at + axis] as number) - (line[before + axis] as number));
      const other = 1 - axis;
      const crossing =
        (line[before + other] as number) + share * ((line[at + other] as number) - (line[before + other] as number));
      kept.push(...(axis === 0 ? [bound, Math.round(crossing)] : [Math.round(crossing), bound]));
    }
    if (inside(at)) kept.push(line[at] as number, line[at + 1] as number);
  }
  return kept;
}

/** The segments of a line whose surroundings touch the window, joined again where they go on from one another. */
export function clipLine(line: Line, { left, top, right, bottom }: Window): Line[] {
  const parts: number[][] = [];
  let drawing: number[] | undefined;
  for (let at = 2; at < line.length; at += 2) {
    const [ax, ay, bx, by] = [line[at - 2], line[at - 1], line[at], line[at + 1]] as [number, number, number, number];
    const touches =
      Math.max(ax, bx) >= left && Math.min(ax, bx) <= right && Math.max(ay, by) >= top && Math.min(ay, by) <= bottom;
    if (!touches) drawing = undefined;
    else if (drawing) drawing.push(bx, by);
    else parts.push((drawing = [ax, ay, bx, by]));
  }
  return parts;
}

/** The least window that holds a line. */
export function windowOf(line: Line): Window {
  const found = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let at = 0; at < line.length; at += 2) {
    const [x, y] = [line[at] as number, line[at + 1] as number];
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y);
  }
  return found;
}
