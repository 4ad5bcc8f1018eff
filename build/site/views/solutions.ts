import type { EarthquakeDetail, Mechanism } from "../../contract/resources/resources.ts";
import { doubleCouple, type MomentTensor, principalAxes, type Vector } from "../../seismology/moment-tensor.ts";
import { fact, table } from "../data/elements.ts";
import type { RenderContext } from "../data/render-context.ts";
import { secondText } from "../format/dates.ts";
import { type AmountStyle, NO_BREAK, numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import { agencyName } from "./impact.ts";

/** How the fault moved: the beachball of the preferred mechanism, and a row for each; null without any. */
export function mechanismSection({ mechanisms }: EarthquakeDetail, context: RenderContext): Html | null {
  const [first] = mechanisms;
  const [plane] = first?.nodal_planes ?? [];
  if (!first || !plane) return null;
  const { t, href } = context;
  const isComputed = mechanisms.some(({ computed }) => computed.length > 0);
  const headings = [t("who_says_so"), t("magnitude"), t("nodal_planes"), t("axes"), t("scalar_moment"), t("double_couple")];
  return html`<section class="mechanism"><h2><a href="${href("glossary/focal-mechanism/")}">${t("focal_mechanism")}</a></h2>
<figure>${beachball(first.tensor ?? doubleCouple(plane), t("beachball"))}<figcaption>${t("beachball_note")}</figcaption></figure>
${table(
  headings,
  mechanisms.map((one) => mechanismRow(one, context)),
)}<p class="note">${t("planes_note")}${isComputed ? ` ${t("mechanism_computed")}` : null}</p></section>
`;
}

function mechanismRow(mechanism: Mechanism, { number }: RenderContext): Html {
  const { contributor, kind, magnitude, magnitude_type: type, nodal_planes: planes, computed } = mechanism;
  const { t_axis: t, n_axis: n, p_axis: p, scalar_moment_nm: moment, double_couple_share: share } = mechanism;
  const mark = (name: Mechanism["computed"][number]) => (computed.includes(name) ? "*" : null);
  const axes = [["T", t] as const, ["N", n] as const, ["P", p] as const].map(
    ([name, { azimuth, plunge }]) => html`<span class="nowrap">${name} ${whole(azimuth)} / ${whole(plunge)}</span> `,
  );
  const sides = planes.map(({ strike, dip, rake }) => html`<span class="nowrap">${whole(strike)} / ${whole(dip)} / ${whole(rake)}</span> `);
  return html`<tr><td><bdi>${contributor.toUpperCase()}</bdi><br><small lang="en">${kind.replace("-", " ")}</small></td>
<td>${magnitude === null ? "–" : html`${numberElement(magnitude)}${type && html` <small>${type}</small>`}`}</td>
<td>${sides}${mark("nodal_planes")}</td><td>${axes}${mark("axes")}</td>
<td class="nowrap">${moment === null ? "–" : number(moment, { unit: "N m" })}</td>
<td>${share === null ? "–" : html`${numberElement(Math.round(share * 100), { unit: "percent" })}${mark("double_couple_share")}`}</td></tr>
`;
}

function whole(degrees: number): Html {
  return numberElement(Math.round(degrees), { unit: "degree" });
}

/** How well the earthquake is located and measured; null where nothing is stated. */
export function qualitySection({ quality }: EarthquakeDetail, { t, href }: RenderContext): Html | null {
  // Agencies store these values in single precision, of which more decimals would say nothing.
  const known = (value: number | null, decimals = 0, unit?: AmountStyle["unit"] | "s") =>
    value === null
      ? null
      : html`${numberElement(Number(value.toFixed(decimals)), unit === "s" ? {} : { unit })}${unit === "s" ? `${NO_BREAK}s` : null}`;
  const error = (...amount: Parameters<typeof known>) => (amount[0] === null ? null : html`±${NO_BREAK}${known(...amount)}`);
  const facts = [
    fact(t("error_position"), error(quality.horizontal_error_km, 1, "kilometer")),
    fact(t("error_depth"), error(quality.depth_error_km, 1, "kilometer")),
    fact(t("error_time"), error(quality.time_error_s, 2, "s")),
    fact(t("error_magnitude"), error(quality.magnitude_error, 2)),
    fact(t("depth_method"), quality.depth_type && html`<span lang="en">${quality.depth_type}</span>`),
    fact(t("stations"), known(quality.station_count)),
    fact(t("phases"), known(quality.phase_count)),
    fact(t("stations_magnitude"), known(quality.magnitude_station_count)),
    fact(t("nearest_station"), known(quality.nearest_station_deg, 2, "degree")),
    fact(t("azimuthal_gap"), known(quality.azimuthal_gap_deg, 0, "degree")),
    fact(t("residuals"), known(quality.rms_s, 2, "s")),
  ];
  if (facts.every((one) => one === null)) return null;
  return html`<section><h2><a href="${href("glossary/location-uncertainty/")}">${t("quality")}</a></h2>
<dl class="facts">${facts}</dl></section>
`;
}

/** The hypocentres of others; null where there are none. */
export function otherSolutionsSection({ other_solutions: all }: EarthquakeDetail, context: RenderContext): Html | null {
  if (all.length === 0) return null;
  const { t } = context;
  const rows = all.map(
    ({ agency, contributor, id, occurred_at: at, latitude, longitude, depth_km: depth, magnitude, magnitude_type: type }) => {
      const degree = (value: number | null) => (value === null ? "–" : numberElement(value, { digits: 2, unit: "degree" }));
      return html`<tr><td><bdi>${contributor?.toUpperCase() ?? agencyName(agency, context)}</bdi><br><small>${id}</small></td>
<td><bdi dir="ltr">${at === null ? "–" : secondText(at)}</bdi></td><td class="nowrap">${degree(latitude)}, ${degree(longitude)}</td>
<td class="nowrap">${depth === null ? "–" : numberElement(depth, { digits: 1, unit: "kilometer" })}</td>
<td class="nowrap">${magnitude === null ? "–" : numberElement(magnitude)}${type && html` <small>${type}</small>`}</td></tr>
`;
    },
  );
  return html`<section><h2>${t("other_solutions")}</h2>${table(
    [t("who_says_so"), t("time_utc"), t("position"), t("depth"), t("magnitude")],
    rows,
  )}</section>
`;
}

/** Radius of the drawn sphere. */
export const RADIUS = 100;

/** Points of a nodal line. */
const STEPS = 90;

/** Along a null axis the cone opens to 90 degrees. A little less keeps its section convex. */
const WIDEST = (89.9 / 180) * Math.PI;

/**
 * The areas of a beachball: the lower focal hemisphere in Lambert's equal-area projection, as in GMT's `psmeca`.
 *
 * The first motion is A(g) = λ₁x² + λ₂y² + λ₃z² along the principal axes, so its zeros are a cone with elliptical section around the
 * axis whose eigenvalue alone has its sign (Jost & Herrmann 1989, Seismol. Res. Lett. 60, 37). Each of the two ends of the cone meets
 * the hemisphere in one convex area.
 *
 * @returns polygons, and whether they push outwards (are filled) or the rest does; points are in units of `RADIUS`, y downwards
 */
function beachballAreas(tensor: MomentTensor): { areas: (readonly [x: number, y: number])[][]; isPush: boolean } {
  const [t, n, p] = principalAxes(tensor);
  if (p.value >= 0 || t.value <= 0) return { areas: [], isPush: t.value <= 0 };
  const isPush = n.value <= 0;
  const [axis, u, v] = isPush ? [t, n, p] : [p, t, n];
  const line = Array.from({ length: STEPS }, (_, at) => {
    const turn = (2 * Math.PI * at) / STEPS;
    const against = u.value * Math.cos(turn) ** 2 + v.value * Math.sin(turn) ** 2;
    const open = Math.min(WIDEST, Math.atan2(Math.sqrt(Math.abs(axis.value)), Math.sqrt(Math.abs(against))));
    const [x, y, z] = [Math.cos(open), Math.sin(open) * Math.cos(turn), Math.sin(open) * Math.sin(turn)];
    return [0, 1, 2].map((at) => x * at3(axis.vector, at) + y * at3(u.vector, at) + z * at3(v.vector, at)) as unknown as Vector;
  });
  const ends = [line, line.map(([north, east, down]): Vector => [-north, -east, -down])];
  return { areas: ends.map((end) => lowerHalf(end).map(projected)).filter((area) => area.length > 0), isPush };
}

function at3(vector: Vector, at: number): number {
  return vector[at] as number;
}

/** The part of a convex area of the sphere below the horizon; along the horizon it has further points. */
function lowerHalf(line: readonly Vector[]): Vector[] {
  const start = line.findIndex((point, at) => isBelow(point) && !isBelow(line.at(at - 1) as Vector));
  if (start < 0) return isBelow(line[0] as Vector) ? [...line] : [];
  const turned = [...line.slice(start), ...line.slice(0, start)];
  const below = turned.filter(isBelow);
  const enter = horizon(turned.at(-1) as Vector, turned[0] as Vector);
  const leave = horizon(below.at(-1) as Vector, turned[below.length] as Vector);
  const from = Math.atan2(leave[1], leave[0]);
  // A convex area is less than half of the sphere, and so is its part of the horizon: the shorter way round.
  const way = ((Math.atan2(enter[1], enter[0]) - from + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  const steps = Math.ceil(Math.abs(way) / ((2 * Math.PI) / STEPS));
  const round = Array.from({ length: steps + 1 }, (_, at): Vector => {
    const angle = from + (way * at) / steps;
    return [Math.cos(angle), Math.sin(angle), 0];
  });
  return [...below, ...round];
}

/** A nodal plane that is the horizon itself is above it, whatever the last digits of its points. */
function isBelow([, , down]: Vector): boolean {
  return down > 1e-9;
}

/** Where the line from one point to another meets the horizon. */
function horizon(a: Vector, b: Vector): Vector {
  const part = a[2] / (a[2] - b[2]);
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), 0];
}

function projected([north, east, down]: Vector): readonly [number, number] {
  const horizontal = Math.hypot(north, east);
  const scale = horizontal === 0 ? 0 : (RADIUS * Math.sqrt(Math.max(0, 1 - down))) / horizontal;
  return [east * scale, -north * scale];
}

/** A beachball, filled where the ground first moved outwards. */
export function beachball(tensor: MomentTensor, label: string): Html {
  const { areas, isPush } = beachballAreas(tensor);
  const d = areas.map((area) => `M${area.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`).join("");
  return html`<svg class="beachball" viewBox="-104 -104 208 208" role="img" aria-label="${label}"><circle
class="${isPush ? "pull" : "push"}" r="${RADIUS}"/><path class="${isPush ? "push" : "pull"}" d="${d}"/><circle r="${RADIUS}"/></svg>`;
}
