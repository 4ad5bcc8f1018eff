import type { EarthquakeDetail } from "../../../contract/resources/resources.ts";
import { depthClass, markIcon } from "../../charts/scale.ts";
import { markupOf, onHost } from "../../client/base.ts";
import type { ListedEarthquake } from "../../earthquakes/table.ts";
import { titleIn } from "../../format/place-text.ts";
import { type Html, html } from "../../html.ts";
import { plateLink } from "../../i18n/plate-names.ts";
import type { AreaTexts, Translate } from "../../i18n/translations.ts";
import { quakeOfDetail } from "../quake.ts";
import type { Formatter } from "./formatter.ts";

export type TranslateMap = Translate<keyof AreaTexts["map"]>;

type Row = readonly [name: string, value: Html | string];

/** The card of an earthquake: the values of the feed, followed by those of its detail record after it has been loaded. */
function cardHtml(quake: ListedEarthquake, more: Html | undefined, t: TranslateMap, written: Formatter): Html {
  const { magnitude, depthKm, latitude, longitude, alert, tsunami, historical } = quake;
  const rows: Row[] = [
    [t("time"), html`${written.whenInCard(quake)}`],
    ...(depthKm === null ? [] : [[t("depth"), `${written.depth(depthKm)}, ${t(depthClass(depthKm))}`] as const]),
    ...(latitude === null || longitude === null ? [] : [positionRow(latitude, longitude, t, written)]),
    ...alertRow(alert, t),
    ...(tsunami && !historical ? [[t("tsunami"), t("tsunami_flag")] as const] : []),
  ];
  const size = magnitude === null ? null : html`<span>${t("magnitude_is", { magnitude: written.magnitude(magnitude) })}</span>, `;
  return html`<h2 id="card-title" tabindex="-1">${markIcon({ depthKm })} ${size}${titleIn(quake, written.places)}</h2>
${definitions(rows)}<div id="card-more">${more ?? html`<p class="note">${t("details_reading")}</p>`}</div>
<p class="go"><a href="${written.eventHref(quake)}">${t("full_page")}</a></p>`;
}

function positionRow(latitude: number, longitude: number, t: TranslateMap, { number }: Formatter): Row {
  return [t("position"), html`<span dir="ltr">${number(latitude, 2)}° · ${number(longitude, 2)}°</span>`];
}

function alertRow(alert: string | null, t: TranslateMap): Row[] {
  if (alert !== "green" && alert !== "yellow" && alert !== "orange" && alert !== "red") return [];
  return [[t("alert"), t(`alert_${alert}`)]];
}

function definitions(rows: readonly Row[]): Html {
  return html`<dl>${rows.map(
    ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>
`,
  )}</dl>`;
}

/** The part of the card that comes from the detail record: impact, country, plate, sources and neighbours. */
function moreHtml(detail: EarthquakeDetail, t: TranslateMap, written: Formatter): Html {
  const rows = [...placeRows(detail, t, written), ...impactRows(detail, t, written), ...sourceRows(detail, t)];
  return html`${definitions(rows)}${neighbours(detail, t, written)}`;
}

function placeRows({ country, plate, status }: EarthquakeDetail, t: TranslateMap, written: Formatter): Row[] {
  const rows: Row[] = [];
  if (country) {
    const name = written.country(country.iso2) ?? country.name;
    rows.push([t("country"), html`<a href="${written.countryHref(country.slug)}">${name}</a>`]);
  }
  if (plate) {
    const link = plateLink(written.plateHref(plate.slug), plate.name, written.plate(plate.name));
    rows.push([t("plate"), t.html("to_boundary", { plate: link, distance: written.boundaryKm(plate.boundary_distance_km) })]);
  }
  if (status === "automatic" || status === "reviewed") rows.push([t("status"), t(`status_${status}`)]);
  return rows;
}

function impactRows({ impact, tsunami }: EarthquakeDetail, t: TranslateMap, written: Formatter): Row[] {
  const counts = [
    [t("felt"), impact.felt_reports],
    [t("intensity_reported"), impact.max_intensity_reported],
    [t("intensity_estimated"), impact.max_intensity_estimated],
    [t("deaths"), impact.deaths],
    [t("injuries"), impact.injuries],
    [t("houses_destroyed"), impact.houses_destroyed],
    [t("houses_damaged"), impact.houses_damaged],
  ] as const;
  const known = counts.flatMap(([name, value]): Row[] => (value === null ? [] : [[name, written.number(value)]]));
  if (tsunami.observed !== true) return known;
  const height = tsunami.max_water_height_m;
  const observed = height === null ? t("tsunami_observed") : t("tsunami_height", { height: written.number(height) });
  return [...known, [t("tsunami"), observed]];
}

function sourceRows({ sources }: EarthquakeDetail, t: TranslateMap): Row[] {
  if (sources.length === 0) return [];
  const items = sources.map(({ agency, id, url }) => {
    const name = `${agency.toUpperCase()} ${id}`;
    return html`<li lang="en">${url === null ? name : html`<a href="${url}" rel="noreferrer">${name}</a>`}</li>
`;
  });
  return [[t("reported_by"), html`<ul>${items}</ul>`]];
}

function neighbours({ historical_neighbours: near }: EarthquakeDetail, t: TranslateMap, written: Formatter): Html | null {
  if (!near || near.count === 0) return null;
  const items = near.strongest.slice(0, 3).map((one) => {
    const href = written.eventHref({ ...one, historical: true });
    const place = html`<a href="${href}">${titleIn({ name: one.name, place: one.place_description }, written.places)}</a>`;
    const year = written.year(one.occurred_at);
    const line =
      one.magnitude === null
        ? t.html("neighbour_unknown", { year, place })
        : t.html("neighbour", { year, magnitude: written.magnitude(one.magnitude), place });
    return html`<li>${line}</li>
`;
  });
  return definitions([[t("neighbours", { distance: written.km(near.within_km) }), html`<ul>${items}</ul>`]]);
}

export type CardView = ReturnType<typeof createCard>;

export function createCard(card: HTMLElement, t: TranslateMap, written: Formatter) {
  const body = card.querySelector("#card-body") as HTMLElement;
  let current: string | null = null;
  const write = (content: Html) => {
    body.innerHTML = markupOf(content);
  };
  /** Writes only this part, so that the keyboard focus is kept. */
  const writeMore = (content: Html) => {
    (body.querySelector("#card-more") ?? body).innerHTML = markupOf(content);
  };
  return {
    /**
     * Shows an earthquake: first the values of the feed, then the detail record after it has been loaded.
     *
     * @param how.hasDetail whether the API has a record of it: of an earthquake of the archive it has none
     * @returns the earthquake, even if it is not in the selected period; undefined if it is unknown
     */
    async show(id: string, known: ListedEarthquake | undefined, { focus, hasDetail }: { focus: boolean; hasDetail: boolean }) {
      current = id;
      card.hidden = false;
      write(known ? cardHtml(known, hasDetail ? undefined : html``, t, written) : note(t("details_reading")));
      if (focus) body.querySelector("h2")?.focus();
      if (!hasDetail) return known;
      try {
        const detail = await detailOf(id);
        if (current !== id) return known;
        if (detail && !known) write(cardHtml(quakeOfDetail(detail), undefined, t, written));
        writeMore(detail ? moreHtml(detail, t, written) : note(t("not_known")));
        return known ?? (detail && quakeOfDetail(detail));
      } catch {
        if (current === id) writeMore(note(t("details_failed")));
        return known;
      }
    },
    hide() {
      current = null;
      card.hidden = true;
      body.replaceChildren();
    },
  };
}

function note(text: string): Html {
  return html`<p class="note">${text}</p>`;
}

/** The full record of an event by any of its ids; undefined if the API does not know the id. @throws Error if the request fails */
async function detailOf(id: string): Promise<EarthquakeDetail | undefined> {
  const response = await fetch(onHost(`/api/v1/earthquakes/${encodeURIComponent(id)}/`));
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as EarthquakeDetail;
}
