import { type Axis, keyText, linearAxis, logAxis, place } from "../../charts/plot.ts";
import { yearText } from "../../format/dates.ts";
import { type Html, html } from "../../html.ts";
import type { HistoricalEarthquake } from "../history.ts";
import type { ToolContext } from "../tool.ts";
import { edgeOf, nameOf, positionOf, ranked, roundYears, type Span, type TimelineValues, viewOf } from "./view.ts";

/** Widths of the drawing, in its units. Letters have the same size in both, so that a phone needs the narrow one. */
export const WIDTHS = { wide: 720, narrow: 360 } as const;

const LEFT = 76;
const RIGHT = 20;
const TOP = 12;
const FLOOR = 250;
/** The histogram below the marks: number of earthquakes in each interval of the axis. */
const COUNTS = { top: 280, floor: 334 };
const HEIGHT = 372;
const BINS = 60;

/** Maximum number of marks. More would hide each other. */
const DRAWN = 500;

/** How a figure is drawn. */
export interface Drawing {
  /** In its units. */
  width: number;
  /** Whether a mark shows its year and place to a mouse that rests on it. */
  names: boolean;
}

interface Shown extends Drawing {
  view: Span;
  whole: Span;
  values: TimelineValues;
}

/** Earthquakes by year and by deaths or magnitude, above a histogram of the recorded earthquakes. */
export function timelineFigure(
  shown: readonly HistoricalEarthquake[],
  { view, whole, values, width, names }: Shown,
  context: ToolContext,
): Html {
  const { t, number } = context;
  const x = yearScale(view, whole, values, width);
  const marks = ranked(shown, values.by).slice(0, DRAWN);
  const y = valueAxis(values);
  const years = roundYears(view, x, 52);
  const label = t(`figure.${values.by}`);
  return html`<div class="scroll" role="group" aria-labelledby="result-heading" tabindex="0">
<svg class="chart timeline${width < WIDTHS.wide ? " narrow" : ""}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}">
<g class="grid">${years.map(
    (year) => html`<path
d="M${place(x(year))} ${TOP}V${FLOOR}M${place(x(year))} ${COUNTS.top}V${COUNTS.floor}"/>`,
  )}${y.ticks.map(
    (value) => html`<path
d="M${LEFT} ${place(y(value))}H${width - RIGHT}"/>`,
  )}</g>
<g class="ticks">${years.map(
    (year) => html`<text x="${place(x(year))}" y="${FLOOR + 18}" text-anchor="middle">${yearText(year, context)}</text>`,
  )}${y.ticks.map(
    (value) => html`<text x="${LEFT - 6}" y="${place(y(value) + 4)}"
text-anchor="end">${number(value, { digits: 0 })}</text>`,
  )}</g>
<g class="titles"><text transform="translate(12 ${(TOP + FLOOR) / 2}) rotate(-90)" text-anchor="middle">${t(`column.${values.by}`)}</text>
<text x="${(width + LEFT) / 2}" y="${COUNTS.floor + 20}" text-anchor="middle">${t("axis.count")}</text></g>
<g class="marks">${marks.map((one) => mark(one, x(one.year), y(one[values.by] ?? 0), names ? titleOf(one, context) : null))}</g>
<g class="counts">${countBars(shown, view, x, width)}</g></svg></div>${keyText(label)}`;
}

/** The historical catalogue has hardly any smaller magnitudes than the axis; the archive has those that are asked for. */
function valueAxis({ by, hours, magnitude }: TimelineValues): Axis {
  if (by === "deaths") return logAxis([0.8, 1.2e6], FLOOR, TOP);
  return linearAxis([hours === "archive" ? Math.min(2.8, magnitude - 0.2) : 2.8, 9.8], FLOOR, TOP, 7);
}

/** Converts a year to an x coordinate. */
export function yearScale(view: Span, whole: Span, { spacing }: Pick<TimelineValues, "spacing">, width: number): (year: number) => number {
  const axis = positionOf(spacing, edgeOf(whole));
  const [start, end] = [axis.of(view[0]), axis.of(view[1])];
  return (year) => LEFT + ((axis.of(year) - start) / (end - start)) * (width - RIGHT - LEFT);
}

/** The inverse of `yearScale`, for the form. Years outside the range are replaced by its ends. */
export function yearAt(x: number, values: TimelineValues, whole: Span, width: number): number {
  const view = viewOf(values, whole);
  const axis = positionOf(values.spacing, edgeOf(whole));
  const [start, end] = [axis.of(view[0]), axis.of(view[1])];
  const share = Math.min(1, Math.max(0, (x - LEFT) / (width - RIGHT - LEFT)));
  return axis.year(start + share * (end - start));
}

/** The size of the mark increases with the magnitude. A mark of unknown magnitude is hollow. */
function mark({ magnitude }: HistoricalEarthquake, x: number, y: number, title: Html | null): Html {
  const radius = magnitude === null ? 3 : Math.max(1.8, 1.45 ** (magnitude - 4));
  const unknown = magnitude === null ? html` class="unknown"` : null;
  return html`<circle${unknown} cx="${place(x)}" cy="${place(y)}" r="${place(radius)}">${title}</circle>`;
}

function titleOf(earthquake: HistoricalEarthquake, context: ToolContext): Html {
  return html`<title>${yearText(Math.floor(earthquake.year), context)}: ${nameOf(earthquake)}</title>`;
}

/** Heights are proportional to square roots, so that small numbers are visible beside large ones. */
function countBars(shown: readonly HistoricalEarthquake[], view: Span, x: (year: number) => number, width: number): Html[] {
  const bins = Array.from({ length: BINS }, () => 0);
  const bar = (width - RIGHT - LEFT) / BINS;
  for (const { year } of shown) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((x(Math.min(year, view[1])) - LEFT) / bar)));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const most = Math.sqrt(Math.max(1, ...bins));
  return bins.flatMap((count, i) => {
    if (count === 0) return [];
    const height = (Math.sqrt(count) / most) * (COUNTS.floor - COUNTS.top);
    return [
      html`<rect x="${place(LEFT + i * bar + 0.5)}" y="${place(COUNTS.floor - height)}" width="${place(bar - 1)}"
height="${place(height)}"/>`,
    ];
  });
}
