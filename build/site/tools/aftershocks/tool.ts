import { memoize } from "../../../contract/wire/memoize.ts";
import {
  AFTERSHOCK_LAWS,
  type AftershockForecast,
  type AftershockLaw,
  type AftershockRegime,
  aftershockRate,
  forecastAftershocks,
  productivitySpread,
} from "../../../seismology/aftershocks.ts";
import { chart, frameOf, hiddenPoint, keyText, line, logAxis, place, sixDigits } from "../../charts/plot.ts";
import { decadeText } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import { Counted } from "../../i18n/translations.ts";
import { defineTool, type ToolContext, type ValuesOf } from "../tool.ts";

const REGIMES = Object.keys(AFTERSHOCK_LAWS) as [AftershockRegime, ...AftershockRegime[]];

const FIELDS = [
  { kind: "number", name: "mainshock", least: 4, most: 9.5, step: 0.1, first: 6 },
  { kind: "number", name: "least", least: 3, most: 9.5, step: 0.1, first: 5 },
  { kind: "choice", name: "regime", options: REGIMES, first: "active-shallow" },
  { kind: "number", name: "from", least: 0, most: 3650, step: "any", first: 0, unit: "d" },
  { kind: "choice", name: "window", options: ["1", "7", "30", "365"], first: "7" },
] as const;

type Values = ValuesOf<typeof FIELDS>;

/** 95 % of a normal distribution is within this number of standard deviations. */
const WITHIN_95 = 1.96;

/** The time range of the figure, days: from a quarter of an hour to ten years. */
const DAYS = [0.01, 3650] as const;
/** Times of the points of the curve, days. */
const TIMES = Array.from({ length: 61 }, (_, i) => DAYS[0] * (DAYS[1] / DAYS[0]) ** (i / 60));

export const aftershocksTool = defineTool({
  slug: "aftershocks",
  fields: FIELDS,
  draw: (values, context) => ({
    answer: answer(values, context),
    figure: figure(values, context),
    more: table(values, context),
    numbers: () => {
      const { rate, factor } = curveOf(values);
      const row = (days: number) => [days, rate(days), rate(days) / factor, rate(days) * factor].map(sixDigits);
      return [["days", "earthquakes_per_day", "low", "high"], ...TIMES.map(row)];
    },
  }),
});

const forecast = memoize(
  ({ mainshock, regime, from, window }: Values, least: number) => [mainshock, regime, from, window, least].join(" "),
  ({ mainshock, regime, from, window }: Values, least: number): AftershockForecast =>
    forecastAftershocks(AFTERSHOCK_LAWS[regime], { mainshock, least, from, to: from + Number(window) }),
);

function answer(values: Values, context: ToolContext): Html {
  const { mainshock, least, from, window } = values;
  const { t } = context;
  const of = (magnitude: number) => context.number(magnitude, { digits: 1 });
  const found = forecast(values, least);
  return html`<p class="headline">${t("answer.chance", {
    least: of(least),
    mainshock: of(mainshock),
    days: t(`option.window.${window}`),
    from: new Counted(from, context.number(from, { significant: 2 })),
    chance: chanceText(found.probability, context),
  })}</p>
<p>${t("answer.number", {
    low: count(found.low, context),
    high: count(found.high, context),
    mean: context.number(found.mean, { significant: 2 }),
  })}</p>
<p>${t("answer.larger", { chance: chanceText(forecast(values, mainshock).probability, context) })}</p>
<p>${t(AFTERSHOCK_LAWS[values.regime].spread ? "answer.spread" : "answer.no_spread")}</p>`;
}

/** Forecast counts have at most two significant digits. */
function count(value: number, context: ToolContext): string {
  return context.number(Number(value.toPrecision(2)), { digits: 0 });
}

function table(values: Values, context: ToolContext): Html {
  const { t } = context;
  const magnitudes = [3, 4, 5, 6, 7, 8].filter((magnitude) => magnitude <= values.mainshock + 1);
  return html`<table><caption>${t("table", { days: t(`option.window.${values.window}`) })}</caption>
<thead><tr><th scope="col">${t("column.least")}</th><th scope="col">${t("column.chance")}</th>
<th scope="col">${t("column.number")}</th></tr></thead><tbody>
${magnitudes.map((magnitude) => {
  const { probability, low, high } = forecast(values, magnitude);
  return html`<tr><th scope="row">${context.number(magnitude, { digits: 0 })}</th><td>${chanceText(probability, context)}</td>
<td>${low === high ? count(low, context) : t("range", { low: count(low, context), high: count(high, context) })}</td></tr>
`;
})}</tbody></table>
<p class="quiet">${parametersText(values, context)}</p>`;
}

function parametersText({ regime, mainshock }: Values, { t, number }: ToolContext): string {
  const law: AftershockLaw = AFTERSHOCK_LAWS[regime];
  const spread = productivitySpread(law, mainshock);
  const a = `a = ${number(law.a, { digits: 2 })}${spread === 0 ? "" : ` ± ${number(spread, { digits: 2 })}`}`;
  const rest = `b = ${number(law.b, { digits: 2 })}, p = ${number(law.p, { digits: 2 })}, c = ${number(law.c, { significant: 2 })} d`;
  return t("parameters", { values: `${a}, ${rest}` });
}

/** The rate by the days since the mainshock, earthquakes a day, and by which factor 95 % of sequences differ from it at most. */
function curveOf({ mainshock, least, regime }: Values): { rate: (days: number) => number; factor: number } {
  const law: AftershockLaw = AFTERSHOCK_LAWS[regime];
  return {
    rate: (days) => aftershockRate(law, mainshock, least, days),
    factor: 10 ** (WITHIN_95 * productivitySpread(law, mainshock)),
  };
}

/** The rate over time, with the range of 95 % of sequences, and the time window that the reader selected. */
function figure(values: Values, { t, number, width, card }: ToolContext): Html {
  const { least, from, window } = values;
  const { rate, factor } = curveOf(values);
  const range = [rate(DAYS[1]) / factor, rate(DAYS[0]) * factor] as const;
  const frame = frameOf(width);
  const { top, floor } = frame;
  const x = logAxis(DAYS, frame.left, frame.right);
  const y = logAxis(range, floor, top, Math.ceil(Math.log10(range[1] / range[0]) / 7));
  const points = (among: readonly number[], by: number) => among.map((days) => [x(days), y(rate(days) * by)] as const);
  const [start, end] = [Math.max(from, DAYS[0]), Math.min(from + Number(window), DAYS[1])].map((days) => place(x(days)));
  const write = (value: number) => decadeText(value, { number });
  const said = (days: number) =>
    `${number(days, { significant: 2, unit: "d" })} · ${t("axis.rate")}: ${number(rate(days), { significant: 2 })}`;
  const label = t("figure", { least: number(least, { digits: 1 }) });
  const drawn = chart({
    label,
    x: { axis: x, title: t("axis.days"), write },
    y: { axis: y, title: t("axis.rate"), write },
    frame,
    content: html`<path class="window" d="M${start} ${top}H${end}V${floor}H${start}z"/>
<path class="band" d="${line([...points(TIMES, factor), ...points(TIMES.toReversed(), 1 / factor)])}z"/>
<path class="curve" d="${line(points(TIMES, 1))}"/>${TIMES.filter((_, at) => at % 3 === 0).map((days) =>
      hiddenPoint(x(days), y(rate(days)), card(said(days))),
    )}`,
  });
  return html`${drawn}${keyText(label)}`;
}

/** A probability with suitable precision: `54 %`, `9.1 %`, and near the limits `more than 99 %`, `less than 0.01 %`. */
function chanceText(probability: number, { t, number }: Pick<ToolContext, "t" | "number">): string {
  if (probability > 0.99) return t("more_than", { value: number(99, { digits: 0, unit: "%" }) });
  if (probability < 0.0001) return t("less_than", { value: number(0.01, { digits: 2, unit: "%" }) });
  const percent = probability * 100;
  return number(percent, { digits: percent >= 9.95 ? 0 : percent >= 0.995 ? 1 : 2, unit: "%" });
}
