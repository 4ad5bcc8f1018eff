import { degreesBetween } from "../../../geo/sphere.ts";
import type { PhaseName } from "../../../seismology/rays.ts";
import {
  type Arrival,
  arrivals,
  type CurvePoint,
  diffractedCurve,
  readableArrivals,
  travelTimeCurve,
} from "../../../seismology/travel-times.ts";
import {
  chart,
  type Frame,
  frameOf,
  isNarrow,
  line,
  linearAxis,
  type NumberRows,
  place,
  sixDigits,
  spread,
  thinned,
} from "../../charts/plot.ts";
import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { durationText } from "../../format/dates.ts";
import { placeWords } from "../../format/place-text.ts";
import { type Html, html } from "../../html.ts";
import type { RecordedEarthquake } from "../../map/quake.ts";
import type { ToolContext } from "../tool.ts";

/** Range of the time axis, minutes. The last waves of the displayed phases arrive only after about 45 minutes. */
const MAX_MINUTES = 35;
const MAX_DEGREES = 180;

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

/** Where a wave is in a drawing. */
type Place = (degrees: number, seconds: number) => readonly [x: number, y: number];

/** The travel-time curves of a source at a depth, with labels. */
function timeCurves(depthKm: number, at: Place): Html {
  const path = (points: readonly CurvePoint[]) =>
    line(
      thinned(
        inside(points).map(({ degrees, seconds }) => at(degrees, seconds)),
        NEAREST,
      ),
    );
  return html`${LINES.map(({ phase, kind, at: degrees }) => {
    const pieces = travelTimeCurve(phase, depthKm);
    const label = nameAt(pieces.flat(), degrees);
    const [x, y] = label ? at(label.degrees, label.seconds) : [0, 0];
    return html`<path class="curve ${kind}" d="${pieces.map(path).join("")}"/>${
      label && html`<text class="strong" x="${place(x)}" y="${place(y - 7)}" text-anchor="middle">${phase}</text>`
    }`;
  })}<path class="curve thin dotted" d="${path(diffractedCurve("P", depthKm))}"/>
<path class="curve second thin dotted" d="${path(diffractedCurve("S", depthKm))}"/>`;
}

/** The points within the axes. */
function inside(points: readonly CurvePoint[]): CurvePoint[] {
  return points.filter(({ degrees, seconds }) => degrees <= MAX_DEGREES && seconds / 60 <= MAX_MINUTES);
}

/** The points of the curves, phase by phase. */
export function travelTimeNumbers(depthKm: number): NumberRows {
  const curves = [
    ...LINES.map(({ phase }) => [phase, travelTimeCurve(phase, depthKm).flat()] as const),
    ...(["P", "S"] as const).map((phase) => [`${phase}diff`, diffractedCurve(phase, depthKm)] as const),
  ];
  const rows = curves.flatMap(([phase, points]) =>
    inside(points).map(({ degrees, seconds }) => [phase, sixDigits(degrees), sixDigits(seconds)]),
  );
  return [["phase", "degrees", "seconds"], ...rows];
}

/** Least distance of the labels of two marks, CSS pixels. */
const APART = 16;

const FIRST_S: ReadonlySet<string> = new Set(["S", "Sdiff", "SKS"]);

/** Travel times against distance, with marks at the arrivals for one distance. */
export function travelTimeFigure(depthKm: number, degrees: number, marked: readonly Arrival[], context: ToolContext): Html {
  const { t, number, width, card } = context;
  const frame = frameOf(width, { left: 30, height: Math.max(340, Math.round(width * 0.66)) });
  const { left, right, top, floor } = frame;
  const x = linearAxis([0, MAX_DEGREES], left, right, 6);
  const y = linearAxis([0, MAX_MINUTES], floor, top, 7);
  const shown = marked.filter(({ seconds }) => seconds / 60 <= MAX_MINUTES);
  // The first P and the first S; the others would hide each other.
  const labelled = [shown[0], shown.find(({ phase }) => FIRST_S.has(phase))];
  const beside = degrees < MAX_DEGREES * 0.8 ? 1 : -1;
  return chart({
    label: t("figure_label", { degrees: number(degrees, { digits: 1, unit: "°" }) }),
    x: { axis: x, title: t("distance_axis"), write: (value) => number(value, { digits: 0 }) },
    y: { axis: y, title: t("time_axis"), write: (value) => number(value, { digits: 0 }) },
    frame,
    content: html`${timeCurves(depthKm, (far, seconds) => [x(far), y(seconds / 60)])}<path class="guide"
d="M${place(x(degrees))} ${top}V${floor}"/>
${shown.map((arrival) => {
  const { phase, seconds } = arrival;
  const [px, py] = [x(degrees), y(seconds / 60)];
  const text = `${phase} · ${durationText(seconds, context)}`;
  return html`<circle class="mark ${phase.startsWith("S") ? "second" : null}" cx="${place(px)}" cy="${place(py)}"
r="4">${card(text)}</circle>${
    labelled.includes(arrival)
      ? html`<text
class="halo strong" x="${place(px + 10 * beside)}" y="${place(py + 16)}" text-anchor="${beside > 0 ? "start" : "end"}">${text}</text>`
      : null
  }`;
})}`,
  });
}

/** The point of a curve nearest to a distance; undefined if the curve does not come close to it. */
function nameAt(points: readonly CurvePoint[], degrees: number): CurvePoint | undefined {
  const nearest = points.toSorted((a, b) => Math.abs(a.degrees - degrees) - Math.abs(b.degrees - degrees))[0];
  return nearest && Math.abs(nearest.degrees - degrees) < 8 && nearest.seconds / 60 < MAX_MINUTES ? nearest : undefined;
}

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
 * A record section with computed arrivals and without waveforms: recent earthquakes, each a line at its distance from the station.
 * The curves are those of an earthquake at the surface.
 */
export function recordSection(events: readonly RecordedEarthquake[], station: Station, context: ToolContext): Html {
  const recorded = recordsOf(events, station);
  const { t, number, width } = context;
  const whole = frameOf(width, { left: 34, height: Math.max(380, Math.round(width * 0.6)) });
  const narrow = isNarrow(whole);
  const frame = { ...whole, right: whole.width - (narrow ? 40 : 230) };
  const x = linearAxis([0, MAX_MINUTES], frame.left, frame.right, narrow ? 4 : 7);
  const y = linearAxis([0, MAX_DEGREES], frame.floor, frame.top, 6);
  const at: Place = (degrees, seconds) => [x(seconds / 60), y(degrees)];
  const labels = spread(
    recorded.map(({ degrees }) => y(degrees)),
    APART,
    frame.floor,
  );
  const traces = recorded.map((one, index) => trace(one, labels[index] ?? 0, { at, frame, narrow }, context));
  return html`<h3>${t("record_heading")}</h3><p>${t("record_what")}</p>
${chart({
  label: t("record_label", { count: number(recorded.length, { digits: 0 }) }),
  x: { axis: x, title: t("time_axis"), write: (value) => number(value, { digits: 0 }) },
  y: { axis: y, title: t("distance_axis"), write: (value) => number(value, { digits: 0 }) },
  frame,
  content: html`<g class="faint">${timeCurves(0, at)}</g>${traces}`,
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

/** A longer name of a place is cut off at the edge of the drawing. */
const LONGEST = 30;

function trace(
  { event, degrees, waves }: Recorded,
  label: number,
  { at, frame, narrow }: { at: Place; frame: Frame; narrow: boolean },
  context: ToolContext,
): Html {
  const { number, card } = context;
  const [, y] = at(degrees, 0);
  const depth = depthClass(event.depthKm);
  const magnitude = number(event.magnitude, { digits: 1 });
  const named = `${magnitude} ${placeWords(event.place, context)}`;
  const short = named.length > LONGEST ? `${named.slice(0, LONGEST - 1)}…` : named;
  const ticks = waves
    .filter(({ seconds }) => seconds / 60 <= MAX_MINUTES)
    .map(({ phase, seconds }) => {
      const said = card(`M ${named} · ${phase} · ${durationText(seconds, context)}`);
      return html`<path
class="tick${phase.startsWith("S") ? " second" : ""}" d="M${place(at(degrees, seconds)[0])} ${place(y - 6)}v12">${said}</path>`;
    });
  const end = frame.right;
  return html`<g><path class="trace" d="M${frame.left} ${place(y)}H${end}"/>${ticks}<path class="leader"
d="M${end} ${place(y)}L${end + 10} ${place(label)}"/><text x="${end + 14}" y="${place(label + 4)}">${narrow ? magnitude : short}</text>
<path class="source ${depth}" d="${markPath(depth, frame.left, y, magnitudeRadius(event.magnitude) * 1.2)}">${card(
    `M ${named} · ${number(degrees, { digits: 1, unit: "°" })} · ${number(event.depthKm, { digits: 0, unit: "km" })}`,
  )}</path></g>
`;
}

function table(recorded: readonly Recorded[], context: ToolContext): Html {
  const { t, number } = context;
  return html`<table><thead><tr><th scope="col">${t("table_event")}</th><th scope="col">${t("table_distance")}</th>
<th scope="col">${t("table_depth")}</th><th scope="col">${t("table_first")}</th><th scope="col">${t("table_after")}</th></tr></thead>
<tbody>${recorded.map(({ event, degrees, waves }) => {
    const [first] = readableArrivals(waves, degrees);
    return html`<tr><th scope="row">M ${number(event.magnitude, { digits: 1 })} · ${placeWords(event.place, context)}</th>
<td>${number(degrees, { digits: 1, unit: "°" })}</td><td>${number(event.depthKm, { digits: 0, unit: "km" })}</td>
<td>${first && html`${first.phase} ${context.time(Math.round(event.time + first.seconds * 1000))}`}</td>
<td>${first && durationText(first.seconds, context)}</td></tr>
`;
  })}</tbody></table>`;
}
