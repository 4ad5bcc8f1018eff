import { keyText, place, roundSteps } from "../../charts/plot.ts";
import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { compassText } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import { Counted } from "../../i18n/plural.ts";
import { coveredNote } from "../archived.ts";
import { countryLabels, countryOptions, optionOr } from "../form.ts";
import type { Tool, ToolContext, ValuesOf } from "../tool.ts";
import { type AroundData, type CountryPoint, centreOf, covers, earthquakesAround, FIRST_AROUND, type SeenEarthquake } from "./around.ts";

/** The option that selects the entered position. */
export const TYPED = "typed";

/** Used if the catalogue lacks the country. */
const TOKYO = { latitude: 35.7, longitude: 139.7 };

/** Number of earthquakes in the table. The figure shows all. */
const LISTED = 50;

function fieldsOf(countries: readonly CountryPoint[]) {
  const options: [string, ...string[]] = [TYPED, ...countryOptions(countries)];
  const { latitude, longitude } = countries.find(({ iso2 }) => iso2 === FIRST_AROUND.country) ?? TOKYO;
  return [
    {
      kind: "choice",
      name: "place",
      options,
      first: optionOr(options, FIRST_AROUND.country),
      countries: countryLabels(countries),
    },
    { kind: "number", name: "latitude", least: -90, most: 90, step: "any", first: latitude, unit: "°" },
    { kind: "number", name: "longitude", least: -180, most: 180, step: "any", first: longitude, unit: "°" },
    { kind: "number", name: "radius", least: 10, most: 20000, step: 10, first: FIRST_AROUND.km, unit: "km" },
    { kind: "choice", name: "hours", options: ["24", "168", "720"], first: "168" },
    { kind: "number", name: "least", least: -2, most: 9, step: 0.1, first: FIRST_AROUND.least },
  ] as const;
}

export type AroundFields = ReturnType<typeof fieldsOf>;
type AroundValues = ValuesOf<AroundFields>;

/** `/tools/near-me/` */
export function nearMeTool(seed: AroundData): Tool<AroundFields, AroundData> {
  return {
    slug: "near-me",
    inFragment: true,
    fields: fieldsOf(seed.countries),
    seed,
    draw: (values, context, data = seed) => {
      const centre = centreOf(values, seed.countries);
      if (!covers(data, values, centre)) return { answer: html`<p>${context.t("reading")}</p>`, figure: html``, waiting: true };
      const around = earthquakesAround(data.earthquakes, centre, values);
      return {
        answer: html`${answer(around, values, context)}${coveredNote(data.coveredFrom, context)}`,
        figure: aroundMap(around, values.radius, context),
        more: table(around, context),
        numbers: () => [
          ["time", "latitude", "longitude", "depth_km", "magnitude", "place", "distance_km", "azimuth"],
          ...around.map((one) => [
            new Date(one.time).toISOString(),
            one.latitude,
            one.longitude,
            one.depthKm,
            one.magnitude,
            one.place,
            rounded(one.km),
            rounded(one.azimuth),
          ]),
        ],
      };
    },
    formula: html`<math display="block"><mi>d</mi><mo>=</mo><mn>2</mn><mi>R</mi><mspace width="0.2em"/><mi>arcsin</mi><mfrac><mrow>
<mo>|</mo><msub><mover><mi>r</mi><mo>→</mo></mover><mn>1</mn></msub><mo>−</mo><msub><mover><mi>r</mi><mo>→</mo></mover><mn>2</mn></msub>
<mo>|</mo></mrow><mn>2</mn></mfrac></math>`,
    limits: ["limit_epicentre", "limit_complete", "limit_country", "limit_age", "limit_quiet"],
    terms: ["epicentre", "epicentral-distance", "focal-depth", "magnitude", "magnitude-of-completeness"],
  };
}

/** A distance and an azimuth are not more exact than an epicentre. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function answer(around: readonly SeenEarthquake[], { radius, hours, least }: AroundValues, context: ToolContext): Html {
  const { t, number } = context;
  const count = t("answer.count", {
    count: new Counted(around.length, number(around.length, { digits: 0 })),
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

const COLUMNS = ["magnitude", "place", "distance", "depth", "time"] as const;

function table(around: readonly SeenEarthquake[], context: ToolContext): Html {
  const { t, number } = context;
  const privacy = html`<p class="quiet">${t("privacy")}</p>`;
  if (around.length === 0) return privacy;
  const caption = t("table", { count: number(Math.min(LISTED, around.length), { digits: 0 }) });
  const heads = COLUMNS.map((column) => html`<th scope="col" role="columnheader">${t(`column.${column}`)}</th>`);
  return html`${privacy}
<div class="scroll"><table class="quakes" role="table"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr>
</thead><tbody role="rowgroup">
${around.slice(0, LISTED).map((earthquake) => {
  const { magnitude, depthKm, place, time, km, azimuth } = earthquake;
  return html`<tr role="row"><td role="cell" class="magnitude">${number(magnitude, { digits: 1 })}</td>
<td role="cell"><a lang="en" href="${context.eventHref(earthquake)}">${place}</a></td>
<td role="cell">${number(km, { digits: 0, unit: "km" })}, ${compassText(azimuth, context)}</td>
<td role="cell" data-label="${t("column.depth")}">${number(depthKm, { digits: 0, unit: "km" })}</td>
<td role="cell">${context.time(time)}</td></tr>
`;
})}</tbody></table></div>`;
}

const SIZE = 400;
const MIDDLE = SIZE / 2;
/** Radius of the outermost ring. The compass letters are outside it. */
const REACH = MIDDLE - 26;

/** Position of the compass letters, clockwise from the top. */
const LETTERS = [
  ["n", MIDDLE, 18],
  ["e", SIZE - 12, MIDDLE + 5],
  ["s", MIDDLE, SIZE - 8],
  ["w", 12, MIDDLE + 5],
] as const;

/** An azimuthal equidistant map with distance rings: distance and direction from the centre are true. */
function aroundMap(around: readonly SeenEarthquake[], radius: number, { t, number }: ToolContext): Html {
  const rings = roundSteps(0, radius, 3).filter((km) => km > 0);
  const unit = REACH / radius;
  // Large marks are drawn first, so that they do not cover small ones.
  const drawn = around.toSorted((a, b) => b.magnitude - a.magnitude);
  const label = t("figure", { count: number(around.length, { digits: 0 }) });
  return html`<svg class="chart map" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="${label}">
<circle class="sea" cx="${MIDDLE}" cy="${MIDDLE}" r="${REACH}"/>
<g class="rings">${rings.map((km) => html`<circle cx="${MIDDLE}" cy="${MIDDLE}" r="${place(km * unit)}"/>`)}
<path d="M${MIDDLE} ${MIDDLE - REACH}V${MIDDLE + REACH}M${MIDDLE - REACH} ${MIDDLE}H${MIDDLE + REACH}"/></g>
${drawn.map((earthquake) => mark(earthquake, unit))}
<g class="ticks">${rings.map(
    (km) => html`<text x="${MIDDLE + 4}"
y="${place(MIDDLE - km * unit + 13)}">${number(km, { digits: 0, unit: "km" })}</text>`,
  )}${LETTERS.map(([key, x, y]) => html`<text class="compass" x="${x}" y="${y}" text-anchor="middle">${t(`letter.${key}`)}</text>`)}</g>
<circle class="point" cx="${MIDDLE}" cy="${MIDDLE}" r="4"/></svg>${keyText(label)}`;
}

function mark({ km, azimuth, magnitude, depthKm, place: name }: SeenEarthquake, unit: number): Html {
  const depth = depthClass(depthKm);
  const angle = (azimuth * Math.PI) / 180;
  const [x, y] = [MIDDLE + km * unit * Math.sin(angle), MIDDLE - km * unit * Math.cos(angle)];
  return html`<path class="mark ${depth}" d="${markPath(depth, x, y, 1.6 * magnitudeRadius(magnitude))}">
<title>M ${magnitude}, ${name}</title></path>`;
}
