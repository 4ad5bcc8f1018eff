import { azimuthDegrees, distanceKm } from "../../../geo/sphere.ts";
import { isNarrow, keyText, roundSteps } from "../../charts/plot.ts";
import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { compassText } from "../../format/numbers.ts";
import { placeIn, placeWords } from "../../format/place-text.ts";
import { type Html, html } from "../../html.ts";
import { Counted } from "../../i18n/translations.ts";
import { areaMap, ringOf, rings, viewAround } from "../../map/drawn/area-map.ts";
import type { RecordedEarthquake } from "../../map/quake.ts";
import { coveredNote } from "../archived.ts";
import { type CountryName, countryField } from "../form.ts";
import type { Tool, ToolContext, ValuesOf } from "../tool.ts";

/** The option that selects the entered position. */
export const TYPED = "typed";

/** Used if the catalogue lacks the country. */
const TOKYO = { latitude: 35.7, longitude: 139.7 };

/** Number of earthquakes in the table. The figure shows all. */
const LISTED = 50;

function fieldsOf(countries: readonly CountryPoint[]) {
  const { latitude, longitude } = countries.find(({ iso2 }) => iso2 === FIRST_AROUND.country) ?? TOKYO;
  return [
    countryField("place", countries, FIRST_AROUND.country, [TYPED]),
    { kind: "number", name: "latitude", least: -90, most: 90, step: "any", first: latitude, unit: "°" },
    { kind: "number", name: "longitude", least: -180, most: 180, step: "any", first: longitude, unit: "°" },
    { kind: "number", name: "radius", least: 10, most: 20000, step: 10, first: FIRST_AROUND.km, unit: "km" },
    { kind: "choice", name: "hours", options: ["24", "168", "720"], first: "168" },
    { kind: "number", name: "least", least: -2, most: 9, step: 0.1, first: FIRST_AROUND.least },
  ] as const;
}

export type AroundFields = ReturnType<typeof fieldsOf>;
type AroundValues = ValuesOf<AroundFields>;

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
        figure: aroundMap(around, { ...centre, km: values.radius }, seed.cells, context),
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
      place: placeWords(place, context),
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
<td role="cell"><a href="${context.eventHref(earthquake)}">${placeIn(place, context)}</a></td>
<td role="cell">${number(km, { digits: 0, unit: "km" })}, ${compassText(azimuth, context)}</td>
<td role="cell" data-label="${t("column.depth")}">${number(depthKm, { digits: 0, unit: "km" })}</td>
<td role="cell">${context.time(time)}</td></tr>
`;
})}</tbody></table></div>`;
}

/** Ratio of height to width of the map. */
const SHAPE = { wide: 0.62, narrow: 1 } as const;

/** The surroundings of the centre with rings of distance, and the earthquakes on them. */
function aroundMap(
  around: readonly SeenEarthquake[],
  circle: { latitude: number; longitude: number; km: number },
  cells: readonly string[],
  context: ToolContext,
): Html {
  const { t, number, width } = context;
  const label = t("figure", { count: number(around.length, { digits: 0 }) });
  const view = viewAround(ringOf(circle), isNarrow(context) ? SHAPE.narrow : SHAPE.wide);
  const kms = roundSteps(0, circle.km, 3).filter((km) => km > 0);
  const write = (km: number) => number(km, { digits: 0, unit: "km" });
  // Large marks are drawn first, so that they do not cover small ones.
  const drawn = around.toSorted((a, b) => b.magnitude - a.magnitude);
  const map = areaMap(
    view,
    width,
    { cells, label },
    (at) => html`${rings(circle, kms, at, write, width)}${drawn.map((one) => mark(one, at(one), context))}`,
  );
  return html`${map}${keyText(label)}`;
}

function mark(one: SeenEarthquake, [x, y]: readonly [number, number], context: ToolContext): Html {
  const { number, card, eventHref } = context;
  const depth = depthClass(one.depthKm);
  const distance = number(one.km, { digits: 0, unit: "km" });
  return html`<path class="mark ${depth}" d="${markPath(depth, x, y, 2 * magnitudeRadius(one.magnitude))}">${card(
    `M ${number(one.magnitude, { digits: 1 })} · ${placeWords(one.place, context)} · ${distance}`,
    eventHref(one),
  )}</path>`;
}

/** A country with a representative point, degrees. */
interface CountryPoint extends CountryName {
  latitude: number;
  longitude: number;
}

/** The earthquakes of a time window from a magnitude up: all of them, or those inside a circle. */
export interface AroundData {
  countries: readonly CountryPoint[];
  hours: string;
  least: number;
  circle: { latitude: number; longitude: number; km: number } | null;
  earthquakes: readonly RecordedEarthquake[];
  /** Since when the data cover the window; null if they cover all of it. */
  coveredFrom: string | null;
  /** The cells of the base map that are not empty. */
  cells: readonly string[];
}

/** The initial values of the form. */
export const FIRST_AROUND = { country: "JP", km: 1000, hours: 168, least: 2.5 } as const;

/** The values of the form. */
interface AroundQuestion {
  /** ISO 3166-1 alpha-2; any other value selects the entered position. */
  place: string;
  latitude: number;
  longitude: number;
  /** km. */
  radius: number;
  hours: string;
  least: number;
}

/** The centre that the reader selected. */
export function centreOf(
  { place, latitude, longitude }: AroundQuestion,
  countries: readonly CountryPoint[],
): { latitude: number; longitude: number } {
  return countries.find(({ iso2 }) => iso2 === place) ?? { latitude, longitude };
}

/** Whether the data contain everything that the values require. */
export function covers(
  { hours, least, circle }: AroundData,
  values: AroundQuestion,
  centre: { latitude: number; longitude: number },
): boolean {
  if (hours !== values.hours || least > values.least) return false;
  if (!circle) return true;
  const apart = distanceKm(circle.latitude, circle.longitude, centre.latitude, centre.longitude);
  return apart + values.radius <= circle.km + 1e-6;
}

/** An earthquake with its direction and distance from a point. */
interface SeenEarthquake extends RecordedEarthquake {
  km: number;
  /** Azimuth from the point to the epicentre, degrees clockwise from north. */
  azimuth: number;
}

/** The earthquakes inside the circle with at least the given magnitude, nearest first. */
export function earthquakesAround(
  earthquakes: readonly RecordedEarthquake[],
  centre: { latitude: number; longitude: number },
  { radius, least }: Pick<AroundQuestion, "radius" | "least">,
): SeenEarthquake[] {
  return earthquakes
    .filter(({ magnitude }) => magnitude >= least)
    .map((earthquake) => ({
      ...earthquake,
      km: distanceKm(centre.latitude, centre.longitude, earthquake.latitude, earthquake.longitude),
      azimuth: azimuthDegrees(centre.latitude, centre.longitude, earthquake.latitude, earthquake.longitude),
    }))
    .filter(({ km }) => km <= radius)
    .toSorted((a, b) => a.km - b.km);
}
