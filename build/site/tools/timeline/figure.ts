import { type Axis, chartClass, keyText, linearAxis, logAxis, place } from "../../charts/plot.ts";
import { yearText } from "../../format/dates.ts";
import { placeWords } from "../../format/place-text.ts";
import { type Html, html } from "../../html.ts";
import type { ToolContext } from "../tool.ts";
import { edgeOf, type HistoricalEarthquake, nameOf, positionOf, ranked, roundYears, type Span, type TimelineValues } from "./view.ts";

const LEFT = 74;
const RIGHT = 20;
const TOP = 30;
const FLOOR = 320;
/** The histogram below the marks: number of earthquakes in each interval of the axis. */
const COUNTS = { top: 352, floor: 400 };
const HEIGHT = 424;
const BINS = 60;

/** Maximum number of marks: of the build, whose page would be heavy, and of the browser. */
const DRAWN = { built: 500, live: 5000 } as const;

interface Shown {
  view: Span;
  whole: Span;
  values: TimelineValues;
}

/** Earthquakes by year and by deaths or magnitude, the largest with their names, above a histogram of the recorded earthquakes. */
export function timelineFigure(shown: readonly HistoricalEarthquake[], { view, whole, values }: Shown, context: ToolContext): Html {
  const { t, number, width } = context;
  const x = yearScale(view, whole, values, width);
  const marks = ranked(shown, values.by).slice(0, context.card("") === null ? DRAWN.built : DRAWN.live);
  const y = valueAxis(
    marks.map((one) => one[values.by] ?? 0),
    values,
  );
  // The axis ends a year after the last earthquake.
  const years = roundYears([view[0], Math.min(view[1], whole[1] - 1)], x, 52);
  const label = t(`figure.${values.by}`);
  return html`<svg class="${chartClass({ width }, " timeline")}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}">
<g class="grid">${y.ticks.map((value) => html`<path d="M${LEFT} ${place(y(value))}H${width - RIGHT}"/>`)}${years.map(
    (year) => html`<path d="M${place(x(year))} ${FLOOR}v5"/>`,
  )}<path class="base" d="M${LEFT} ${FLOOR}H${width - RIGHT}M${LEFT} ${COUNTS.floor}H${width - RIGHT}"/></g>
<g class="ticks">${years.map(
    (year) => html`<text x="${place(x(year))}" y="${FLOOR + 19}" text-anchor="middle">${yearText(year, context)}</text>`,
  )}${y.ticks.map(
    (value) => html`<text x="${LEFT - 8}" y="${place(y(value) + 4)}" text-anchor="end">${number(value, { digits: 0 })}</text>`,
  )}</g>
<g class="titles"><text x="0" y="${TOP - 14}">${t(`column.${values.by}`)}</text>
<text x="${(width - RIGHT + LEFT) / 2}" y="${COUNTS.floor + 18}" text-anchor="middle">${t("axis.count")}</text></g>
<g class="marks">${marks.map((one) => mark(one, x(one.year), y(one[values.by] ?? 0), values, context))}</g>
${names(marks, (one) => [x(one.year), y(one[values.by] ?? 0)], context)}
<g class="counts">${countBars(shown, view, x, width)}</g></svg>${keyText(label)}`;
}

/** The axis ends around the marks. It has room for the radius of the largest. */
function valueAxis(drawn: readonly number[], { by }: TimelineValues): Axis {
  const [least, most] = [Math.min(...drawn, by === "deaths" ? 100 : 8), Math.max(...drawn, by === "deaths" ? 1000 : 9)];
  if (by === "deaths") return logAxis([least * 0.7, most * 1.7], FLOOR, TOP);
  return linearAxis([least - 0.3, most + 0.4], FLOOR, TOP, 5);
}

/** Number of names that are tried, and the size of a name, CSS pixels. */
const NAMES = { wide: 24, narrow: 6 } as const;
const NAME = { letter: 7.4, height: 15 } as const;

/**
 * The names of the largest earthquakes by what is shown, and of those with the largest marks, each beside its mark, where it covers
 * neither another name nor their marks.
 */
function names(
  marks: readonly HistoricalEarthquake[],
  at: (one: HistoricalEarthquake) => readonly [x: number, y: number],
  context: ToolContext,
): Html[] {
  const { width } = context;
  const most = width < 480 ? NAMES.narrow : NAMES.wide;
  const large = marks.toSorted((a, b) => radiusOf(b) - radiusOf(a)).slice(0, most / 3);
  const first = [...new Set([...marks.slice(0, most), ...large])];
  const taken: (readonly [left: number, right: number, y: number])[] = first.map((one) => {
    const [x, y] = at(one);
    return [x - radiusOf(one), x + radiusOf(one), y];
  });
  return first.flatMap((one) => {
    const [x, y] = at(one);
    const text = `${shortName(one, context)} ${yearText(Math.floor(one.year), context)}`;
    const [long, gap] = [text.length * NAME.letter, radiusOf(one) + 4];
    for (const [left, up] of [
      [x + gap, 0],
      [x - gap - long, 0],
      [x - long / 2, gap + NAME.height - 4],
      [x - long / 2, -gap - NAME.height + 4],
    ] as const) {
      const hidden = taken.some(([from, to, other]) => from < left + long && to > left && Math.abs(other - y + up) < NAME.height);
      if (hidden || left < LEFT || left + long > width || y - up < NAME.height) continue;
      taken.push([left, left + long, y - up]);
      return [html`<text class="halo" x="${place(left)}" y="${place(y - up + 4)}">${text}</text>`];
    }
    return [];
  });
}

/** The name by which an earthquake is known, or its place without the country. */
function shortName({ name, place: where }: HistoricalEarthquake, context: ToolContext): string {
  return name?.replace(/ \(.*\)$/, "") ?? /[^:]*$/.exec(placeWords(where, context))?.[0].split(/[,;]/)[0]?.trim() ?? "";
}

/** Converts a year to an x coordinate. */
function yearScale(view: Span, whole: Span, { spacing }: Pick<TimelineValues, "spacing">, width: number): (year: number) => number {
  const axis = positionOf(spacing, edgeOf(whole));
  const [start, end] = [axis.of(view[0]), axis.of(view[1])];
  return (year) => LEFT + ((axis.of(year) - start) / (end - start)) * (width - RIGHT - LEFT);
}

function radiusOf({ magnitude }: HistoricalEarthquake): number {
  return magnitude === null ? 3 : Math.max(1.8, 1.45 ** (magnitude - 4));
}

/** The size of the mark increases with the magnitude. A mark of unknown magnitude is hollow. */
function mark(one: HistoricalEarthquake, x: number, y: number, { by, hours }: TimelineValues, context: ToolContext): Html {
  const { number, t } = context;
  const unknown = one.magnitude === null ? html` class="unknown"` : null;
  const value = number(one[by] ?? 0, { digits: by === "deaths" ? 0 : 1 });
  const text = `${nameOf(one, context)} · ${yearText(Math.floor(one.year), context)} · ${t(`column.${by}`)}: ${value}`;
  return html`<circle${unknown} cx="${place(x)}" cy="${place(y)}" r="${place(radiusOf(one))}">${context.card(
    text,
    hours === "archive" ? undefined : context.eventHref(one),
  )}</circle>`;
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
