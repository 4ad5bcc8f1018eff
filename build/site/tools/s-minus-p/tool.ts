import { kmOfDegrees } from "../../../geo/sphere.ts";
import { IASP91, velocity } from "../../../seismology/rays.ts";
import { distanceByRule, distanceOfSMinusP, sMinusP, sMinusPReach } from "../../../seismology/s-minus-p.ts";
import { firstArrival } from "../../../seismology/travel-times.ts";
import { chart, chartClass, frameOf, hiddenPoint, line, linearAxis, place, sixDigits } from "../../charts/plot.ts";
import { type Html, html } from "../../html.ts";
import { defineTool, type ToolContext } from "../tool.ts";

/** The upper crust, whose wave speeds the rule of thumb uses, km/s. */
const CRUST = IASP91[0] ? { vp: velocity(IASP91[0], "P", 6371), vs: velocity(IASP91[0], "S", 6371) } : { vp: 5.8, vs: 3.36 };

/** Greatest distance of the rule, km. Beyond it the first waves travel below the crust. */
const RULE_TO_KM = 200;

/** Number of segments of the curve. */
const STEPS = 60;

const FIELDS = [
  { kind: "choice", name: "given", options: ["seconds", "distance"], first: "seconds" },
  { kind: "number", name: "seconds", least: 0, most: 630, step: 0.1, first: 24, unit: "s" },
  { kind: "number", name: "distance", least: 0, most: 9200, step: 1, first: 500, unit: "km" },
  { kind: "number", name: "depth", least: 0, most: 700, step: 1, first: 0, unit: "km" },
] as const;

interface Found {
  degrees: number;
  seconds: number;
}

export const sMinusPTool = defineTool({
  slug: "s-minus-p",
  fields: FIELDS,
  draw({ given, seconds, distance, depth }, context) {
    const found = given === "seconds" ? ofSeconds(seconds, depth) : ofDistance(distance, depth);
    return {
      answer: found
        ? answer(found, given, depth, context)
        : html`<p class="headline">${context.t("none", {
            shortest: context.number(sMinusP(depth, 0), { digits: 1, unit: "s" }),
            longest: context.number(sMinusP(depth, sMinusPReach(depth)), { digits: 0, unit: "s" }),
          })}</p>`,
      figure: html`${found && seismogram(found, depth, context)}${curve(found, depth, context)}`,
      numbers: () => [["distance_km", "seconds"], ...pointsOf(found, depth).map((point) => point.map(sixDigits))],
    };
  },
});

function ofSeconds(seconds: number, depth: number): Found | undefined {
  const degrees = distanceOfSMinusP(depth, seconds);
  return degrees === undefined ? undefined : { degrees, seconds };
}

function ofDistance(km: number, depth: number): Found {
  const degrees = Math.min(km / kmOfDegrees(1), sMinusPReach(depth));
  return { degrees, seconds: sMinusP(depth, degrees) };
}

function answer({ degrees, seconds }: Found, given: string, depth: number, { t, number }: ToolContext): Html {
  const km = kmOfDegrees(degrees);
  const texts = {
    seconds: number(seconds, { digits: 1, unit: "s" }),
    km: number(km, { digits: 0, unit: "km" }),
    degrees: number(degrees, { digits: 1, unit: "°" }),
  };
  const rule =
    Math.hypot(km, depth) <= RULE_TO_KM
      ? t("rule", { km: number(distanceByRule(seconds, CRUST.vp, CRUST.vs), { digits: 0, unit: "km" }) })
      : t("rule_not");
  return html`<p class="headline">${t(given === "seconds" ? "distance_is" : "seconds_are", texts)}</p>
<p>${rule}</p>`;
}

/** A sketch and not a real record. P and S are at their computed times. */
function seismogram({ degrees, seconds }: Found, depth: number, { t, number, width }: ToolContext): Html {
  const p = firstArrival("P", depth, degrees)?.seconds ?? 0;
  const [height, middle] = [120, 62];
  const [from, to] = [Math.round(width * 0.15), Math.round(width * 0.72)];
  const shake = (x: number) => {
    const after = (start: number, size: number, fade: number) => (x < start ? 0 : size * Math.exp(-(x - start) / fade));
    const size = after(from, 10, 60) + after(to, 36, 55) + 1;
    // A product of two tones without a common period looks irregular, and is the same in every drawing.
    return middle + size * Math.sin(x * 0.9) * Math.cos(x * 0.37 + 1);
  };
  const trace = line(Array.from({ length: 2 * width }, (_, i) => [i / 2, shake(i / 2)] as const));
  return html`<svg class="${chartClass({ width })}" viewBox="0 0 ${width} ${height}" role="img"
aria-label="${t("sketch_label", { seconds: number(seconds, { digits: 1, unit: "s" }) })}">
<path class="curve thin" d="${trace}"/>
${mark(from, "P", number(p, { digits: 1, unit: "s" }))}${mark(to, "S", number(p + seconds, { digits: 1, unit: "s" }))}
<text class="strong" x="${(from + to) / 2}" y="34" text-anchor="middle">${number(seconds, { digits: 1, unit: "s" })}</text></svg>`;
}

function mark(x: number, name: string, time: string): Html {
  return html`<path class="guide" d="M${x} 18V106"/><text class="strong" x="${x + 5}" y="14">${name}</text>
<text class="note" x="${x + 5}" y="116">${time}</text>`;
}

/** The curve from the epicentre to beyond what was found: distances, km, and seconds. */
function pointsOf(found: Found | undefined, depth: number): (readonly [km: number, seconds: number])[] {
  const far = Math.min(sMinusPReach(depth), Math.max(3, (found?.degrees ?? 60) * 1.6));
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const degrees = (far * i) / STEPS;
    return [kmOfDegrees(degrees), sMinusP(depth, degrees)] as const;
  });
}

function curve(found: Found | undefined, depth: number, { t, number, width, card }: ToolContext): Html {
  const frame = frameOf(width, { left: 40 });
  const points = pointsOf(found, depth);
  const x = linearAxis([0, points.at(-1)?.[0] ?? 1], frame.left, frame.right);
  const y = linearAxis([0, (points.at(-1)?.[1] ?? 1) * 1.05], frame.floor, frame.top);
  const said = (distance: number, seconds: number) =>
    card(`${number(distance, { digits: 0, unit: "km" })} · ${number(seconds, { digits: 1, unit: "s" })}`);
  const km = found ? kmOfDegrees(found.degrees) : 0;
  return chart({
    label: t("figure_label"),
    x: { axis: x, title: t("distance_axis"), write: (value) => number(value, { digits: 0 }) },
    y: {
      axis: y,
      title: t("seconds_axis"),
      write: (value) => number(value, { digits: value < 10 && value % 1 !== 0 ? 1 : 0 }),
    },
    frame,
    content: html`<path class="curve" d="${line(points.map(([a, b]) => [x(a), y(b)] as const))}"/>${points
      .filter((_, at) => at % 3 === 0)
      .map(([a, b]) => hiddenPoint(x(a), y(b), said(a, b)))}${
      found &&
      html`<path class="guide" d="M${frame.left} ${place(y(found.seconds))}H${place(x(km))}V${frame.floor}"/>
<circle class="mark" cx="${place(x(km))}" cy="${place(y(found.seconds))}" r="6">${said(km, found.seconds)}</circle>`
    }`,
  });
}
