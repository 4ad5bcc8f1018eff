import type { Line } from "./outlines.ts";

/** The `d` of an SVG path in steps from point to point, which are shorter than places. */
export function pathOf(line: Line, closed: boolean): string {
  let [x, y] = [line[0] as number, line[1] as number];
  let text = `M${x} ${y}l`;
  let first = true;
  for (let at = 2; at < line.length; at += 2) {
    const [nextX, nextY] = [line[at] as number, line[at + 1] as number];
    if (nextX === x && nextY === y) continue;
    text += (first || nextX < x ? "" : " ") + (nextX - x) + (nextY < y ? "" : " ") + (nextY - y);
    first = false;
    [x, y] = [nextX, nextY];
  }
  return first ? "" : text + (closed ? "z" : "");
}

/** An island that is smaller than a unit is still there. */
export function areaPath(line: Line): string {
  if (line.length < 2) return "";
  if (line.length < 6) return `M${line[0]} ${(line[1] as number) - 1}l1 1-1 1-1-1z`;
  return pathOf(line, true);
}
