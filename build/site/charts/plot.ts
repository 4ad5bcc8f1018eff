import { type Html, html } from "../html.ts";

/** Value → place in the drawing. */
export interface Axis {
  (value: number): number;
  /** Values at which the axis is marked. */
  ticks: readonly number[];
}

/** The part of a drawing in which values are drawn. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Small enough that letters are readable where it is shown on a phone. */
export const FRAME: Frame = { width: 460, height: 320, left: 62, right: 16, top: 14, bottom: 44 };

/** @param from, to places of the ends; either way round */
export function linearAxis([least, most]: readonly [number, number], from: number, to: number, count = 6): Axis {
  const formatPx = (value: number) => from + ((value - least) / (most - least)) * (to - from);
  return Object.assign(formatPx, { ticks: roundSteps(least, most, count) });
}

/** Decades are equally long. @param least more than 0 */
export function logAxis([least, most]: readonly [number, number], from: number, to: number, every = 1): Axis {
  const place = (value: number) => from + (Math.log10(value / least) / Math.log10(most / least)) * (to - from);
  const first = Math.ceil(Math.log10(least) - 1e-9);
  const count = Math.floor((Math.log10(most) + 1e-9 - first) / every) + 1;
  return Object.assign(place, {
    ticks: Array.from({ length: Math.max(0, count) }, (_, i) => 10 ** (first + i * every)),
  });
}

/** Some `count` round numbers in a range: steps of 1, 2 or 5 times a power of ten. */
export function roundSteps(least: number, most: number, count: number): number[] {
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.99) ?? 10);
  const first = Math.ceil(least / step - 1e-9);
  const steps = Math.floor(most / step + 1e-9) - first + 1;
  // Counted in steps and not summed, so that 0.3 is 0.3.
  return Array.from({ length: steps }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** What a chart shows beside its axes. */
export interface Chart {
  /** For those who cannot see it: what the drawing shows, in a sentence. */
  label: string;
  x: { axis: Axis; title: string; write: (value: number) => string };
  y: { axis: Axis; title: string; write: (value: number) => string };
  /** Drawn over the grid. */
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
<g class="titles"><text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">${x.title}</text>
<text transform="translate(13 ${(top + floor) / 2}) rotate(-90)" text-anchor="middle">${y.title}</text></g>
${content}</svg>`;
}

/** What the signs of a drawing mean, below it; who cannot see the drawing has the same as its label. */
export function keyText(text: string): Html {
  return html`<p class="quiet key" aria-hidden="true">${text}</p>`;
}

/** A line through points of the drawing, as the `d` of a path. */
export function line(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${place(x)} ${place(y)}`).join("");
}

/** Tenths of a unit of the drawing are finer than a pixel. */
export function place(value: number): string {
  return String(Math.round(value * 10) / 10);
}
