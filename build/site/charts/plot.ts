import { type Html, html } from "../html.ts";

/** An axis: it converts a value to a coordinate of the drawing. */
export interface Axis {
  (value: number): number;
  /** Values at which the axis has tick marks. */
  ticks: readonly number[];
}

/** The area of a drawing that contains the plot. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The size is small, so that the text stays readable when the chart is scaled down on a phone. */
export const FRAME: Frame = { width: 460, height: 320, left: 62, right: 16, top: 14, bottom: 44 };

/** @param from, to coordinates of the two ends, in either order */
export function linearAxis([least, most]: readonly [number, number], from: number, to: number, count = 6): Axis {
  const formatPx = (value: number) => from + ((value - least) / (most - least)) * (to - from);
  return Object.assign(formatPx, { ticks: roundSteps(least, most, count) });
}

/** A logarithmic axis. @param least more than 0 */
export function logAxis([least, most]: readonly [number, number], from: number, to: number, every = 1): Axis {
  const place = (value: number) => from + (Math.log10(value / least) / Math.log10(most / least)) * (to - from);
  const first = Math.ceil(Math.log10(least) - 1e-9);
  const count = Math.floor((Math.log10(most) + 1e-9 - first) / every) + 1;
  return Object.assign(place, {
    ticks: Array.from({ length: Math.max(0, count) }, (_, i) => 10 ** (first + i * every)),
  });
}

/** About `count` round numbers in a range. The step is 1, 2 or 5 times a power of ten. */
export function roundSteps(least: number, most: number, count: number): number[] {
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.99) ?? 10);
  const first = Math.ceil(least / step - 1e-9);
  const steps = Math.floor(most / step + 1e-9) - first + 1;
  // Each value is a multiple of the step and not a sum, so that 0.3 is exactly 0.3.
  return Array.from({ length: steps }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

interface AxisStyle {
  axis: Axis;
  /** Absent if the label of the chart says what the axis shows. */
  title?: string;
  write: (value: number) => string;
}

/** The content of a chart apart from its axes. */
export interface Chart {
  /** Text alternative: one sentence that describes the drawing. */
  label: string;
  x: AxisStyle;
  y: AxisStyle;
  /** Drawn on top of the grid. */
  content: Html;
  frame?: Frame;
}

/** A drawing with two axes and a grid. */
export function chart({ label, x, y, content, frame = FRAME }: Chart): Html {
  const { width, height, left, right, top, bottom } = frame;
  const floor = height - bottom;
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<g class="grid">${x.axis.ticks.map((value) => html`<path d="M${place(x.axis(value))} ${top}V${floor}"/>`)}${y.axis.ticks.map(
    (value) => html`<path d="M${left} ${place(y.axis(value))}H${width - right}"/>`,
  )}</g>
<g class="ticks">${x.axis.ticks.map(
    (value) => html`<text x="${place(x.axis(value))}" y="${floor + 16}" text-anchor="middle">${x.write(value)}</text>`,
  )}${y.axis.ticks.map(
    (value) => html`<text x="${left - 6}" y="${place(y.axis(value) + 4)}" text-anchor="end">${y.write(value)}</text>`,
  )}</g>
<g class="titles">${
    x.title &&
    html`<text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">${x.title}</text>
`
  }${y.title && html`<text transform="translate(13 ${(top + floor) / 2}) rotate(-90)" text-anchor="middle">${y.title}</text>`}</g>
${content}</svg>`;
}

/** Cuts the parts off a drawing that are outside the plot. */
export function insidePlot(content: Html, { width, height, left, right, top, bottom }: Frame = FRAME): Html {
  const [across, down] = [width - left - right, height - top - bottom];
  return html`<svg x="${left}" y="${top}" width="${across}" height="${down}" viewBox="${left} ${top} ${across} ${down}">${content}</svg>`;
}

/** The legend below a drawing. Screen readers get the same information from the label of the drawing. */
export function keyText(text: string): Html {
  return html`<p class="quiet key" aria-hidden="true">${text}</p>`;
}

/** A polyline as the `d` attribute of an SVG path. */
export function line(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${place(x)} ${place(y)}`).join("");
}

/** Formats a coordinate. A tenth of a drawing unit is less than a pixel. */
export function place(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export type Cell = string | number | boolean | null;

/** The numbers of a figure. The first row has the names of the columns. */
export type NumberRows = readonly (readonly Cell[])[];
