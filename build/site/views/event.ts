import type { EarthquakeDetail } from "../../contract/resources/resources.ts";
import { classWords, type ImpactFigure } from "../../contract/wire/impact.ts";
import { depthClass } from "../charts/scale.ts";
import { fact, table } from "../data/elements.ts";
import { eventHref, type RenderContext } from "../data/render-context.ts";
import { dateText, moment, secondText, time } from "../format/dates.ts";
import { magnitudeAmount, numberElement } from "../format/numbers.ts";
import { type Html, html } from "../html.ts";
import { RING_KM } from "../map/drawn/local-maps.ts";

/** `/earthquakes/{slug}/`, its main part: from the answer of the API and nothing else. */
export function eventMain(event: EarthquakeDetail, context: RenderContext): Html {
  const { t } = context;
  return html`<article class="event">
<p class="above"><a href="${context.href("earthquakes/")}">${t("all_earthquakes")}</a></p>
<h1>${largeMagnitude(event, context)} <span lang="en">${event.place_description}</span></h1>
${names(event, context)}<p class="lead">${moment(event.occurred_at, event.occurred_at_precision, t)}</p>${oldStyle(event, context)}
${mapFigure(event, context)}<dl class="facts">${facts(event, context)}</dl>
${impactSection(event, context)}${tsunami(event, context)}${neighbours(event, context)}${sources(event, context)}<p class="note">${t("not_a_warning")}</p>
</article>`;
}

/** Title and description of the page. */
export function eventTitle(event: EarthquakeDetail, { t }: RenderContext): { title: string; description: string } {
  const { magnitude, place_description: place, occurred_at: at, occurred_at_precision: precision } = event;
  const title = magnitude === null ? t("event_title_unknown", { place }) : t("event_title", { magnitude, place });
  return { title, description: t("event_description", { date: dateText(at, precision, t), place }) };
}

function largeMagnitude({ magnitude, depth_km: depth }: EarthquakeDetail, { t }: RenderContext): Html {
  const kind = depth === null ? "" : ` ${depthClass(depth)}`;
  if (magnitude === null) return html`<span class="big unknown">${t("magnitude_unknown")}</span>`;
  return html`<span class="big${kind}"><span>${t("magnitude")}</span> ${magnitudeAmount(magnitude)}</span>`;
}

function names({ name, other_names: others }: EarthquakeDetail, { t }: RenderContext): Html | null {
  const all = [...(name === null ? [] : [name]), ...others];
  return all.length === 0
    ? null
    : html`<p class="names">${t("called")}: ${all.join(" · ")}</p>
`;
}

function mapFigure({ latitude, longitude }: EarthquakeDetail, { t, map, translations }: RenderContext): Html | null {
  if (!map || latitude === null || longitude === null) return null;
  const { tag } = translations.language;
  const live = `${tag === "en" ? "" : `/${tag}`}/map/#hours=720&at=5.0,${latitude.toFixed(2)},${longitude.toFixed(2)}`;
  return html`<figure>${map}<figcaption>${t.html("map_of_event_note", { distance: numberElement(RING_KM, { unit: "kilometer" }) })} <a
href="${live}">${t("on_live_map")}</a></figcaption></figure>
`;
}

function facts(event: EarthquakeDetail, context: RenderContext): (Html | null)[] {
  const { t } = context;
  const exact = event.occurred_at_precision === "second";
  return [
    exact ? fact(t("time_utc"), secondText(event.occurred_at)) : null,
    fact(t("depth"), depth(event, context)),
    fact(t("magnitude_type"), magnitudeType(event, context)),
    fact(t("position"), position(event)),
    fact(t("country"), country(event, context)),
    fact(t("plate"), plate(event, context)),
    fact(t("state"), state(event, context)),
  ];
}

function oldStyle({ old_style_date: date }: EarthquakeDetail, { t }: RenderContext): Html | null {
  return date === null ? null : html`<p class="note">${t("old_style", { date })}</p>`;
}

function depth({ depth_km: km, depth_fixed: isFixed }: EarthquakeDetail, { t, href }: RenderContext): Html | string {
  if (km === null) return t("depth_unknown");
  const kind = depthClass(km);
  return html`${numberElement(km, { unit: "kilometer" })} · <a href="${href("glossary/focal-depth/")}">${t(kind)}</a>${
    isFixed ? html` (${t("depth_fixed")})` : null
  }`;
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

function country({ country: found }: EarthquakeDetail, { t, href, country: nameOf }: RenderContext): Html | null {
  if (!found) return null;
  const { iso2, name, slug, relation, distance_km: km } = found;
  const link = html`<a href="${href(`countries/${slug}/`)}">${nameOf(iso2, name)}</a>`;
  if (relation === "inside") return t.html("in_country", { country: link });
  if (km === null) return t.html("counted_for_country", { country: link });
  return t.html("off_country", { country: link, distance: numberElement(km, { unit: "kilometer" }) });
}

function plate({ plate: found }: EarthquakeDetail, { t, href }: RenderContext): Html | null {
  if (!found) return null;
  return t.html("on_plate", {
    plate: html`<a lang="en" href="${href(`plates/${found.slug}/`)}">${found.name}</a>`,
    distance: numberElement(found.boundary_distance_km, { unit: "kilometer" }),
  });
}

function state({ status, updated_at: updated }: EarthquakeDetail, { t }: RenderContext): Html | null {
  const words = status === "automatic" || status === "reviewed" ? t(`state_${status}`) : status;
  if (updated === null) return words === null ? null : html`${words}`;
  const changed = html`<span class="nowrap">${t("updated")}: ${time(Date.parse(updated))}</span>`;
  return words === null ? changed : html`${words}<br>${changed}`;
}

function tsunami(
  { tsunami: { flag, observed, max_water_height_m: height } }: EarthquakeDetail,
  { t, href }: RenderContext,
): Html | null {
  if (observed === null ? !flag : !observed && !flag) return null;
  const text = observed === null ? t("tsunami_flag") : observed ? t("tsunami_observed") : t("tsunami_not_observed");
  const highest = height === null ? null : html` ${t.html("tsunami_height", { height: numberElement(height) })}`;
  return html`<section><h2><a href="${href("glossary/tsunami/")}">${t("tsunami")}</a></h2><p>${text}${highest}</p></section>
`;
}

function neighbours({ historical_neighbours: found }: EarthquakeDetail, context: RenderContext): Html | null {
  if (!found) return null;
  const { t } = context;
  const distance = numberElement(found.within_km, { unit: "kilometer" });
  const lead =
    found.count === 0
      ? t.html("neighbours_none", { distance })
      : t.html("neighbours_count", { distance, count: numberElement(found.count) });
  return html`<section><h2>${t("neighbours")}</h2><p>${lead}</p>${found.count === 0 ? null : neighbourTable(found.strongest, context)}
</section>
`;
}

function neighbourTable(
  strongest: NonNullable<EarthquakeDetail["historical_neighbours"]>["strongest"],
  context: RenderContext,
): Html {
  const { t } = context;
  const headings = [t("magnitude"), t("place"), t("date"), t("distance")];
  const rows = strongest.map(
    (other) =>
      html`<tr><td class="magnitude">${other.magnitude === null ? "–" : magnitudeAmount(other.magnitude)}</td>
<td><a lang="en" href="${eventHref(context, other.slug)}">${other.name ?? other.place_description}</a></td>
<td class="nowrap">${dateText(other.occurred_at, cut(other.occurred_at_precision), t)}</td>
<td>${numberElement(other.distance_km, { unit: "kilometer" })}</td></tr>
`,
  );
  return table(headings, rows, "quakes");
}

/** In a list of history the day is enough. */
function cut(precision: EarthquakeDetail["occurred_at_precision"]): EarthquakeDetail["occurred_at_precision"] {
  return precision === "minute" || precision === "second" ? "day" : precision;
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

type Source = EarthquakeDetail["impact"]["sources"][number];

/** Where a figure is explained. */
const TERMS: Partial<Record<ImpactFigure, string>> = {
  alert_level: "alert-level",
  felt_reports: "felt-report",
  max_intensity_reported: "modified-mercalli-intensity",
  max_intensity_estimated: "instrumental-intensity",
  significance: "significance",
};

/** What the earthquake did, with who says each figure; nothing where nothing is known. */
function impactSection(
  { impact: { sources, deaths_said: said, intensity_other_scale: other } }: EarthquakeDetail,
  context: RenderContext,
): Html | null {
  const { t } = context;
  // How significant it is says nothing of what it did, unless something else does.
  if (other === null && sources.every(({ figure }) => figure === "significance")) return null;
  const differ = new Set(sources.map(({ figure }) => figure)).size < sources.length;
  return html`<section><h2>${t("what_it_did")}</h2><div class="scroll"><table><thead><tr><th scope="col">${t("figure")}</th>
<th scope="col">${t("value")}</th><th scope="col">${t("who_says_so")}</th></tr></thead>
<tbody>${sources.map((source) => row(source, context))}</tbody></table></div>${
    differ ? html`<p class="note">${t("figures_differ")}</p>` : null
  }${other && html`<p class="note">${t("intensity_other_scale", { value: String(other.value), scale: other.scale })}</p>`}${said && html`<p class="note">${t("figure_deaths")}: <span lang="en">${said.by}</span></p>`}</section>
`;
}

function row(source: Source, context: RenderContext): Html {
  const { figure } = source;
  const label = context.t(`figure_${figure}`);
  const term = TERMS[figure];
  const heading = term === undefined ? label : html`<a href="${context.href(`glossary/${term}/`)}">${label}</a>`;
  return html`<tr><th scope="row">${heading}</th><td>${valueOf(source, context)}</td><td>${provider(source, context)}</td></tr>`;
}

function valueOf({ figure, value, class_words: words }: Source, { t }: RenderContext): Html | string {
  if (typeof value === "number") return numberElement(figure.startsWith("max_") ? Math.round(value * 10) / 10 : value);
  if (value !== null) return t(`alert_${value}`);
  const order = [0, 1, 2, 3, 4].find((one) => classWords(figure, one) === words);
  if (order === undefined) return words ?? "";
  return t(`${figure === "damage_million_usd" ? "damage" : "amount"}_${order as 0 | 1 | 2 | 3 | 4}`);
}

function provider({ agency, product, contributor }: Source, context: RenderContext): string {
  const { t } = context;
  const by = contributor === null ? null : t("by_contributor", { contributor });
  return [agencyName(agency, context), product && t(`product_${product}`), by]
    .filter((part) => part !== null)
    .join(", ");
}

/** An agency as it calls itself in short. */
function agencyName(agency: string, { t }: RenderContext): string {
  if (agency === "notable") return t("notable_table");
  return agency === "noaa" ? "NOAA NCEI" : agency.toUpperCase();
}
