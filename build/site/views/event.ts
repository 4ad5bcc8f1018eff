import type { EarthquakeDetail } from "../../contract/resources/resources.ts";
import { pageHref } from "../addresses.ts";
import { depthClass } from "../charts/scale.ts";
import { boundariesNote, fact, finding, inSentence, localTime } from "../data/elements.ts";
import type { View } from "../data/page.ts";
import { type Around, figureText, type RenderContext } from "../data/render-context.ts";
import { dateElement, dateText, isModern, moment, secondText, time } from "../format/dates.ts";
import { magnitudeAmount, numberElement, ROMAN } from "../format/numbers.ts";
import { isRelative, placeIn, placeText, placeWords } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";
import { plateLink, plateName } from "../i18n/plate-names.ts";
import { BOUNDARY_KM } from "../map/drawn/cells.ts";
import { RING_KM } from "../map/drawn/local-maps.ts";
import { agencyName, impactSection } from "./impact.ts";
import { eventOpening } from "./opening.ts";
import { mechanismSection, otherSolutionsSection, qualitySection } from "./solutions.ts";
import { aboutKm, EPICENTRE_STEP_KM, further, inTime, neighbours, sequence, towns } from "./surroundings.ts";

/** `/earthquakes/{slug}/`, from the API answer. */
export const eventView: View<"event"> = {
  parts({ body, around }, context) {
    const titles = titlesOf(body, context);
    const main = mainOf(body, around, context);
    return { path: `earthquakes/${body.slug}/`, ...titles, main, facts: factsForSearch(body, titles.title) };
  },
  mapLabel: (_, { t }) => t("map_of_event"),
};

/** @param around null if only the answer is available */
function mainOf(event: EarthquakeDetail, around: Around | null, context: RenderContext): Html {
  const { t } = context;
  const { occurred_at: at } = event;
  const zone = knowsClock(event) ? around?.place?.timeZone : undefined;
  const local = zone === undefined ? null : localTime(Date.parse(at), zone, t);
  const sections = [
    impactSection(event, context),
    mechanismSection(event, context),
    qualitySection(event, context),
    otherSolutionsSection(event, context),
    tsunami(event, context),
    // A position before that may be a hundred kilometres off, and the towns of today were not there.
    isModern(at) ? towns(around, context) : null,
    sequence(around, context),
    neighbours(event, context),
    further(event, around, context),
    sources(event, context),
  ];
  return html`<article class="event">
<p class="above"><a href="${pageHref(context.translations.language.tag, "earthquakes/")}">${t("all_earthquakes")}</a></p>
<h1>${largeMagnitude(event, context)} ${event.name === null ? placeOf(event, context) : html`<span lang="en">${event.name}</span>`}</h1>
${names(event, context)}<p class="names">${moment(at, event.occurred_at_precision, t)}</p>${local}${oldStyle(event, context)}
${eventOpening(event, around, context)}
<div class="split">${mapFigure(event, context)}<dl class="facts">${facts(event, around, context)}</dl></div>
<div class="columns">${sections}</div>
${inTime(around, context)}<p class="note">${t("not_a_warning")}</p>
</article>`;
}

/** Whether the time is precise and recent enough that time zone rules apply to it. */
function knowsClock({ occurred_at: at, occurred_at_precision: precision }: EarthquakeDetail): boolean {
  return precision === "second" && /^(19[7-9]|2)\d/.test(at);
}

function titlesOf(event: EarthquakeDetail, context: RenderContext): { title: string; description: string } {
  const { t, number } = context;
  const { magnitude, occurred_at: at, occurred_at_precision: precision } = event;
  const place = calledOf(event, context);
  const title =
    magnitude === null ? t("event_title_unknown", { place }) : t("event_title", { magnitude: number(magnitude, { digits: 1 }), place });
  return { title, description: t("event_description", { date: dateText(at, precision, t), place }) };
}

function calledOf({ name, place_description: place, country }: EarthquakeDetail, context: RenderContext): string {
  return name ?? placeWords(place, context, country);
}

function largeMagnitude({ magnitude }: EarthquakeDetail, { t }: RenderContext): Html {
  if (magnitude === null) return html`<span class="big unknown" data-text="magnitude_unknown">${t("magnitude_unknown")}</span>`;
  return html`<span class="big">${figureText(t, "magnitude")} ${magnitudeAmount(magnitude)}</span>`;
}

function placeOf({ place_description: place, country: found }: EarthquakeDetail, context: RenderContext): Html {
  return placeIn(place, context, found);
}

/** The place as the source writes it, where the heading has another name or another language. */
function names(event: EarthquakeDetail, context: RenderContext): Html {
  const { name, place_description: place, other_names: others } = event;
  const { t } = context;
  const isTranslated = context.translations.language.tag !== "en" && isRelative(place);
  const isHeading = name === null && !isTranslated;
  const said = name !== null && isTranslated ? html`${placeOf(event, context)} · ` : null;
  const where = isHeading ? null : html`<p class="names">${said}<span lang="en">${placeText(place)}</span></p>`;
  const also = others.length === 0 ? null : html`<p class="names">${t("called")}: ${others.join(" · ")}</p>`;
  return html`${where}${also}
`;
}

function mapFigure(
  { latitude, longitude, intensity_contours: contours }: EarthquakeDetail,
  { t, map, translations }: RenderContext,
): Html | null {
  if (!map || latitude === null || longitude === null) return null;
  const { tag } = translations.language;
  const live = `${tag === "en" ? "" : `/${tag}`}/map/#hours=720&min_mag=&at=5.0,${latitude.toFixed(2)},${longitude.toFixed(2)}`;
  const note = figureText(t, "map_of_event_note", { distance: numberElement(RING_KM, { unit: "kilometer" }) });
  const shaking = contours.length > 0 ? html` ${figureText(t, "contours_note")}` : null;
  const numeral = ROMAN[Math.max(0, ...contours.map(({ intensity }) => intensity))];
  const shows = finding(numeral ? figureText(t, "finding_shaking", { intensity: numeral }) : null);
  return html`<figure data-numbers="event">${shows}${map}<figcaption>${note} ${boundariesNote(map, t)}${shaking} <a
href="${live}">${figureText(t, "on_live_map")}</a></figcaption></figure>
`;
}

function facts(event: EarthquakeDetail, around: Around | null, context: RenderContext): (Html | null)[] {
  const { t } = context;
  const exact = event.occurred_at_precision === "second";
  return [
    exact ? fact(t("time_utc"), html`<bdi dir="ltr">${secondText(event.occurred_at)}</bdi>`) : null,
    fact(t("depth"), depth(event, context)),
    fact(t("magnitude_type"), magnitudeType(event, context)),
    fact(t("position"), position(event)),
    fact(t("country"), country(event, context)),
    fact(t("plate"), plate(event, around?.boundaryStepKm ?? BOUNDARY_KM, context)),
    fact(t("state"), state(event, context)),
  ];
}

function oldStyle({ old_style_date: date }: EarthquakeDetail, { t }: RenderContext): Html | null {
  return date === null ? null : html`<p class="note">${t.html("old_style", { date: dateElement(date, "day", t) })}</p>`;
}

function depth({ depth_km: km, depth_fixed: isFixed }: EarthquakeDetail, { t, href }: RenderContext): Html | string {
  if (km === null) return t("depth_unknown");
  const number = numberElement(Math.round(km * 10) / 10, { unit: "kilometer" });
  const fixed = isFixed ? html` (${t("depth_fixed")})` : null;
  return html`${number} · <a href="${href("glossary/focal-depth/")}">${t(depthClass(km))}</a>${fixed}`;
}

/** Glossary terms of magnitude types, by the beginning of the type. */
const MAGNITUDE_TERMS: readonly (readonly [RegExp, string])[] = [
  [/^mw/i, "moment-magnitude"],
  [/^ml/i, "local-magnitude"],
  [/^mb/i, "body-wave-magnitude"],
  [/^ms/i, "surface-wave-magnitude"],
  [/^m[dc]/i, "duration-magnitude"],
  [/^me/i, "energy-magnitude"],
  [/^mj/i, "jma-magnitude"],
];

function magnitudeType({ magnitude, magnitude_type: type }: EarthquakeDetail, { t, href }: RenderContext): Html | string | null {
  if (type === null) return magnitude === null ? null : t("magnitude_type_unknown");
  const slug = MAGNITUDE_TERMS.find(([form]) => form.test(type))?.[1] ?? "magnitude-type";
  return html`<a href="${href(`glossary/${slug}/`)}">${type}</a>`;
}

function position({ latitude, longitude }: EarthquakeDetail): Html | null {
  if (latitude === null || longitude === null) return null;
  // A thousandth of a degree is about a hundred metres, which is less than any error of an epicentre; a source may give fewer digits.
  const decimals = [latitude, longitude].map((value) => String(value).split(".")[1]?.length ?? 0);
  const digits = Math.min(3, Math.max(...decimals));
  const [north, east] = [latitude, longitude].map((value) => numberElement(value, { unit: "degree", digits }));
  return html`${north} · ${east}`;
}

function country({ country: found }: EarthquakeDetail, context: RenderContext): Html | null {
  if (!found) return null;
  const { t, href, country: nameOf } = context;
  const { iso2, name, slug, relation, distance_km: km } = found;
  const link = html`<a href="${href(`countries/${slug}/`)}">${inSentence(nameOf(iso2, name), context)}</a>`;
  if (relation === "inside") return t.html("in_country", { country: link });
  if (km === null) return t.html("counted_for_country", { country: link });
  return t.html("off_country", { country: link, distance: aboutKm(km, EPICENTRE_STEP_KM) });
}

function plate({ plate: found }: EarthquakeDetail, stepKm: number, context: RenderContext): Html | null {
  if (!found) return null;
  const { t, href, translations } = context;
  return t.html("on_plate", {
    plate: plateLink(href(`plates/${found.slug}/`), found.name, plateName(translations, found.name)),
    distance: aboutKm(found.boundary_distance_km, stepKm),
  });
}

function state({ status, updated_at: updated }: EarthquakeDetail, { t }: RenderContext): Html | null {
  const words = status === "automatic" || status === "reviewed" ? t(`state_${status}`) : status;
  if (updated === null) return words === null ? null : html`${words}`;
  const changed = html`<span class="nowrap">${t("updated")}: ${time(Date.parse(updated))}</span>`;
  return words === null ? changed : html`${words}<br>${changed}`;
}

function tsunami({ tsunami: { flag, observed, max_water_height_m: height } }: EarthquakeDetail, { t, href }: RenderContext): Html | null {
  if (observed === null ? !flag : !observed && !flag) return null;
  const text = observed === null ? t("tsunami_flag") : observed ? t("tsunami_observed") : t("tsunami_not_observed");
  const highest = height === null ? null : html` ${t.html("tsunami_height", { height: numberElement(height) })}`;
  return html`<section><h2><a href="${href("glossary/tsunami/")}">${t("tsunami")}</a></h2><p>${text}${highest}</p></section>
`;
}

function sources({ sources: all, event_id: id, aliases, slug }: EarthquakeDetail, context: RenderContext): Html {
  const { t } = context;
  return html`<section><h2>${t("sources")}</h2><ul>${all.map((source) => {
    const text = t("source_of", { agency: agencyName(source.agency, context), id: source.id });
    return html`<li>${source.url === null ? text : html`<a href="${source.url}" rel="noreferrer">${text}</a>`}</li>`;
  })}</ul>${aliases.length === 0 ? null : html`<p>${t("identifiers")}: <code>${[id, ...aliases].join(" ")}</code></p>`}
<p><a href="/api/v1/earthquakes/${slug}/">${t("as_json")}</a></p></section>
`;
}

function factsForSearch(event: EarthquakeDetail, title: string): object {
  const { event_id: identifier, latitude, longitude, place_description: name, sources } = event;
  const startDate = knownDate(event);
  const geo = latitude === null || longitude === null ? undefined : { "@type": "GeoCoordinates", latitude, longitude };
  const sameAs = sources.flatMap(({ url }) => url ?? []);
  return {
    "@type": "Event",
    name: title,
    identifier,
    ...(startDate !== undefined && { startDate }),
    location: { "@type": "Place", name, ...(geo && { geo }) },
    ...(sameAs.length > 0 && { sameAs }),
  };
}

/** The date as precisely as it is known; undefined for years BC, which search engines do not support. */
function knownDate({ occurred_at: at, occurred_at_precision: precision }: EarthquakeDetail): string | undefined {
  if (!/^\d{4}-/.test(at) || at.startsWith("0000")) return undefined;
  const known = { year: at.slice(0, 4), month: at.slice(0, 7), day: at.slice(0, 10), minute: `${at.slice(0, 16)}Z` };
  return precision === "second" ? at : known[precision];
}
