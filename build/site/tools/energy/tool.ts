import { amplitudeRatio, energyRatio, radiatedEnergy, seismicMoment, TON_OF_TNT_JOULES } from "../../../seismology/magnitude.ts";
import { chart, frameOf, hiddenPoint, linearAxis, logAxis, type NumberRows, place, roundSteps, sixDigits } from "../../charts/plot.ts";
import { powerOfTen } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import { defineTool, type ToolContext } from "../tool.ts";

/** The range of magnitudes: from an earthquake weaker than the vibration of a passing lorry to more than the largest measured one. */
const LEAST = 2;
const MOST = 10;

/** Earthquakes for comparison, smallest first: the commonly published magnitude, and the text key of the name. */
const KNOWN = [
  { magnitude: 6.3, key: "known.christchurch" },
  { magnitude: 7, key: "known.haiti" },
  { magnitude: 7.8, key: "known.turkiye" },
  { magnitude: 9.1, key: "known.tohoku" },
  { magnitude: 9.5, key: "known.chile" },
] as const;

export const energyTool = defineTool({
  slug: "energy",
  fields: [
    { kind: "number", name: "magnitude", least: -2, most: MOST, step: 0.1, first: 8.7 },
    { kind: "number", name: "other", least: -2, most: MOST, step: 0.1, first: 5.8 },
  ],
  draw({ magnitude, other }, context) {
    return {
      answer: answer(Math.max(magnitude, other), Math.min(magnitude, other), context),
      figure: figure(magnitude, other, context),
      more: table([...new Set([magnitude, other])], context),
      numbers: () => numbers(magnitude, other),
    };
  },
});

function answer(larger: number, smaller: number, { t, number }: ToolContext): Html {
  const magnitude = (value: number) => number(value, { digits: 1 });
  if (larger === smaller) return html`<p>${t("equal", { magnitude: magnitude(larger) })}</p>`;
  const ratio = energyRatio(larger, smaller);
  return html`<p class="headline">${t("stronger", { larger: magnitude(larger), smaller: magnitude(smaller), energy: number(ratio) })}</p>
<p>${t("bigger", { amplitude: number(amplitudeRatio(larger, smaller)) })}</p>
<p>${t("tnt", {
    larger: magnitude(larger),
    tnt: number(radiatedEnergy(larger) / TON_OF_TNT_JOULES),
    energy: number(radiatedEnergy(larger), { unit: "J" }),
  })}</p>`;
}

function figure(magnitude: number, other: number, context: ToolContext): Html {
  const { t, number, card } = context;
  const frame = frameOf(context.width, { left: 48 });
  const least = leastOf(magnitude, other);
  const x = linearAxis([least, MOST], frame.left, frame.right, 8);
  const y = logAxis([radiatedEnergy(least), radiatedEnergy(MOST)], frame.floor, frame.top, 3);
  const said = (value: number) => `${number(value, { digits: 1 })} · ${number(radiatedEnergy(value), { unit: "J" })}`;
  const dot = (value: number, kind: string) =>
    html`<path class="guide ${kind}"
d="M${place(x(value))} ${frame.floor}V${place(y(radiatedEnergy(value)))}H${frame.left}"/>
<circle class="mark ${kind}" cx="${place(x(value))}" cy="${place(y(radiatedEnergy(value)))}" r="6">${card(said(value))}</circle>`;
  return chart({
    label: t("figure_label", { magnitude: number(magnitude, { digits: 1 }), other: number(other, { digits: 1 }) }),
    x: { axis: x, title: t("table_magnitude"), write: (value) => number(value, { digits: 0 }) },
    y: { axis: y, title: t("energy_axis"), write: powerOfTen },
    frame,
    content: html`<path class="curve"
d="M${place(x(least))} ${place(y(radiatedEnergy(least)))}L${place(x(MOST))} ${place(y(radiatedEnergy(MOST)))}"/>
${roundSteps(least, MOST, 20).map((value) => hiddenPoint(x(value), y(radiatedEnergy(value)), card(said(value))))}
${KNOWN.map(
  ({ magnitude: known, key }) =>
    html`<circle class="known" cx="${place(x(known))}" cy="${place(y(radiatedEnergy(known)))}" r="2.5">${card(
      `${t(key)} · ${said(known)}`,
    )}</circle>
<text class="note" x="${place(x(known) - 8)}" y="${place(y(radiatedEnergy(known)) - 3)}" text-anchor="end">${t(key)}</text>`,
)}${dot(other, "second")}${dot(magnitude, "first")}`,
  });
}

function numbers(magnitude: number, other: number): NumberRows {
  const magnitudes = [...new Set([...roundSteps(leastOf(magnitude, other), MOST, 20), magnitude, other])].toSorted((a, b) => a - b);
  return [["magnitude", "energy_joules"], ...magnitudes.map((value) => [value, sixDigits(radiatedEnergy(value))])];
}

/** Where the axis begins. */
function leastOf(magnitude: number, other: number): number {
  return Math.min(LEAST, Math.floor(Math.min(magnitude, other)));
}

function table(magnitudes: readonly number[], { t, number }: ToolContext): Html {
  return html`<table><thead><tr><th scope="col">${t("table_magnitude")}</th><th scope="col">${t("table_energy")}</th>
<th scope="col">${t("table_tnt")}</th><th scope="col">${t("table_moment")}</th></tr></thead>
<tbody>${magnitudes.map(
    (
      magnitude,
    ) => html`<tr><th scope="row">${number(magnitude, { digits: 1 })}</th><td>${number(radiatedEnergy(magnitude), { unit: "J" })}</td>
<td>${number(radiatedEnergy(magnitude) / TON_OF_TNT_JOULES, { unit: "t" })}</td>
<td>${number(seismicMoment(magnitude), { unit: "N·m" })}</td>
</tr>
`,
  )}</tbody></table>`;
}
