import type { CountryProfile } from "../../contract/resources/resources.ts";
import { HISTORY_TO_POINTS } from "../../contract/texts/vocabulary.ts";
import { pageHref } from "../addresses.ts";
import { depthClass, SHALLOW_KM } from "../charts/scale.ts";
import {
  boundariesNote,
  fact,
  finding,
  inSentence,
  marksNote,
  type Notable,
  notableTable,
  quakeTable,
  sizesText,
  table,
  totalsText,
} from "../data/elements.ts";
import type { View } from "../data/page.ts";
import { figureText, type RenderContext } from "../data/render-context.ts";
import { coveredText } from "../format/dates.ts";
import { countedElement, magnitudeAmount, numberElement, percent } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import type { NamedPoint } from "../map/drawn/local-maps.ts";
import { countryOpening } from "./opening.ts";

/** `/countries/{slug}/` */
export const countryView: View<"country"> = {
  parts({ body }, context) {
    const { name: english, iso2, slug, position } = body.country;
    const country = inSentence(context.country(iso2, english), context);
    const path = `countries/${slug}/`;
    return {
      path,
      atom: `/${path}earthquakes.atom`,
      title: context.t("country_title", { country }),
      description: context.t("country_description", { country }),
      main: mainOf(body, context),
      facts: { "@type": "Place", name: english, identifier: iso2, geo: { "@type": "GeoCoordinates", ...position } },
    };
  },
  mapLabel: ({ body }, { t, country }) => t("map_of_country", { country: country(body.country.iso2, body.country.name) }),
};

function mainOf(profile: CountryProfile, context: RenderContext): Html {
  const { t } = context;
  const newest = profile.recent_earthquakes;
  const { iso2, name: english } = profile.country;
  const name = html`<span data-country="${iso2}">${inSentence(context.country(iso2, english), context)}</span>`;
  return html`<article class="country">
<p class="above"><a href="${context.href("countries/")}">${t("all_countries")}</a></p>
<h1>${figureText(t, "country_title", { country: name })}</h1>
${countryOpening(profile, context)}
<div class="split">${mapFigure(profile, context)}<div><dl class="facts">${facts(profile, context)}</dl>
<p class="note">${totalsText(profile.totals_basis, context)}</p>${allLink(profile, context)}</div></div>
<div class="columns">${section(t("newest"), newest.length > 0 ? quakeTable(newest, context) : none(profile, context))}
${history(profile, context)}${zone(profile, context)}${spread(profile, context)}</div>
<p class="note">${t("not_a_warning")} <a href="/api/v1/countries/${profile.country.slug}/">${t("as_json")}</a></p>
</article>`;
}

function none({ recent_30d_covered_from: from }: CountryProfile, { t }: RenderContext): Html {
  return html`<p>${t("newest_none")}${from && html` ${coveredText(from, t)}`}</p>`;
}

/** A link to the list of all earthquakes, with the country chosen; null if there are none. */
function allLink({ country }: CountryProfile, { t, translations }: RenderContext): Html | null {
  if (country.total_earthquakes === 0) return null;
  const address = `${pageHref(translations.language.tag, "earthquakes/")}#hours=&country=${country.iso2}&min_mag=`;
  return html`
<p><a href="${address}">${t.html("all_of_country", { count: countedElement(country.total_earthquakes) })}</a></p>`;
}

/** The earthquakes on the map of the country: the strongest and the most recent. */
export function countryPoints({ strongest, recent_earthquakes: recent }: CountryProfile): NamedPoint[] {
  const known = strongest.map(({ name, occurred_at: at, ...event }) => {
    return { ...event, name: name !== null && /^\d{4}-/.test(at) ? `${name} ${Number(at.slice(0, 4))}` : undefined };
  });
  const points = [...recent.map((event) => ({ ...event, name: undefined })), ...known].flatMap(
    ({ latitude, longitude, depth_km, magnitude, name }) =>
      latitude === null || longitude === null ? [] : [{ latitude, longitude, depth_km, magnitude, name }],
  );
  return points.toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0));
}

function section(heading: string, content: Html): Html {
  return html`<section><h2>${heading}</h2>${content}</section>`;
}

/** With fewer earthquakes, a share says little. */
const MIN_SHARED = 5;

/** The share of the earthquakes on the map that were shallow; null if there are few. */
function shallowShare(profile: CountryProfile, { t }: RenderContext): Html | null {
  const depths = countryPoints(profile).flatMap(({ depth_km: depth }) => depth ?? []);
  if (depths.length < MIN_SHARED) return null;
  const shallow = depths.filter((depth) => depthClass(depth) === "shallow").length;
  return figureText(t, "finding_depth", {
    share: percent(shallow / depths.length),
    depth: numberElement(SHALLOW_KM, { unit: "kilometer" }),
  });
}

function mapFigure(profile: CountryProfile, context: RenderContext): Html | null {
  const { t, map } = context;
  if (!map) return null;
  const caption = html`${marksNote(map, t)}${boundariesNote(map, t)}`;
  return html`<figure data-numbers="country">${finding(shallowShare(profile, context))}${map}<figcaption>${caption}</figcaption></figure>
`;
}

function facts({ country, recent_30d: recent, recent_30d_covered_from: from }: CountryProfile, { t }: RenderContext): (Html | null)[] {
  const { area_km2: area } = country;
  return [
    fact(t("last_30_days"), html`${numberElement(recent)}${from && html`<br>${coveredText(from, t)}`}`),
    fact(t("listed"), numberElement(country.total_earthquakes)),
    fact(t("continent"), t(`continent_${country.continent}`)),
    country.capital === null ? null : fact(t("capital"), html`<span lang="en">${country.capital}</span>`),
    area === null ? null : fact(t("area"), t.html("square_kilometres", { area: numberElement(area) })),
  ];
}

/** The list of all earthquakes of the country has the others. */
const DEADLIEST = 10;

function history({ strongest, notable_events: notable, most_recent: recent }: CountryProfile, context: RenderContext): Html | null {
  const { t } = context;
  const lists: readonly (readonly [string, readonly Notable[]])[] = [
    [t("deadliest"), notable.slice(0, DEADLIEST)],
    [t("strongest"), strongest],
    [t("most_recent"), recent],
  ];
  const shown = new Set<string>();
  // A list is left out if the lists above it show all of its earthquakes, as in countries with few of them.
  const present = lists.filter(([, events]) => {
    const isNew = events.some(({ slug }) => !shown.has(slug));
    for (const { slug } of events) shown.add(slug);
    return isNew;
  });
  if (present.length === 0) return null;
  const note = html`<p class="note">${t("history_note")}</p>`;
  return html`${present.map(([heading, events], at) =>
    section(heading, html`${notableTable(events, context)}${at === present.length - 1 ? note : null}`),
  )}`;
}

function zone({ country, zone_basis: basis }: CountryProfile, context: RenderContext): Html {
  const { t, href } = context;
  const { points, second_magnitude: largest, second_deaths: deaths } = basis;
  const row = (label: string, value: Html | string, number: Html | string) =>
    html`<tr><th scope="row">${label}</th><td>${value}</td><td>${number}</td></tr>`;
  const historical = (number: number) => (points.belts > HISTORY_TO_POINTS ? t("not_needed") : numberElement(number));
  return html`<section id="zone"><h2>${t("why_zone")}: ${t(`zone_${country.seismic_zone}`)}</h2>
<p>${t.html("why_zone_lead", {
    points: numberElement(points.belts + points.largest_magnitude + points.deaths),
  })} ${t(`basis_${basis.basis}`)} ${t("zone_is_history")} <a
href="${href("glossary/seismic-zone/")}">${context.term("seismic-zone", "Seismic zone")}</a></p>
${table(
  [t("why"), t("value"), t("points")],
  [
    row(t("shaking"), belt(basis, context), numberElement(points.belts)),
    ...(basis.rate ? [html`<tr><th scope="row">${t("rate")}</th><td>${rate(basis.rate, context)}</td><td></td></tr>`] : []),
    row(t("largest_counted"), largest === null ? t("none_known") : magnitudeAmount(largest), historical(points.largest_magnitude)),
    row(t("deaths_counted"), numberElement(deaths), historical(points.deaths)),
  ],
)}
<details><summary>${t("the_rule")}</summary><p lang="en">${basis.rule}</p></details></section>
`;
}

function belt({ belt: found }: CountryProfile["zone_basis"], { t }: RenderContext): Html | string {
  if (!found) return "–";
  const name = html`<span lang="en">${found.name}</span>`;
  if (found.distance_km === 0) return name;
  return t.html("belt", {
    belt: name,
    distance: numberElement(found.distance_km, { unit: "kilometer" }),
  });
}

function rate(found: NonNullable<CountryProfile["zone_basis"]["rate"]>, { t }: RenderContext): Html {
  return t.html("rate_value", {
    rate: numberElement(found.per_year),
    low: numberElement(found.low),
    high: numberElement(found.high),
    count: countedElement(found.earthquakes),
    from: String(found.first_year),
    to: String(found.last_year),
  });
}

function spread(profile: CountryProfile, context: RenderContext): Html | null {
  const sizes = sizesText(profile, context);
  return sizes && section(context.t("how_sizes_are_spread"), sizes);
}
