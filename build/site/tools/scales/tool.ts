import { ACCELERATION_UNITS, type AccelerationUnit, convertAcceleration, DYNE_CENTIMETRES } from "../../../seismology/acceleration.ts";
import {
  momentMagnitude,
  RELATIONS,
  type Relation,
  radiatedEnergy,
  relationOf,
  seismicMoment,
  TON_OF_TNT_JOULES,
  toMomentMagnitude,
} from "../../../seismology/magnitude.ts";
import { chart, frameOf, hiddenPoint, line, linearAxis, place, sixDigits } from "../../charts/plot.ts";
import { type Html, html } from "../../html.ts";
import { defineTool, type ToolContext } from "../tool.ts";

const KINDS = ["mw", "ms", "mb", "ml", "newton-metres", "dyne-centimetres"] as const;
type Kind = (typeof KINDS)[number];

/** Symbols of the kinds of magnitude, the same in every language. */
const SIGNS = { mw: "Mw", ms: "Ms", mb: "mb", ml: "ML" } as const;

/** The range of meaningful magnitudes: from a crack of a millimetre to more than any fault on the Earth allows. */
const LEAST = -4;
const MOST = 10;

const FIELDS = [
  { kind: "choice", name: "kind", options: KINDS, first: "mw" },
  { kind: "number", name: "value", least: LEAST, most: 1e31, step: "any", first: 7 },
  { kind: "number", name: "acceleration", least: 0, most: 1e6, step: "any", first: 100 },
  { kind: "choice", name: "unit", options: ["gal", "g", "percent", "metres"], first: "gal" },
] as const;

const UNITS: Record<"gal" | "g" | "percent" | "metres", AccelerationUnit> = {
  gal: "gal",
  g: "g",
  percent: "%g",
  metres: "m/s²",
};

/** A value converted to moment magnitude. */
interface Meaning {
  mw: number;
  relation?: Relation;
}

export const scalesTool = defineTool({
  slug: "scales",
  fields: FIELDS,
  draw({ kind, value, acceleration, unit }, context) {
    const meaning = meaningOf(kind, value);
    return {
      answer: meaning === undefined ? none(kind, context) : answer(meaning, context),
      figure: figure(meaning, value, context),
      more: html`${meaning && table(meaning, context)}<h3>${context.t("acceleration_heading")}</h3>
${accelerations(acceleration, UNITS[unit], context)}`,
      numbers: () => [
        ["kind", "magnitude", "moment_magnitude"],
        ...RELATIONS.flatMap((relation) => pointsOf(relation).map((point) => [SIGNS[relation.kind], ...point.map(sixDigits)])),
      ],
    };
  },
});

/** Undefined if the value is outside the range, or if no published relation covers it. */
function meaningOf(kind: Kind, value: number): Meaning | undefined {
  if (kind === "newton-metres") return ofMoment(value);
  if (kind === "dyne-centimetres") return ofMoment(value / DYNE_CENTIMETRES);
  if (kind === "mw") return value <= MOST ? { mw: value } : undefined;
  const relation = relationOf(kind, value);
  return relation && { mw: toMomentMagnitude(relation, value), relation };
}

function ofMoment(moment: number): Meaning | undefined {
  const mw = moment > 0 ? momentMagnitude(moment) : Number.NaN;
  return mw >= LEAST && mw <= MOST ? { mw } : undefined;
}

function none(kind: Kind, { t, number }: ToolContext): Html {
  const ranges = RELATIONS.filter((relation) => relation.kind === kind);
  if (ranges.length === 0)
    return html`<p class="headline">${t("no_magnitude", { least: number(LEAST, { digits: 0 }), most: number(MOST, { digits: 0 }) })}</p>`;
  const least = Math.min(...ranges.map((relation) => relation.least));
  const most = Math.max(...ranges.map((relation) => relation.most));
  return html`<p class="headline">${t("no_relation", { least: number(least, { digits: 1 }), most: number(most, { digits: 1 }) })}</p>`;
}

function answer({ mw, relation }: Meaning, { t, number }: ToolContext): Html {
  const magnitude = number(mw, { digits: relation ? 1 : 2 });
  const moment = number(seismicMoment(mw), { unit: "N·m" });
  return html`<p class="headline">${t("is", { magnitude, moment })}</p>
${relation && html`<p>${t("by_relation", { scatter: number(relation.scatter, { digits: 1 }) })}</p>`}`;
}

function table({ mw }: Meaning, { t, number }: ToolContext): Html {
  const moment = seismicMoment(mw);
  const energy = radiatedEnergy(mw);
  const rows = [
    ["option.kind.mw", number(mw, { digits: 2 })],
    ["row_moment", number(moment, { unit: "N·m" })],
    ["row_moment_cgs", number(moment * DYNE_CENTIMETRES, { unit: "dyn·cm" })],
    ["row_energy", number(energy, { unit: "J" })],
    ["row_tnt", number(energy / TON_OF_TNT_JOULES, { unit: "t" })],
  ] as const;
  return html`<table><tbody>${rows.map(
    ([key, text]) => html`<tr><th scope="row">${t(key)}</th><td>${text}</td></tr>
`,
  )}</tbody></table>`;
}

function accelerations(value: number, from: AccelerationUnit, { t, number }: ToolContext): Html {
  const units = Object.keys(ACCELERATION_UNITS) as AccelerationUnit[];
  return html`<p>${t("acceleration_is", { value: number(value, { significant: 4, unit: from }) })}</p>
<table><tbody><tr>${units.map((unit) => html`<td>${number(convertAcceleration(value, from, unit), { significant: 4, unit })}</td>`)}
</tr></tbody></table>`;
}

/** A relation over its valid range: a magnitude, and the moment magnitude that follows. */
function pointsOf(relation: Relation): (readonly [from: number, mw: number])[] {
  const { least, most } = relation;
  return Array.from({ length: 9 }, (_, i) => {
    const magnitude = least + ((most - least) * i) / 8;
    return [magnitude, toMomentMagnitude(relation, magnitude)] as const;
  });
}

/** The relations, each over its valid range, and the line of equal magnitudes. */
function figure(meaning: Meaning | undefined, value: number, { t, number, width, card }: ToolContext): Html {
  const frame = frameOf(width, { left: 24 });
  const x = linearAxis([3, 9], frame.left, frame.right);
  const y = linearAxis([3, 9], frame.floor, frame.top);
  const classes = { ms: "", mb: "second", ml: "third" } as const;
  const said = (kind: Relation["kind"] | "mw", from: number, mw: number) =>
    card(`${SIGNS[kind]} ${number(from, { digits: 1 })} · ${SIGNS.mw} ${number(mw, { digits: 1 })}`);
  const curve = (relation: Relation) => {
    const { most, kind } = relation;
    const points = pointsOf(relation).map(([from, mw]) => [x(from), y(mw), said(kind, from, mw)] as const);
    const [endX, endY] = points.at(-1) ?? [0, 0];
    // Ms has two segments; only the upper one is labelled.
    const named = kind !== "ms" || most > 7;
    // The curves of mb and ML end close together, so one label is above its curve and the other below.
    const below = kind === "mb" ? -10 : 6;
    const beside = kind === "mb" ? -16 : 6;
    return html`<path class="curve ${classes[kind]}" d="${line(points.map(([at, above]) => [at, above] as const))}"/>${points.map((point) =>
      hiddenPoint(...point),
    )}${
      named
        ? html`<text class="strong ${classes[kind]}"
x="${place(endX + beside)}" y="${place(endY + below)}">${SIGNS[kind]}</text>`
        : null
    }`;
  };
  const given = meaning?.relation ? value : meaning?.mw;
  const inside = meaning !== undefined && given !== undefined && given >= 3 && given <= 9 && meaning.mw >= 3 && meaning.mw <= 9;
  return chart({
    label: t("figure_label"),
    x: { axis: x, title: t("given_axis"), write: (tick) => number(tick, { digits: 0 }) },
    y: { axis: y, title: t("option.kind.mw"), write: (tick) => number(tick, { digits: 0 }) },
    frame,
    content: html`<path class="guide" d="M${place(x(3))} ${place(y(3))}L${place(x(9))} ${place(y(9))}"/>${RELATIONS.map(curve)}${
      inside ? html`<circle class="mark first" cx="${place(x(given))}" cy="${place(y(meaning.mw))}" r="6"/>` : null
    }`,
  });
}
