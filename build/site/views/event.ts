import { depthClass } from "../charts/scale.ts";
import { eventHref, type RenderContext } from "../data/render-context.ts";
import type { EarthquakeDetail } from "../data/resources.ts";
import { table } from "../data/tables.ts";
import { numberElement, time } from "../format/amounts.ts";
import { magnitudeAmount } from "../format/magnitude.ts";
import { dateText, moment, secondText } from "../format/moments.ts";
import { type Html, html } from "../html.ts";
import { RING_KM } from "../map/drawn/event-map.ts";
import { agencyName, impactSection } from "./event-impact.ts";

/** `/earthquakes/{slug}/`, its main part: from the answer of the API and nothing else. */
export function eventMain(event: EarthquakeDetail, kit: RenderContext): Html {
  const { say } = kit;
  return html`<article class="event">
<p class="above"><a href="${kit.href("earthquakes/")}">${say("all_earthquakes")}</a></p>
<h1>${largeMagnitude(event, kit)} <span lang="en">${event.place_description}</span></h1>
${names(event, kit)}<p class="lead">${moment(event.occurred_at, event.occurred_at_precision, say)}</p>
${mapFigure(event, kit)}<dl class="facts">${facts(event, kit)}</dl>
${impactSection(event, kit)}${tsunami(event, kit)}${neighbours(event, kit)}${sources(event, kit)}<p class="note">${say("not_a_warning")}</p>
</article>`;
}

/** Title and description of the page. */
export function eventTitle(event: EarthquakeDetail, { say }: RenderContext): { title: string; description: string } {
  const { magnitude, place_description: place, occurred_at: at, occurred_at_precision: precision } = event;
  const title = magnitude === null ? say("event_title_unknown", { place }) : say("event_title", { magnitude, place });
  return { title, description: say("event_description", { date: dateText(at, precision, say), place }) };
}

function largeMagnitude({ magnitude, depth_km: depth }: EarthquakeDetail, { say }: RenderContext): Html {
  const kind = depth === null ? "" : ` ${depthClass(depth)}`;
  if (magnitude === null) return html`<span class="big unknown">${say("magnitude_unknown")}</span>`;
  return html`<span class="big${kind}"><span>${say("magnitude")}</span> ${magnitudeAmount(magnitude)}</span>`;
}

function names({ name, other_names: others }: EarthquakeDetail, { say }: RenderContext): Html | null {
  const all = [...(name === null ? [] : [name]), ...others];
  return all.length === 0
    ? null
    : html`<p class="names">${say("called")}: ${all.join(" · ")}</p>
`;
}

function mapFigure({ latitude, longitude }: EarthquakeDetail, { say, map, words }: RenderContext): Html | null {
  if (!map || latitude === null || longitude === null) return null;
  const { tag } = words.language;
  const live = `${tag === "en" ? "" : `/${tag}`}/map/#hours=720&at=5.0,${latitude.toFixed(2)},${longitude.toFixed(2)}`;
  return html`<figure>${map}<figcaption>${say.html("map_of_event_note", { distance: numberElement(RING_KM, { unit: "kilometer" }) })} <a
href="${live}">${say("on_live_map")}</a></figcaption></figure>
`;
}

/** A row of a list of facts. */
export function fact(label: string, value: Html | string | null | undefined): Html | null {
  return value === null || value === undefined ? null : html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

function facts(event: EarthquakeDetail, kit: RenderContext): (Html | null)[] {
  const { say } = kit;
  const exact = event.occurred_at_precision === "second";
  return [
    exact ? fact(say("time_utc"), secondText(event.occurred_at)) : null,
    fact(say("depth"), depth(event, kit)),
    fact(say("magnitude_type"), magnitudeType(event, kit)),
    fact(say("position"), position(event)),
    fact(say("country"), country(event, kit)),
    fact(say("plate"), plate(event, kit)),
    fact(say("state"), state(event, kit)),
  ];
}

function depth({ depth_km: km }: EarthquakeDetail, { say, href }: RenderContext): Html | string {
  if (km === null) return say("depth_unknown");
  const kind = depthClass(km);
  return html`${numberElement(km, { unit: "kilometer" })} · <a href="${href("glossary/focal-depth/")}">${say(kind)}</a>`;
}

/** By how the type begins: the term that explains it. */
const MAGNITUDE_TERMS: readonly (readonly [RegExp, string])[] = [
  [/^mw/i, "moment-magnitude"],
  [/^ml/i, "local-magnitude"],
  [/^mb/i, "body-wave-magnitude"],
  [/^ms/i, "surface-wave-magnitude"],
  [/^m[dc]/i, "duration-magnitude"],
  [/^me/i, "energy-magnitude"],
  [/^mj/i, "jma-magnitude"],
];

function magnitudeType({ magnitude_type: type }: EarthquakeDetail, { href }: RenderContext): Html | null {
  if (type === null) return null;
  const slug = MAGNITUDE_TERMS.find(([form]) => form.test(type))?.[1] ?? "magnitude-type";
  return html`<a href="${href(`glossary/${slug}/`)}">${type}</a>`;
}

function position({ latitude, longitude }: EarthquakeDetail): Html | null {
  if (latitude === null || longitude === null) return null;
  return html`${numberElement(latitude, { unit: "degree" })} · ${numberElement(longitude, { unit: "degree" })}`;
}

function country({ country: found }: EarthquakeDetail, { say, href, country: nameOf }: RenderContext): Html | null {
  if (!found) return null;
  const { iso2, name, slug, relation, distance_km: km } = found;
  const link = html`<a href="${href(`countries/${slug}/`)}">${nameOf(iso2, name)}</a>`;
  if (relation === "inside") return say.html("in_country", { country: link });
  if (km === null) return say.html("counted_for_country", { country: link });
  return say.html("off_country", { country: link, distance: numberElement(km, { unit: "kilometer" }) });
}

function plate({ plate: found }: EarthquakeDetail, { say, href }: RenderContext): Html | null {
  if (!found) return null;
  return say.html("on_plate", {
    plate: html`<a lang="en" href="${href(`plates/${found.slug}/`)}">${found.name}</a>`,
    distance: numberElement(found.boundary_distance_km, { unit: "kilometer" }),
  });
}

function state({ status, updated_at: updated }: EarthquakeDetail, { say }: RenderContext): Html | null {
  const words = status === "automatic" || status === "reviewed" ? say(`state_${status}`) : status;
  if (updated === null) return words === null ? null : html`${words}`;
  const changed = html`<span class="nowrap">${say("updated")}: ${time(Date.parse(updated))}</span>`;
  return words === null ? changed : html`${words}<br>${changed}`;
}

function tsunami(
  { tsunami: { flag, observed, max_water_height_m: height } }: EarthquakeDetail,
  { say, href }: RenderContext,
): Html | null {
  if (observed === null ? !flag : !observed && !flag) return null;
  const text =
    observed === null ? say("tsunami_flag") : observed ? say("tsunami_observed") : say("tsunami_not_observed");
  const highest = height === null ? null : html` ${say.html("tsunami_height", { height: numberElement(height) })}`;
  return html`<section><h2><a href="${href("glossary/tsunami/")}">${say("tsunami")}</a></h2><p>${text}${highest}</p></section>
`;
}

function neighbours({ historical_neighbours: found }: EarthquakeDetail, kit: RenderContext): Html | null {
  if (!found) return null;
  const { say } = kit;
  const distance = numberElement(found.within_km, { unit: "kilometer" });
  const lead =
    found.count === 0
      ? say.html("neighbours_none", { distance })
      : say.html("neighbours_count", { distance, count: numberElement(found.count) });
  return html`<section><h2>${say("neighbours")}</h2><p>${lead}</p>${found.count === 0 ? null : neighbourTable(found.strongest, kit)}
</section>
`;
}

function neighbourTable(
  strongest: NonNullable<EarthquakeDetail["historical_neighbours"]>["strongest"],
  kit: RenderContext,
): Html {
  const { say } = kit;
  const headings = [say("magnitude"), say("place"), say("date"), say("distance")];
  const rows = strongest.map(
    (other) =>
      html`<tr><td class="magnitude">${other.magnitude === null ? "–" : magnitudeAmount(other.magnitude)}</td>
<td><a lang="en" href="${eventHref(kit, other.slug)}">${other.name ?? other.place_description}</a></td>
<td class="nowrap">${dateText(other.occurred_at, cut(other.occurred_at_precision), say)}</td>
<td>${numberElement(other.distance_km, { unit: "kilometer" })}</td></tr>
`,
  );
  return table(headings, rows, "quakes");
}

/** In a list of history the day is enough. */
function cut(precision: EarthquakeDetail["occurred_at_precision"]): EarthquakeDetail["occurred_at_precision"] {
  return precision === "minute" || precision === "second" ? "day" : precision;
}

function sources({ sources: all, event_id: id, aliases, slug }: EarthquakeDetail, kit: RenderContext): Html {
  const { say } = kit;
  return html`<section><h2>${say("sources")}</h2><ul>${all.map((source) => {
    const text = say("source_of", { agency: agencyName(source.agency, kit), id: source.id });
    return html`<li>${source.url === null ? text : html`<a href="${source.url}" rel="noreferrer">${text}</a>`}</li>`;
  })}</ul>${aliases.length === 0 ? null : html`<p>${say("identifiers")}: <code>${[id, ...aliases].join(" ")}</code></p>`}
<p><a href="/api/v1/earthquakes/${slug}/">${say("as_json")}</a></p></section>
`;
}
