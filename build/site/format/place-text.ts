import { type Html, html } from "../html.ts";
import type { Texts, Translate } from "../i18n/translations.ts";
import type { ToolContext } from "../tools/tool.ts";

/** The texts of a place; all of them are in the area `data`. */
export const PLACE_TEXTS = ["compass_points", "place_from"] as const;

export type PlaceText = (typeof PLACE_TEXTS)[number];

/** Those among the texts of `data`, for a script that needs no others of them. */
export function placeTexts(data: Texts = {}): Texts {
  return Object.fromEntries(PLACE_TEXTS.map((key) => [key, data[key] ?? ""]));
}

/** With what a place is said in the reader's language. */
export interface PlaceContext {
  t: Translate<PlaceText>;
  number: ToolContext["number"];
  /** The name of a country in the reader's language. */
  country?: (iso2: string, english: string) => string | undefined;
  /** Its English name, which sources write. */
  english?: (iso2: string) => string | undefined;
}

/** Abbreviations that stay in capitals: countries, and directions of the compass as in `S OF HONSHU`. */
const CAPITALS = /^(?:USA|UK|USSR|[NS]?[NS][EW]|[EW][NS][EW]|[NSEW])$/;

/** Words that are small inside a name. */
const SMALL = new Set("and of the to in near from between au sur sous de del des di da do dos du la las le les los en et el y".split(" "));

/**
 * The description of a place as pages show it, in ordinary letters: NOAA has most in capitals, often without spaces after commas. One
 * with a small letter stays as it is.
 *
 * @example placeText("JAPAN: S OF HONSHU: HACHIJOJIMA,TOKYO") // "Japan: S of Honshu: Hachijojima, Tokyo"
 */
export function placeText(place: string): string {
  if (/\p{Ll}/u.test(place)) return place.replace(/^(\d+)km /, "$1\u00A0km ");
  const spaced = place.replace(/([,;:])(?=\p{L})/gu, "$1 ").replace(/ {2,}/g, " ");
  let starts = true;
  return spaced.replace(/[\p{L}\p{M}'’]+|[^\p{L}\p{M}'’]+/gu, (part) => {
    if (!/\p{L}/u.test(part)) {
      starts = /[^\s-]/.test(part);
      return part;
    }
    const isFirst = starts;
    starts = false;
    if (CAPITALS.test(part)) return part;
    const small = part.toLowerCase();
    return !isFirst && SMALL.has(small) ? small : capitalised(small);
  });
}

/** In the order of the text `compass_points`. */
const POINTS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split(" ");

/** `102km NNE of Laiwui, Indonesia`: a place as the USGS and others write it. */
const RELATIVE = new RegExp(`^(\\d+)[ \u00A0]?km (${POINTS.join("|")}) of (.+)$`);

/** Whether a place is said by the distance from another. */
export function isRelative(place: string): boolean {
  return RELATIVE.test(place);
}

/**
 * The place of an earthquake in the reader's language, as far as it says a distance and a direction; otherwise as `placeText`. Names
 * stay as the source has them, but for the country of the earthquake.
 */
export function placeWords(place: string, { t, number, country }: PlaceContext, within?: { iso2: string; name: string } | null): string {
  const [, km, point = "", from = ""] = RELATIVE.exec(place) ?? [];
  if (km === undefined) return placeText(place);
  const direction = t("compass_points").split(" ")[POINTS.indexOf(point)] ?? point;
  const end = `, ${within?.name}`;
  const local = within && from.endsWith(end) && country?.(within.iso2, within.name);
  const named = local ? `${from.slice(0, -end.length)}, ${local}` : from;
  return t("place_from", { distance: number(Number(km), { digits: 0, unit: "km" }), direction, place: named });
}

/** The same in a page, marked as English where it is. */
export function placeIn(place: string, context: PlaceContext, within?: { iso2: string; name: string } | null): Html {
  return html`<span${isRelative(place) ? null : html` lang="en"`}>${placeWords(place, context, within)}</span>`;
}

/** An earthquake as far as it is called something. */
interface Called {
  /** By which it is known. */
  name: string | null;
  place: string;
  /** ISO 3166-1 alpha-2. */
  country?: string | null;
}

/** What an earthquake is called in the reader's language: by its common name, or by its place. */
export function titleText({ name, place, country }: Called, context: PlaceContext): string {
  const english = country == null ? undefined : context.english?.(country);
  return name ?? placeWords(place, context, country != null && english !== undefined ? { iso2: country, name: english } : null);
}

/** The same in a page, marked as English where it is. */
export function titleIn(called: Called, context: PlaceContext): Html {
  const isEnglish = called.name !== null || !isRelative(called.place);
  return html`<span${isEnglish ? html` lang="en"` : null}>${titleText(called, context)}</span>`;
}

/** `d'oleron` → `D'Oleron`, but `xi'an` → `Xi'an`. */
function capitalised(small: string): string {
  return small.replace(/^\p{L}(?:['’]\p{L})?/u, (first) => first.toUpperCase());
}
