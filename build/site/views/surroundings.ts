import type { EarthquakeDetail } from "../../contract/resources/resources.ts";
import { magnitudeCell, placeCell, table } from "../data/elements.ts";
import { type Around, eventHref, type RenderContext, type TimeNeighbour } from "../data/render-context.ts";
import { coveredText, dateElement, dayAtMost, moment } from "../format/dates.ts";
import { approximately, countedElement, magnitudeAmount, NO_BREAK, numberElement } from "../format/numbers.ts";
import { placeIn } from "../format/place-text.ts";
import { type Html, html } from "../html.ts";
import { agencyName } from "./impact.ts";

/** A distance with its uncertainty. @param stepKm resolution to which it is rounded */
export function aboutKm(km: number, stepKm: number): Html {
  const { sign, km: rounded } = approximately(km, stepKm);
  return html`${sign}${NO_BREAK}${numberElement(rounded, { unit: "kilometer" })}`;
}

/** Resolution of epicentres and of the coasts of the base map, km. */
export const EPICENTRE_STEP_KM = 5;

/** The nearest towns, in order of distance. */
export function towns(around: Around | null, { t, country: nameOf }: RenderContext): Html | null {
  const found = around?.place?.towns ?? [];
  if (found.length === 0) return null;
  const rows = found.map(
    ({ name, iso2, country: english, population, km }) =>
      html`<tr><td><bdi>${name}</bdi>, <bdi>${nameOf(iso2, english)}</bdi></td><td>${numberElement(km, { unit: "kilometer" })}</td>
<td>${numberElement(population)}</td></tr>
`,
  );
  return html`<section><h2>${t("towns")}</h2>${table([t("town"), t("distance"), t("population")], rows, "listed n2 n3")}
<p class="note">${t("towns_note")}</p></section>
`;
}

/** Recent earthquakes in the surroundings. */
export function sequence(around: Around | null, context: RenderContext): Html | null {
  const found = around?.sequence;
  if (!found || found.count === 0) return null;
  const { t } = context;
  const { km, days, count, after, strongest } = found;
  const lead = t.html("sequence_count", {
    distance: numberElement(km, { unit: "kilometer" }),
    days: numberElement(days),
    count: countedElement(count),
    before: numberElement(count - after),
    after: numberElement(after),
  });
  const rows = strongest.map(
    (other) => html`<tr role="row"><td role="cell" class="magnitude">${magnitudeCell(other.magnitude)}</td>
<td role="cell"><a href="${eventHref(context, other.slug)}">${placeIn(other.place, context)}</a></td>
<td role="cell">${moment(other.occurredAt, "second", t)}</td><td
role="cell" class="nowrap">${aboutKm(other.km, EPICENTRE_STEP_KM)}</td></tr>
`,
  );
  const headings = [t("magnitude"), t("place"), t("date"), t("distance")];
  const covered = found.coveredFrom && html`${coveredText(found.coveredFrom, t)} `;
  return html`<section><h2>${t("sequence")}</h2><p>${covered}${lead}</p>${table(headings, rows, "quakes")}</section>
`;
}

/** Links to the significant earthquakes before and after. */
export function inTime(around: Around | null, context: RenderContext): Html | null {
  const found = around?.inTime;
  if (!found) return null;
  const { t } = context;
  const link = (to: TimeNeighbour | null, rel: "prev" | "next", label: string) =>
    to &&
    html`<a rel="${rel}" href="${eventHref(context, to.slug)}"><small>${label}</small> ${
      to.magnitude === null ? null : html`<b dir="ltr">M ${magnitudeAmount(to.magnitude)}</b> `
    }${placeIn(to.place, context)}</a>
`;
  return html`<nav class="in-time" aria-label="${t("in_time")}">${link(found.before, "prev", t("in_time_before"))}${link(
    found.after,
    "next",
    t("in_time_after"),
  )}</nav>
`;
}

/** Path of each product on the event page of the USGS. */
const PRODUCT_PATHS = {
  shakemap: "shakemap/intensity",
  dyfi: "dyfi/intensity",
  losspager: "pager",
  "moment-tensor": "moment-tensor",
} as const;

/** Links to the page of the event at the agency whose solution is shown, and to that of the USGS with its products. */
export function further({ sources: all }: EarthquakeDetail, around: Around | null, context: RenderContext): Html[] {
  const { t } = context;
  const [first] = all;
  const shown = [...(first && OTHERWISE.has(first.agency) ? [] : [first]), all.find(({ agency }) => agency === "usgs")];
  return shown.flatMap((source) => {
    if (!source?.url) return [];
    const links = [[source.url, t("event_page")] as const, ...(source.agency === "usgs" ? productLinks(source.url, around, context) : [])];
    return html`<section><h2>${t("more_at", { agency: agencyName(source.agency, context) })}</h2><ul class="terms">${links.map(
      ([href, text]) => html`<li><a href="${href}" rel="noreferrer"><bdi>${text}</bdi></a></li>`,
    )}</ul></section>
`;
  });
}

/** Catalogues of the past, which the sources link to, and the USGS, which comes anyway. */
const OTHERWISE: ReadonlySet<string> = new Set(["noaa", "notable", "usgs"]);

function productLinks(page: string, around: Around | null, { t }: RenderContext) {
  return (Object.keys(PRODUCT_PATHS) as (keyof typeof PRODUCT_PATHS)[])
    .filter((name) => around?.products.includes(name))
    .map((name) => [`${page.replace(/\/$/, "")}/${PRODUCT_PATHS[name]}`, t(`product_${name}`)] as const);
}

export function neighbours({ historical_neighbours: found }: EarthquakeDetail, context: RenderContext): Html | null {
  if (!found) return null;
  const { t } = context;
  const distance = numberElement(found.within_km, { unit: "kilometer" });
  const lead =
    found.count === 0
      ? t.html("neighbours_none", { distance })
      : t.html("neighbours_count", { distance, count: countedElement(found.count) });
  return html`<section><h2>${t("neighbours")}</h2><p>${lead}</p>${found.count === 0 ? null : neighbourTable(found.strongest, context)}
</section>
`;
}

function neighbourTable(strongest: NonNullable<EarthquakeDetail["historical_neighbours"]>["strongest"], context: RenderContext): Html {
  const { t } = context;
  const headings = [t("magnitude"), t("place"), t("date"), t("distance")];
  const rows = strongest.map(
    (other) =>
      html`<tr role="row"><td role="cell" class="magnitude">${magnitudeCell(other.magnitude)}</td>
<td role="cell">${placeCell({ name: other.name, place: other.place_description }, eventHref(context, other.slug), context)}</td>
<td role="cell" class="nowrap">${dateElement(other.occurred_at, dayAtMost(other.occurred_at_precision), t)}</td>
<td role="cell">${aboutKm(other.distance_km, 2 * EPICENTRE_STEP_KM)}</td></tr>
`,
  );
  return table(headings, rows, "quakes");
}
