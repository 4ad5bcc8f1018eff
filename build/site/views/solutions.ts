import type { EarthquakeDetail, Mechanism } from "../../contract/resources/resources.ts";
import { doubleCouple } from "../../seismology/moment-tensor.ts";
import { beachball } from "../charts/beachball.ts";
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
