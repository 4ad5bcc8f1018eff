import { eventSlug } from "../../contract/wire/slug.ts";
import type { RenderContext } from "../data/render-context.ts";
import type { CountryProfile } from "../data/resources.ts";
import { lawText, totalsText } from "../data/statistics.ts";
import { type ListedQuake, type Notable, notableTable, quakeTable, table } from "../data/tables.ts";
import { numberElement } from "../format/amounts.ts";
import { magnitudeAmount } from "../format/magnitude.ts";
import { type Html, html } from "../html.ts";
import type { MapPoint } from "../map/drawn/event-map.ts";
import { fact } from "./event.ts";

/** `/countries/{slug}/`, its main part. */
export function countryMain(profile: CountryProfile, kit: RenderContext): Html {
  const { say } = kit;
  const newest = profile.recent_earthquakes;
  const name = kit.country(profile.country.iso2, profile.country.name);
  return html`<article class="country">
<p class="above"><a href="${kit.href("countries/")}">${say("all_countries")}</a></p>
<h1>${say("country_title", { country: name })}</h1>
<p class="lead">${say("zone")}: <a class="zone ${profile.country.seismic_zone}"
href="#zone">${say(`zone_${profile.country.seismic_zone}`)}</a></p>
${mapFigure(name, kit)}<dl class="facts">${facts(profile, kit)}</dl>
<p class="note">${totalsText(profile.totals_basis, kit)}</p>
${section(say("newest"), newest.length > 0 ? quakeTable(newest.map(listed), kit) : say("newest_none"))}
${history(profile, kit)}${zone(profile, kit)}${spread(profile, kit)}
<p class="note">${say("not_a_warning")} <a href="/api/v1/countries/${profile.country.slug}/">${say("as_json")}</a></p>
</article>`;
}

export function countryTitle({ country }: CountryProfile, kit: RenderContext): { title: string; description: string } {
  const name = kit.country(country.iso2, country.name);
  return {
    title: kit.say("country_title", { country: name }),
    description: kit.say("country_description", { country: name }),
  };
}

/** What the map of the country marks: the strongest and the newest. */
export function countryPoints({ strongest, recent_earthquakes: recent }: CountryProfile): MapPoint[] {
  const points = [...recent, ...strongest].flatMap(({ latitude, longitude, depth_km, magnitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude, depth_km, magnitude }],
  );
  return points.toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0));
}

function section(heading: string, content: Html | string): Html {
  return html`<section><h2>${heading}</h2>${typeof content === "string" ? html`<p>${content}</p>` : content}</section>`;
}

function mapFigure(name: string, { say, map }: RenderContext): Html | null {
  return map
    ? html`<figure>${map}<figcaption>${say("map_of_country_note", { country: name })}</figcaption></figure>
`
    : null;
}

function facts({ country, recent_30d: recent }: CountryProfile, { say }: RenderContext): (Html | null)[] {
  const { largest_magnitude: largest, area_km2: area } = country;
  return [
    fact(say("last_30_days"), numberElement(recent)),
    fact(say("listed"), numberElement(country.total_earthquakes)),
    fact(say("significant"), numberElement(country.total_significant)),
    fact(say("largest"), largest === null ? say("none_known") : magnitudeAmount(largest)),
    fact(say("continent"), say(`continent_${country.continent}`)),
    country.capital === null ? null : fact(say("capital"), html`<span lang="en">${country.capital}</span>`),
    area === null ? null : fact(say("area"), say.html("square_kilometres", { area: numberElement(area) })),
  ];
}

/** The slug follows from what an earthquake of a list says. */
function listed(event: CountryProfile["recent_earthquakes"][number]): ListedQuake {
  const { magnitude, place_description: place, event_id: id, occurred_at: occurredAt, depth_km: depthKm } = event;
  return { magnitude, place, slug: eventSlug({ magnitude, place, id }), occurredAt, depthKm };
}

function history(
  { strongest, notable_events: notable, most_recent: recent }: CountryProfile,
  kit: RenderContext,
): Html {
  const { say } = kit;
  const lists: readonly (readonly [string, readonly Notable[]])[] = [
    [say("strongest"), strongest],
    [say("deadliest"), notable],
    [say("most_recent"), recent],
  ];
  const present = lists.filter(([, events]) => events.length > 0);
  if (present.length === 0)
    return html`<p>${say("history_none")}</p>
`;
  return html`${present.map(([heading, events]) => section(heading, notableTable(events, kit)))}<p class="note">${say("history_note")}</p>
`;
}

function zone({ country, zone_basis: basis }: CountryProfile, kit: RenderContext): Html {
  const { say, href } = kit;
  const { points, largest_magnitude: largest, deaths } = basis;
  const row = (label: string, value: Html | string, number: number) =>
    html`<tr><th scope="row">${label}</th><td>${value}</td><td>${numberElement(number)}</td></tr>`;
  return html`<section id="zone"><h2>${say("why_zone")}: ${say(`zone_${country.seismic_zone}`)}</h2>
<p>${say.html("why_zone_lead", {
    points: numberElement(points.rate + points.largest_magnitude + points.deaths),
  })} ${say(`basis_${basis.basis}`)} ${say("zone_is_history")} <a
href="${href("glossary/seismic-zone/")}">${kit.term("seismic-zone", "Seismic zone")}</a></p>
${table(
  [say("why"), say("value"), say("points")],
  [
    row(say("rate"), rate(basis, kit), points.rate),
    row(
      say("largest_counted"),
      largest === null ? say("none_known") : magnitudeAmount(largest),
      points.largest_magnitude,
    ),
    row(say("deaths_counted"), numberElement(deaths), points.deaths),
  ],
)}
<details><summary>${say("the_rule")}</summary><p lang="en">${basis.rule}</p></details></section>
`;
}

function rate(
  { rate: found, boundary_distance_km: km, boundary_speed_mm: speed }: CountryProfile["zone_basis"],
  { say }: RenderContext,
): Html {
  if (!found) {
    const distance = say.html("rate_guessed", { distance: numberElement(Math.round(km), { unit: "kilometer" }) });
    return speed === null ? distance : html`${distance} ${say.html("boundary_speed", { speed: numberElement(speed) })}`;
  }
  return say.html("rate_value", {
    rate: numberElement(found.per_year),
    low: numberElement(found.low),
    high: numberElement(found.high),
    count: numberElement(found.earthquakes),
    from: String(found.first_year),
    to: String(found.last_year),
  });
}

function spread({ frequency_magnitude: law }: CountryProfile, kit: RenderContext): Html | null {
  return law && section(kit.say("how_sizes_are_spread"), lawText(law, kit));
}
