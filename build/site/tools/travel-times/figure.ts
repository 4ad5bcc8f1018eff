import { degreesBetween } from "../../../geo/sphere.ts";
import type { PhaseName } from "../../../seismology/phases.ts";
import {
  type Arrival,
  arrivals,
  type CurvePoint,
  diffractedCurve,
  readableArrivals,
  travelTimeCurve,
} from "../../../seismology/travel-times.ts";
import { type Axis, chart, type Frame, line, linearAxis, place } from "../../charts/plot.ts";
import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { durationText } from "../../format/dates.ts";
import { type Html, html } from "../../html.ts";
import type { Quake } from "../../map/quake.ts";
import type { ToolContext } from "../tool.ts";

/** The figure is taller than wide, because the time axis needs more room. */
const TIME_FRAME: Frame = { width: 460, height: 440, left: 46, right: 12, top: 14, bottom: 44 };

/** Range of the time axis, minutes. The last waves of the displayed phases arrive only after about 45 minutes. */
const MAX_MINUTES = 35;

/** Points nearer to each other than this are merged, units of the drawing. */
const NEAREST = 2.5;

/** The line style of each phase, and the distance of its label, degrees. */
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

/** The axes of distance (x) and time (y). */
function timeAxes(): { x: Axis; y: Axis } {
  const { width, height, left, right, top, bottom } = TIME_FRAME;
  return {
    x: linearAxis([0, 180], left, width - right, 6),
    y: linearAxis([0, MAX_MINUTES], height - bottom, top, 7),
  };
}

/** The travel-time curves of a source at a depth, with labels. */
function timeCurves(depthKm: number, { x, y }: { x: Axis; y: Axis }, named = true): Html {
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

/** Travel times against distance, with marks at the arrivals for one distance. */
export function travelTimeFigure(depthKm: number, degrees: number, marked: readonly Arrival[], context: ToolContext): Html {
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
  .filter(({ seconds }) => seconds / 60 <= MAX_MINUTES)
  .map(
    ({ phase, seconds }) =>
      html`<circle class="mark ${phase.startsWith("S") ? "second" : null}" cx="${place(x(degrees))}" cy="${place(y(seconds / 60))}"
r="4"/>`,
  )}`,
  });
}

function curvePath(points: readonly CurvePoint[], x: Axis, y: Axis): string {
  const inside = points.filter(({ degrees, seconds }) => degrees <= 180 && seconds / 60 <= MAX_MINUTES);
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

/** The point of a curve nearest to a distance; undefined if the curve does not come close to it. */
function nameAt(points: readonly CurvePoint[], degrees: number): CurvePoint | undefined {
  const nearest = points.toSorted((a, b) => Math.abs(a.degrees - degrees) - Math.abs(b.degrees - degrees))[0];
  return nearest && Math.abs(nearest.degrees - degrees) < 8 && nearest.seconds / 60 < MAX_MINUTES ? nearest : undefined;
}

/** The fields of an earthquake that its travel times need. */
export type RecordedEarthquake = Omit<Quake, "id" | "slug" | "alert" | "tsunami">;

/** The position of the station, degrees. */
interface Station {
  latitude: number;
  longitude: number;
}

interface Recorded {
  event: RecordedEarthquake;
  degrees: number;
  waves: Arrival[];
}

/** The marked phases: those that most records show. */
const MARKED = ["P", "PP", "PKIKP", "PKP", "S", "SS", "SKS"] as const;

/** Depths are rounded to this step, so that sources at similar depths share a travel-time table, km. */
const DEPTH_STEP_KM = 5;

/** Deeper than every known earthquake. */
const DEEPEST_KM = 700;

/**
 * A record section with computed arrivals and without waveforms: recent earthquakes, each at its distance from the station.
 * The curves are those of an earthquake at the surface.
 */
export function recordSection(events: readonly RecordedEarthquake[], station: Station, context: ToolContext): Html {
  const recorded = recordsOf(events, station);
  const { t, number } = context;
  const axes = timeAxes();
  return html`<h3>${t("record_heading")}</h3><p>${t("record_what")}</p>
${chart({
  label: t("record_label", { count: number(recorded.length, { digits: 0 }) }),
  x: { axis: axes.x, title: t("distance_axis"), write: (value) => number(value, { digits: 0 }) },
  y: { axis: axes.y, title: t("time_axis"), write: (value) => number(value, { digits: 0 }) },
  frame: TIME_FRAME,
  content: html`<g class="faint">${timeCurves(0, axes)}</g>${recorded.map((one) => trace(one, axes))}`,
})}
${table(recorded, context)}`;
}

const LAST = new WeakMap<readonly RecordedEarthquake[], { station: Station; recorded: Recorded[] }>();

/** Records in order of distance. The last result is cached, because most changes of the form do not affect it. */
function recordsOf(events: readonly RecordedEarthquake[], station: Station): Recorded[] {
  const last = LAST.get(events);
  if (last?.station.latitude === station.latitude && last.station.longitude === station.longitude) return last.recorded;
  const recorded = events.map((event) => recordOf(event, station)).toSorted((a, b) => a.degrees - b.degrees);
  LAST.set(events, { station, recorded });
  return recorded;
}

function recordOf(event: RecordedEarthquake, station: Station): Recorded {
  const depth = Math.round(event.depthKm / DEPTH_STEP_KM) * DEPTH_STEP_KM;
  const degrees = degreesBetween(station.latitude, station.longitude, event.latitude, event.longitude);
  return { event, degrees, waves: arrivals(Math.min(DEEPEST_KM, Math.max(0, depth)), degrees, MARKED) };
}

function trace({ event, degrees, waves }: Recorded, { x, y }: ReturnType<typeof timeAxes>): Html {
  const at = x(degrees);
  const [floor, top] = [TIME_FRAME.height - TIME_FRAME.bottom, TIME_FRAME.top];
  const seen = waves.filter(({ seconds }) => y(seconds / 60) >= top);
  const depth = depthClass(event.depthKm);
  const ticks = (isS: boolean) =>
    seen
      .filter(({ phase }) => phase.startsWith("S") === isS)
      .map(({ seconds }) => `M${place(at - 5)} ${place(y(seconds / 60))}h10`)
      .join("");
  return html`<g><path class="trace" d="M${place(at)} ${top}V${floor}"/><path class="tick" d="${ticks(false)}"/>
<path class="tick second" d="${ticks(true)}"/>
<path class="source ${depth}" d="${markPath(depth, at, floor, magnitudeRadius(event.magnitude) * 1.2)}">
<title>${`M ${event.magnitude} · ${event.place}`}</title></path></g>
`;
}

function table(recorded: readonly Recorded[], context: ToolContext): Html {
  const { t, number } = context;
  return html`<table><thead><tr><th scope="col">${t("table_event")}</th><th scope="col">${t("table_distance")}</th>
<th scope="col">${t("table_depth")}</th><th scope="col">${t("table_first")}</th><th scope="col">${t("table_after")}</th></tr></thead>
<tbody>${recorded.map(({ event, degrees, waves }) => {
    const [first] = readableArrivals(waves, degrees);
    return html`<tr><th scope="row">M ${number(event.magnitude, { digits: 1 })} · ${event.place}</th>
<td>${number(degrees, { digits: 1, unit: "°" })}</td><td>${number(event.depthKm, { digits: 0, unit: "km" })}</td>
<td>${first && html`${first.phase} ${context.time(Math.round(event.time + first.seconds * 1000))}`}</td>
<td>${first && durationText(first.seconds, context)}</td></tr>
`;
  })}</tbody></table>`;
}
