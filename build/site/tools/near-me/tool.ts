import { compassText } from "../../format/compass.ts";
import { type Html, html } from "../../html.ts";
import { type CountryName, countryLabels, countryOptions, optionOr } from "../country-options.ts";
import type { Tool, ToolContext, ValuesOf } from "../tool.ts";
import { type AroundData, centreOf, covers, earthquakesAround, FIRST_AROUND, type SeenEarthquake } from "./around.ts";
import { aroundMap } from "./map.ts";

/** A position as it is entered counts where no country is chosen. */
const TYPED = "typed";

/** The table shows so many; the figure all. */
const LISTED = 50;

function fieldsOf(countries: readonly CountryName[]) {
  const options: [string, ...string[]] = [TYPED, ...countryOptions(countries)];
  return [
    {
      kind: "choice",
      name: "place",
      options,
      first: optionOr(options, FIRST_AROUND.country),
      labels: countryLabels(countries),
    },
    { kind: "number", name: "latitude", least: -90, most: 90, step: "any", first: 35.7, unit: "°" },
    { kind: "number", name: "longitude", least: -180, most: 180, step: "any", first: 139.7, unit: "°" },
    { kind: "number", name: "radius", least: 10, most: 20000, step: 10, first: FIRST_AROUND.km, unit: "km" },
    { kind: "choice", name: "hours", options: ["24", "168", "720"], first: "168" },
    { kind: "number", name: "least", least: -2, most: 9, step: 0.1, first: FIRST_AROUND.least },
  ] as const;
}

export type AroundFields = ReturnType<typeof fieldsOf>;
type AroundValues = ValuesOf<AroundFields>;

/** `/tools/near-me/` */
export function nearMe(seed: AroundData): Tool<AroundFields, AroundData> {
  return {
    slug: "near-me",
    inFragment: true,
    fields: fieldsOf(seed.countries),
    seed,
    draw: (values, context, data = seed) => {
      const centre = centreOf(values, seed.countries);
      if (!covers(data, values, centre))
        return { answer: html`<p>${context.t("reading")}</p>`, figure: html``, waiting: true };
      const around = earthquakesAround(data.earthquakes, centre, values);
      return {
        answer: answer(around, values, context),
        figure: aroundMap(around, values.radius, context),
        more: table(around, context),
      };
    },
    formula: html`<math display="block"><mi>d</mi><mo>=</mo><mn>2</mn><mi>R</mi><mspace width="0.2em"/><mi>arcsin</mi><mfrac><mrow>
<mo>|</mo><msub><mover><mi>r</mi><mo>→</mo></mover><mn>1</mn></msub><mo>−</mo><msub><mover><mi>r</mi><mo>→</mo></mover><mn>2</mn></msub>
<mo>|</mo></mrow><mn>2</mn></mfrac></math>`,
    limits: ["limit_epicentre", "limit_complete", "limit_country", "limit_age", "limit_quiet"],
    terms: ["epicentre", "epicentral-distance", "focal-depth", "magnitude", "magnitude-of-completeness"],
  };
}

function answer(around: readonly SeenEarthquake[], { radius, hours, least }: AroundValues, context: ToolContext): Html {
  const { t, number } = context;
  const count = t("answer.count", {
    count: number(around.length, { digits: 0 }),
    radius: number(radius, { digits: 0, unit: "km" }),
    least: number(least, { digits: 1 }),
    hours: t(`option.hours.${hours}`),
  });
  const [nearest] = around;
  const largest = around.toSorted((a, b) => b.magnitude - a.magnitude)[0];
  if (!nearest || !largest) return html`<p class="headline">${count}</p><p>${t("answer.none")}</p>`;
  const named = (key: "answer.largest" | "answer.nearest", { magnitude, place, km, azimuth }: SeenEarthquake) =>
    t(key, {
      magnitude: number(magnitude, { digits: 1 }),
      place,
      distance: number(km, { digits: 0, unit: "km" }),
      direction: compassText(azimuth, context),
    });
  return html`<p class="headline">${count}</p>
<p>${named("answer.largest", largest)}</p>
<p>${named("answer.nearest", nearest)}</p>`;
}

function table(around: readonly SeenEarthquake[], context: ToolContext): Html {
  const { t, number } = context;
  const privacy = html`<p class="quiet">${t("privacy")}</p>`;
  if (around.length === 0) return privacy;
  return html`${privacy}
<div class="scroll"><table><caption>${t("table", { count: number(Math.min(LISTED, around.length), { digits: 0 }) })}</caption>
<thead><tr><th scope="col">${t("column.distance")}</th><th scope="col">${t("column.magnitude")}</th>
<th scope="col">${t("column.place")}</th><th scope="col">${t("column.depth")}</th><th scope="col">${t("column.time")}</th></tr>
</thead><tbody>
${around.slice(0, LISTED).map((earthquake) => {
  const { magnitude, depthKm, place, time, km, azimuth } = earthquake;
  return html`<tr><td>${number(km, { digits: 0, unit: "km" })}, ${compassText(azimuth, context)}</td>
<td class="magnitude">${number(magnitude, { digits: 1 })}</td><td><a href="${context.eventHref(earthquake)}">${place}</a></td>
<td>${number(depthKm, { digits: 0, unit: "km" })}</td><td>${context.time(time)}</td></tr>
`;
})}</tbody></table></div>`;
}
