import type { PhaseName } from "../../../seismology/phases.ts";
import { type Arrival, type CurvePoint, diffractedCurve, travelTimeCurve } from "../../../seismology/travel-times.ts";
import { type Axis, chart, type Frame, line, linearAxis, place } from "../../charts/plot.ts";
import { type Html, html } from "../../html.ts";
import type { ToolContext } from "../tool.ts";

/** Taller than wide: forty minutes need room. */
export const TIME_FRAME: Frame = { width: 460, height: 440, left: 46, right: 12, top: 14, bottom: 44 };

/** Minutes that are drawn: the last waves of those shown need some 45. */
const MOST_MINUTES = 35;

/** Points that are nearer to each other, in units of the drawing, are one. */
const NEAREST = 2.5;

/** How a phase is drawn, and at how many degrees its name stands. */
const LINES: readonly { phase: PhaseName; kind: string; at: number }[] = [
  { phase: "P", kind: "", at: 80 },
  { phase: "PP", kind: "dashed thin", at: 150 },
  { phase: "PcP", kind: "dashed thin", at: 12 },
  { phase: "PKP", kind: "dotted", at: 168 },
  { phase: "PKIKP", kind: "", at: 135 },
  { phase: "S", kind: "second", at: 80 },
  { phase: "SS", kind: "second dashed thin", at: 85 },
  { phase: "ScS", kind: "second dashed thin", at: 12 },
  { phase: "SKS", kind: "second dotted", at: 135 },
];

/** Axes of time against distance. */
export function timeAxes(): { x: Axis; y: Axis } {
  const { width, height, left, right, top, bottom } = TIME_FRAME;
  return {
    x: linearAxis([0, 180], left, width - right, 6),
    y: linearAxis([0, MOST_MINUTES], height - bottom, top, 7),
  };
}

/** The curves of the phases of a source at a depth, with their names. */
export function timeCurves(depthKm: number, { x, y }: { x: Axis; y: Axis }, named = true): Html {
  return html`${LINES.map(({ phase, kind, at }) => {
    const pieces = travelTimeCurve(phase, depthKm);
    const label = named ? nameAt(pieces.flat(), at) : undefined;
    return html`<path class="curve ${kind}" d="${pieces.map((piece) => curvePath(piece, x, y)).join("")}"/>${
      label &&
      html`<text class="strong" x="${place(x(label.degrees))}" y="${place(y(label.seconds / 60) - 7)}" text-anchor="middle">${phase}</text>`
    }`;
  })}<path class="curve thin dotted" d="${curvePath(diffractedCurve("P", depthKm), x, y)}"/>
<path class="curve second thin dotted" d="${curvePath(diffractedCurve("S", depthKm), x, y)}"/>`;
}

/** Travel times against distance, with what arrives at one distance marked. */
export function travelTimeFigure(
  depthKm: number,
  degrees: number,
  marked: readonly Arrival[],
  context: ToolContext,
): Html {
  const { t, number } = context;
  const axes = timeAxes();
  const { x, y } = axes;
  return chart({
    label: t("figure_label", { degrees: number(degrees, { digits: 1, unit: "°" }) }),
    x: { axis: x, title: t("distance_axis"), write: (value) => number(value, { digits: 0 }) },
    y: { axis: y, title: t("time_axis"), write: (value) => number(value, { digits: 0 }) },
    frame: TIME_FRAME,
    content: html`${timeCurves(depthKm, axes)}<path class="guide"
d="M${place(x(degrees))} ${TIME_FRAME.top}V${TIME_FRAME.height - TIME_FRAME.bottom}"/>
${marked
  .filter(({ seconds }) => seconds / 60 <= MOST_MINUTES)
  .map(
    ({ phase, seconds }) =>
      html`<circle class="mark ${phase.startsWith("S") ? "second" : null}" cx="${place(x(degrees))}" cy="${place(y(seconds / 60))}"
r="4"/>`,
  )}`,
  });
}

function curvePath(points: readonly CurvePoint[], x: Axis, y: Axis): string {
  const inside = points.filter(({ degrees, seconds }) => degrees <= 180 && seconds / 60 <= MOST_MINUTES);
  const drawn = inside.map(({ degrees, seconds }) => [x(degrees), y(seconds / 60)] as const);
  return line(thinned(drawn));
}

function thinned(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const kept: (readonly [number, number])[] = [];
  for (const [i, point] of points.entries()) {
    const last = kept.at(-1);
    const far = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= NEAREST;
    if (far || i === points.length - 1) kept.push(point);
  }
  return kept;
}

/** The point of a curve next to a distance; none where the curve does not come near. */
function nameAt(points: readonly CurvePoint[], degrees: number): CurvePoint | undefined {
  const nearest = points.toSorted((a, b) => Math.abs(a.degrees - degrees) - Math.abs(b.degrees - degrees))[0];
  return nearest && Math.abs(nearest.degrees - degrees) < 8 && nearest.seconds / 60 < MOST_MINUTES
    ? nearest
    : undefined;
}
