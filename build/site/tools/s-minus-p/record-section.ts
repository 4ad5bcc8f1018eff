import { type Arrival, arrivals } from "../../../seismology/travel-times.ts";
import { chart, place } from "../../charts/plot.ts";
import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { durationText } from "../../format/duration.ts";
import { type Html, html } from "../../html.ts";
import { degreesBetween } from "../great-circle.ts";
import type { ToolContext } from "../tool.ts";
import { TIME_FRAME, timeAxes, timeCurves } from "../travel-times/figure.ts";

/** An earthquake of the data, as far as its waves' times need it. */
export interface RecordedEarthquake {
  magnitude: number;
  depthKm: number;
  latitude: number;
  longitude: number;
  place: string;
  /** ms since 1970 UTC. */
  time: number;
}

/** Where the waves are waited for, degrees. */
export interface Station {
  latitude: number;
  longitude: number;
}

interface Recorded {
  event: RecordedEarthquake;
  degrees: number;
  waves: Arrival[];
}

/** What is marked of each earthquake: the waves that most records show. */
const MARKED = ["P", "PP", "PKIKP", "PKP", "S", "SS", "SKS"] as const;

/** Sources between two depths that differ by less than this have one table, km. */
const DEPTH_STEP_KM = 5;

/** Deeper than any earthquake that is known. */
const DEEPEST_KM = 700;

/**
 * A record section without records: earthquakes of the data, each at its distance from the station, with marks where its
 * waves arrive by the model. The curves are those of an earthquake at the surface.
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

/** The nearest first. The last ones are kept: most of what a reader changes leaves them as they are. */
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
    const first = waves[0];
    return html`<tr><th scope="row">M ${number(event.magnitude, { digits: 1 })} · ${event.place}</th>
<td>${number(degrees, { digits: 1, unit: "°" })}</td><td>${number(event.depthKm, { digits: 0, unit: "km" })}</td>
<td>${first && html`${first.phase} ${context.time(Math.round(event.time + first.seconds * 1000))}`}</td>
<td>${first && durationText(first.seconds, context)}</td></tr>
`;
  })}</tbody></table>`;
}
