import { type Html, html } from "../html.ts";

/** An axis: it converts a value to a coordinate of the drawing. */
export interface Axis {
  (value: number): number;
  /** Values at which the axis has tick marks. */
  ticks: readonly number[];
}

/** The area of a drawing that contains the plot, as coordinates of its four sides, in a drawing of a width and a height. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  floor: number;
}

/** A narrower drawing is for a phone: it has fewer values at its axes. */
const NARROW = 480;

/** The frame of a chart. @param width in CSS pixels, so that letters have their size; `left`: room for the values of the y axis */
export function frameOf(width: number, { left = 56, height = Math.max(300, Math.round(width * 0.54)) } = {}): Frame {
  return { width, height, left, right: width - 14, top: 34, floor: height - 42 };
}

/** The width of a chart that is drawn at build time. */
export const PREBUILT_WIDTH = 720;

export function isNarrow({ width }: Pick<Frame, "width">): boolean {
  return width < NARROW;
}

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
interface Chart {
  /** Text alternative: one sentence that describes the drawing. */
  label: string;
  x: AxisStyle;
  y: AxisStyle;
  /** Drawn on top of the grid. */
  content: Html;
  frame: Frame;
}

/** A drawing with two axes: lines across for the values of y, whose title is above them, and the values of x below. */
export function chart({ label, x, y, content, frame }: Chart): Html {
  const { width, height, left, right, top, floor } = frame;
  return html`<svg class="${chartClass(frame)}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<g class="grid">${y.axis.ticks.map((value) => html`<path d="M${left} ${place(y.axis(value))}H${right}"/>`)}<path
class="base" d="M${left} ${floor}H${right}"/>${x.axis.ticks.map((value) => html`<path d="M${place(x.axis(value))} ${floor}v5"/>`)}</g>
<g class="ticks">${x.axis.ticks.map(
    (value) => html`<text x="${place(x.axis(value))}" y="${floor + 19}" text-anchor="middle">${x.write(value)}</text>`,
  )}${y.axis.ticks.map(
    (value) => html`<text x="${left - 8}" y="${place(y.axis(value) + 4)}" text-anchor="end">${y.write(value)}</text>`,
  )}</g>
<g class="titles">${
    x.title && html`<text x="${(left + right) / 2}" y="${height - 4}" text-anchor="middle">${x.title}</text>`
  }${y.title && html`<text x="0" y="${top - 18}">${y.title}</text>`}</g>
${content}</svg>`;
}

/** The class of a drawing. A narrow one fits a phone; another scrolls there until the script of the page has drawn it anew. */
export function chartClass(frame: Pick<Frame, "width">, more = ""): string {
  return `chart${isNarrow(frame) ? " narrow" : ""}${more}`;
}

/** Cuts the parts off a drawing that are outside the plot. */
export function insidePlot(content: Html, { left, right, top, floor }: Frame): Html {
  const [across, down] = [right - left, floor - top];
  return html`<svg x="${left}" y="${top}" width="${across}" height="${down}" viewBox="${left} ${top} ${across} ${down}">${content}</svg>`;
}

/** A point of a curve without a mark of its own, for the card that says its values. @param card from the context of a tool */
export function hiddenPoint(x: number, y: number, card: Html | null): Html | null {
  return card && html`<circle class="hidden" cx="${place(x)}" cy="${place(y)}" r="5">${card}</circle>`;
}

/**
 * Moves labels apart that would overlap, each as little as possible, in their order.
 *
 * @param at where they belong, coordinates @param apart least distance @param most the greatest coordinate
 */
export function spread(at: readonly number[], apart: number, most: number): number[] {
  const order = at.map((_, index) => index).toSorted((a, b) => (at[a] as number) - (at[b] as number));
  const moved = [...at];
  let least = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    moved[index] = Math.max(least, moved[index] as number);
    least = moved[index] + apart;
  }
  let limit = most;
  for (const index of order.toReversed()) {
    moved[index] = Math.min(limit, moved[index] as number);
    limit = moved[index] - apart;
  }
  return moved;
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

/** A computed number in the numbers of a figure: with six digits, as many as its drawing can show. */
export function sixDigits(value: number): number {
  return Number(value.toPrecision(6));
}

/** The points of a line that are not nearer than a step to the one before, and its last point. */
export function thinned<Point extends readonly [number, number]>(points: readonly Point[], step: number): Point[] {
  const kept: Point[] = [];
  for (const [at, point] of points.entries()) {
    const last = kept.at(-1);
    const isFar = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= step;
    if (isFar || at === points.length - 1) kept.push(point);
  }
  return kept;
}

/** The numbers of figures that a script draws, by the parts of the page that hold the figures. */
export const DRAWN_NUMBERS = new WeakMap<object, () => NumberRows>();
