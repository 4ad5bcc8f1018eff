import { type MomentTensor, principalAxes, type Vector } from "../../seismology/moment-tensor.ts";
import { type Html, html } from "../html.ts";

/** Radius of the drawn sphere. */
export const RADIUS = 100;

/** Points of a nodal line. */
const STEPS = 90;

/** Along a null axis the cone opens to 90 degrees. A little less keeps its section convex. */
const WIDEST = (89.9 / 180) * Math.PI;

/**
 * The areas of a beachball: the lower focal hemisphere in Lambert's equal-area projection, as in GMT's `psmeca`.
 *
 * The first motion is A(g) = λ₁x² + λ₂y² + λ₃z² along the principal axes, so its zeros are a cone with elliptical section around the
 * axis whose eigenvalue alone has its sign (Jost & Herrmann 1989, Seismol. Res. Lett. 60, 37). Each of the two ends of the cone meets
 * the hemisphere in one convex area.
 *
 * @returns polygons, and whether they push outwards (are filled) or the rest does; points are in units of `RADIUS`, y downwards
 */
function beachballAreas(tensor: MomentTensor): { areas: (readonly [x: number, y: number])[][]; isPush: boolean } {
  const [t, n, p] = principalAxes(tensor);
  if (p.value >= 0 || t.value <= 0) return { areas: [], isPush: t.value <= 0 };
  const isPush = n.value <= 0;
  const [axis, u, v] = isPush ? [t, n, p] : [p, t, n];
  const line = Array.from({ length: STEPS }, (_, at) => {
    const turn = (2 * Math.PI * at) / STEPS;
    const against = u.value * Math.cos(turn) ** 2 + v.value * Math.sin(turn) ** 2;
    const open = Math.min(WIDEST, Math.atan2(Math.sqrt(Math.abs(axis.value)), Math.sqrt(Math.abs(against))));
    const [x, y, z] = [Math.cos(open), Math.sin(open) * Math.cos(turn), Math.sin(open) * Math.sin(turn)];
    return [0, 1, 2].map((at) => x * at3(axis.vector, at) + y * at3(u.vector, at) + z * at3(v.vector, at)) as unknown as Vector;
  });
  const ends = [line, line.map(([north, east, down]): Vector => [-north, -east, -down])];
  return { areas: ends.map((end) => lowerHalf(end).map(projected)).filter((area) => area.length > 0), isPush };
}

function at3(vector: Vector, at: number): number {
  return vector[at] as number;
}

/** The part of a convex area of the sphere below the horizon; along the horizon it has further points. */
function lowerHalf(line: readonly Vector[]): Vector[] {
  const start = line.findIndex((point, at) => isBelow(point) && !isBelow(line.at(at - 1) as Vector));
  if (start < 0) return isBelow(line[0] as Vector) ? [...line] : [];
  const turned = [...line.slice(start), ...line.slice(0, start)];
  const below = turned.filter(isBelow);
  const enter = horizon(turned.at(-1) as Vector, turned[0] as Vector);
  const leave = horizon(below.at(-1) as Vector, turned[below.length] as Vector);
  const from = Math.atan2(leave[1], leave[0]);
  // A convex area is less than half of the sphere, and so is its part of the horizon: the shorter way round.
  const way = ((Math.atan2(enter[1], enter[0]) - from + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  const steps = Math.ceil(Math.abs(way) / ((2 * Math.PI) / STEPS));
  const round = Array.from({ length: steps + 1 }, (_, at): Vector => {
    const angle = from + (way * at) / steps;
    return [Math.cos(angle), Math.sin(angle), 0];
  });
  return [...below, ...round];
}

/** A nodal plane that is the horizon itself is above it, whatever the last digits of its points. */
function isBelow([, , down]: Vector): boolean {
  return down > 1e-9;
}

/** Where the line from one point to another meets the horizon. */
function horizon(a: Vector, b: Vector): Vector {
  const part = a[2] / (a[2] - b[2]);
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), 0];
}

function projected([north, east, down]: Vector): readonly [number, number] {
  const horizontal = Math.hypot(north, east);
  const scale = horizontal === 0 ? 0 : (RADIUS * Math.sqrt(Math.max(0, 1 - down))) / horizontal;
  return [east * scale, -north * scale];
}

/** A beachball, filled where the ground first moved outwards. */
export function beachball(tensor: MomentTensor, label: string): Html {
  const { areas, isPush } = beachballAreas(tensor);
  const d = areas.map((area) => `M${area.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`).join("");
  return html`<svg class="beachball" viewBox="-104 -104 208 208" role="img" aria-label="${label}"><circle
class="${isPush ? "pull" : "push"}" r="${RADIUS}"/><path class="${isPush ? "push" : "pull"}" d="${d}"/><circle r="${RADIUS}"/></svg>`;
}
