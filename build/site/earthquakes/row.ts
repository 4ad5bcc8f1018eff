import { magnitudeRing, markIcon } from "../charts/scale.ts";
import { dateElement, dayAtMost, moment } from "../format/dates.ts";
import { magnitudeAmount, magnitudeKind, numberElement } from "../format/numbers.ts";
import { type PlaceContext, type PlaceText, placeWords, titleIn, titleText } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";
import type { Translate } from "../i18n/translations.ts";
import { type ListedEarthquake, precisionOf } from "./table.ts";

/** How rows are written: at build time in a neutral format, in a browser in the reader's language. */
export interface RowContext extends PlaceContext {
  t: Translate<"year_bc" | "magnitude_type_unknown" | PlaceText>;
  /** The address that describes an earthquake. */
  href: (one: ListedEarthquake) => string;
  country: (iso2: string) => string | undefined;
  /** The heading of the deaths, which a phone shows beside the number. */
  deaths: string;
}

const NONE = html`<span class="none">–</span>`;

/** A row of the list: ring of magnitude, name and place, time, depth, deaths. */
export function earthquakeRow(one: ListedEarthquake, context: RowContext): Html {
  const { magnitude, magnitudeType, depthKm, deaths, atLeast } = one;
  const where = whereOf(one, context);
  const depth = depthKm === null ? NONE : html`${markIcon({ depthKm })} ${numberElement(Math.round(depthKm), { unit: "kilometer" })}`;
  return html`<tr role="row"><td role="cell"
class="magnitude">${magnitudeRing(magnitude)}${
    magnitude === null ? "–" : html`${magnitudeAmount(magnitude)}${magnitudeKind(magnitudeType, context.t)}`
  }</td>
<td role="cell"><a href="${context.href(one)}">${titleIn(one, context)}</a>${where}</td>
<td role="cell" class="nowrap">${whenOf(one, context)}</td>
<td role="cell"
class="nowrap">${depth}</td>
<td role="cell" class="nowrap"${deaths === null ? null : html` data-label="${context.deaths}"`}>${
    deaths === null ? NONE : html`${deathBar(deaths)}${atLeast ? "≥ " : null}${numberElement(deaths)}`
  }</td></tr>
`;
}

/** What follows the title: the country, or else the place, unless the title has it, and a wave where there was a tsunami. */
function whereOf(one: ListedEarthquake, context: RowContext): Html {
  const { name, place, country, tsunami } = one;
  const called = country === null ? undefined : context.country(country);
  const where = called ?? (name === null ? undefined : placeWords(place, context));
  const isSaid = where === undefined || titleText(one, context).includes(where);
  const wave = tsunami === true ? html`<span class="wave" aria-hidden="true"> ≋</span>` : null;
  return isSaid ? html`${wave}` : html`<br><span class="place">${where}${wave}</span>`;
}

function whenOf({ when, time, historical }: ListedEarthquake, { t }: RowContext): Html {
  const precision = precisionOf(when);
  const iso = new Date(time).toISOString();
  return historical ? dateElement(iso, dayAtMost(precision), t) : moment(iso, precision, t);
}

/** The deadliest earthquake on record killed 830,000 people; a bar is as long as the square root of the share. */
const MOST_DEATHS = 830_000;

function deathBar(deaths: number): Html | null {
  if (deaths === 0) return null;
  const width = (100 * Math.sqrt(Math.min(1, deaths / MOST_DEATHS))).toFixed(1);
  return html`<svg class="toll" viewBox="0 0 100 10" preserveAspectRatio="none"
aria-hidden="true"><rect x="${(100 - Number(width)).toFixed(1)}" width="${width}" height="10"/></svg>`;
}
