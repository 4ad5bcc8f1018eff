import type { RenderContext } from "../data/render-context.ts";
import { type Html, html } from "../html.ts";
import type { Translate, Translations } from "../i18n/translations.ts";

type PlaceContext = Pick<RenderContext, "number"> &
  Partial<Pick<RenderContext, "country">> & {
    t: Translate<"compass_points" | "place_from">;
    translations: Pick<Translations, "language">;
  };

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

/** `102km NNE of Laiwui, Indonesia`: a place as the USGS and others write it. */
const RELATIVE = /^(\d+)[ \u00A0]?km ([NESW]{1,3}) of (.+)$/;

/** Whether a place is said by the distance from another. */
export function isRelative(place: string): boolean {
  return RELATIVE.test(place);
}

const POINTS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split(" ");

/**
 * The place of an earthquake in the reader's language, as far as it says a distance and a direction; otherwise as `placeText`. Names
 * stay as the source has them, but for the country of the earthquake.
 */
export function placeIn(
  place: string,
  { t, number, translations, country }: PlaceContext,
  within?: { iso2: string; name: string } | null,
): Html {
  const [, km, point = "", from = ""] = RELATIVE.exec(place) ?? [];
  const direction = t("compass_points").split(" ")[POINTS.indexOf(point)];
  if (translations.language.tag === "en" || km === undefined || direction === undefined)
    return html`<span lang="en">${placeText(place)}</span>`;
  const end = `, ${within?.name}`;
  const named = country && within && from.endsWith(end) ? `${from.slice(0, -end.length)}, ${country(within.iso2, within.name)}` : from;
  return html`<span>${t("place_from", { distance: number(Number(km), { digits: 0, unit: "km" }), direction, place: named })}</span>`;
}

/** What an earthquake is called: by its common name, or by the place as the agency states it. */
export function titleOf({ name, place }: { name: string | null; place: string }): string {
  return name ?? placeText(place);
}

/** `d'oleron` → `D'Oleron`, but `xi'an` → `Xi'an`. */
function capitalised(small: string): string {
  return small.replace(/^\p{L}(?:['’]\p{L})?/u, (first) => first.toUpperCase());
}
