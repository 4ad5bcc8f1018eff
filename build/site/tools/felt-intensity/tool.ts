import { hypocentralKm, INTENSITY_RANGE, type Intensity, intensityAt, probabilityOf } from "../../../seismology/intensity-prediction.ts";
import { chart, frameOf, hiddenPoint, line, linearAxis, place, roundSteps, sixDigits } from "../../charts/plot.ts";
import { ROMAN } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import { defineTool, type ToolContext } from "../tool.ts";

/** The highest degree in practice is X: agencies no longer assign higher degrees. */
const HIGHEST = 10;

const STEPS = 100;
/** Distances of the points of the curve, km. */
const KMS = Array.from({ length: STEPS + 1 }, (_, i) => (INTENSITY_RANGE.mostKm * i) / STEPS);

/** Degrees whose probabilities are listed: felt by many, frightening, damaging. */
const LISTED = [4, 6, 8] as const;

const FIELDS = [
  {
    kind: "number",
    name: "magnitude",
    least: INTENSITY_RANGE.leastMagnitude,
    most: INTENSITY_RANGE.mostMagnitude,
    step: 0.1,
    first: 6.5,
  },
  { kind: "number", name: "distance", least: 0, most: INTENSITY_RANGE.mostKm, step: 1, first: 50, unit: "km" },
  { kind: "number", name: "depth", least: 2, most: 30, step: 1, first: 10, unit: "km" },
] as const;

export const feltIntensityTool = defineTool({
  slug: "felt-intensity",
  fields: FIELDS,
  draw({ magnitude, distance, depth }, context) {
    const at = (km: number) => intensityAt(magnitude, hypocentralKm(km, depth));
    return {
      answer: answer(at(distance), context),
      figure: figure(at, distance, context),
      more: chances(at(distance), context),
      numbers: () => [
        ["distance_km", "intensity", "standard_deviation"],
        ...KMS.map((km) => [km, sixDigits(at(km).mean), sixDigits(at(km).sigma)]),
      ],
    };
  },
});

/** The degree nearest to an intensity, I to X. */
function degreeOf(intensity: number): number {
  return Math.min(HIGHEST, Math.max(1, Math.round(intensity)));
}

function answer(intensity: Intensity, { t, number }: ToolContext): Html {
  const { mean, sigma } = intensity;
  const degree = degreeOf(mean);
  return html`<p class="headline">${t("mean", { degree: ROMAN[degree] ?? "", words: t(`degree.${degree}`) })}</p>
<p>${t("range", {
    low: ROMAN[degreeOf(mean - sigma)] ?? "",
    high: ROMAN[degreeOf(mean + sigma)] ?? "",
    mean: number(mean, { digits: 1 }),
    sigma: number(sigma, { digits: 1 }),
  })}</p>`;
}

function figure(at: (km: number) => Intensity, distance: number, { t, number, width, card }: ToolContext): Html {
  const frame = frameOf(width, { left: 30 });
  const x = linearAxis([0, INTENSITY_RANGE.mostKm], frame.left, frame.right);
  const y = linearAxis([1, HIGHEST], frame.floor, frame.top, 9);
  const inside = (intensity: number) => y(Math.min(HIGHEST, Math.max(1, intensity)));
  const edge = (side: -1 | 0 | 1) => KMS.map((km) => [x(km), inside(at(km).mean + side * at(km).sigma)] as const);
  const here = at(distance);
  const said = (km: number) => {
    const { mean, sigma } = at(km);
    const degree = ROMAN[degreeOf(mean)];
    const range = `${ROMAN[degreeOf(mean - sigma)]}–${ROMAN[degreeOf(mean + sigma)]}`;
    return card(`${number(km, { digits: 0, unit: "km" })} · ${degree}, ${t(`degree.${degreeOf(mean)}`)} (${range})`);
  };
  return chart({
    label: t("figure_label"),
    x: { axis: x, title: t("distance_axis"), write: (value) => number(value, { digits: 0 }) },
    y: { axis: y, title: t("intensity_axis"), write: (value) => ROMAN[value] ?? "" },
    frame,
    content: html`<path class="band" d="${line([...edge(1), ...edge(-1).toReversed()])}Z"/><path class="curve" d="${line(edge(0))}"/>
${roundSteps(0, INTENSITY_RANGE.mostKm, 20).map((km) => hiddenPoint(x(km), inside(at(km).mean), said(km)))}<path
class="guide" d="M${frame.left} ${place(inside(here.mean))}H${place(x(distance))}V${frame.floor}"/>
<circle class="mark" cx="${place(x(distance))}" cy="${place(inside(here.mean))}" r="6">${said(distance)}</circle>`,
  });
}

function chances(intensity: Intensity, { t, number }: ToolContext): Html {
  return html`<p class="quiet">${t("band")}</p>
<table><thead><tr><th scope="col">${t("table_degree")}</th><th scope="col">${t("table_words")}</th>
<th scope="col">${t("table_chance")}</th></tr></thead>
<tbody>${LISTED.map(
    (degree) => html`<tr><th scope="row">${ROMAN[degree]}</th><td>${t(`degree.${degree}`)}</td>
<td>${share(probabilityOf(degree, intensity), number)}</td></tr>
`,
  )}</tbody></table>`;
}

/** Limits the probability to 1 to 99 %: an empirical equation cannot state certainty. */
function share(probability: number, number: ToolContext["number"]): string {
  if (probability < 0.01) return `< ${number(1, { digits: 0, unit: "%" })}`;
  if (probability > 0.99) return `> ${number(99, { digits: 0, unit: "%" })}`;
  return number(probability * 100, { digits: 0, unit: "%" });
}
