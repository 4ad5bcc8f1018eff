import { DETAIL_RULE } from "../../agencies/usgs/details.ts";
import { PDE_START, WORLDWIDE_MAGNITUDE } from "../../agencies/usgs/state.ts";
import { TRANSFORM_DEGREES } from "../../catalogue/boundaries/motion.ts";
import type { Catalogue, CatalogueCountry } from "../../catalogue/catalogue.ts";
import { MAJOR_MAGNITUDE, SIGNIFICANT_MAGNITUDE, SIGNIFICANT_SIG } from "../../catalogue/classify.ts";
import { CONTRADICTED_KM, STATED_COUNTRY_KM } from "../../catalogue/event.ts";
import { OFFSHORE_KM, TERRITORY_RULE } from "../../catalogue/locate/locate-country.ts";
import { ASSOCIATION_BOUNDS } from "../../catalogue/merge/associate.ts";
import { HISTORICAL_BOUNDS } from "../../catalogue/merge/historical-match.ts";
import { HISTORICAL_MATCH } from "../../catalogue/merge/match-catalogues.ts";
import { DUPLICATE_BOUNDS } from "../../catalogue/merge/merge.ts";
import { PART_YEARS } from "../../catalogue/tally/tally.ts";
import { ZONE_RULE } from "../../catalogue/zones/zone.ts";
import {
  EARTHQUAKE_TYPES,
  HIGHLIGHTS,
  NEIGHBOURS,
  RECENT_HOURS,
  SEISMIC_ZONES,
  type SeismicZone,
} from "../../contract/texts/vocabulary.ts";
import { TRANSLITERATIONS } from "../../contract/wire/fold.ts";
import { classList } from "../../contract/wire/impact.ts";
import { thousands } from "../../platform/text.ts";
import { MAXIMUM_FOUND } from "../../rewrite/search/match.ts";
import { CURVATURE_CORRECTION, MIN_FIT, RECENT_WORLDWIDE_MAGNITUDE, RESAMPLES } from "../../seismology/completeness.ts";
import { MIN_EVENTS } from "../../seismology/frequency-magnitude.ts";
import { MEASURED_SPEEDS, type MeasuredSpeed, RADIUS_KM, speedAt } from "../../seismology/plate-motion.ts";
import { dateWords } from "../format/dates.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import type { MarkdownValues } from "../markdown.ts";
import { readPageData, renderPage, textPage } from "../read-page.ts";

type Described = Pick<Catalogue, "complete" | "boundaries" | "plates"> & { countries: readonly ComparedCountry[] };

/** The values in the text of `/methods/`. Its numbers are those that the program uses. */
export function methodsValues(catalogue: Described): MarkdownValues {
  return {
    ...RULES,
    ...withPrefix("bounds", ASSOCIATION_BOUNDS),
    ...withPrefix("twice", DUPLICATE_BOUNDS),
    ...withPrefix("match", HISTORICAL_BOUNDS),
    ...withPrefix("historical", HISTORICAL_MATCH),
    measured: catalogue.boundaries.some(({ accuracy }) => accuracy === "measured"),
    ...completeness(catalogue),
    ...comparison(catalogue),
    ...zoneComparison(catalogue.countries),
  };
}

/** `/methods/`: how the project computes every figure that does not come from an agency. @param values from `methodsValues` */
export function methodsPage(values: MarkdownValues, translations: Translations): string {
  return textPage(renderPage("methods", values), { path: "methods/" }, translations);
}

const RULES = {
  earthquake_types: EARTHQUAKE_TYPES.join(" or "),
  recent_hours: RECENT_HOURS,
  significant_magnitude: SIGNIFICANT_MAGNITUDE,
  significant_sig: SIGNIFICANT_SIG,
  major_magnitude: MAJOR_MAGNITUDE,
  offshore_km: OFFSHORE_KM,
  stated_km: STATED_COUNTRY_KM,
  contradicted_km: CONTRADICTED_KM,
  territory_rule: TERRITORY_RULE,
  worldwide: WORLDWIDE_MAGNITUDE,
  modern_year: new Date(PDE_START).getUTCFullYear(),
  curvature_correction: CURVATURE_CORRECTION / 10,
  least_events: MIN_EVENTS,
  least_fit: MIN_FIT,
  resamples: RESAMPLES,
  recent_worldwide: RECENT_WORLDWIDE_MAGNITUDE.toFixed(1),
  part_years: PART_YEARS,
  zone_rule: ZONE_RULE,
  radius_km: thousands(RADIUS_KM),
  transform_degrees: TRANSFORM_DEGREES,
  neighbours_from: NEIGHBOURS.fromMagnitude,
  neighbours_km: NEIGHBOURS.withinKm,
  neighbours_named: NEIGHBOURS.named,
  highlights: HIGHLIGHTS,
  detail_significance: DETAIL_RULE.significance,
  detail_age: (1 + DETAIL_RULE.waitShare).toFixed(1),
  classes_people: classList("deaths"),
  classes_damage: classList("damage_million_usd"),
  transliterations: Object.entries(TRANSLITERATIONS)
    .map(([letter, letters]) => `${letter} as ${letters}`)
    .join(", "),
  maximum_found: MAXIMUM_FOUND,
};

function withPrefix(prefix: string, bounds: Readonly<Record<string, number>>): MarkdownValues {
  return Object.fromEntries(Object.entries(bounds).map(([name, value]) => [`${prefix}_${name}`, value]));
}

/** The time from which the tree contains all earthquakes of a magnitude, if it is known. */
function completeness({ complete }: Described): MarkdownValues {
  if (!complete) return { complete: false };
  return {
    complete: true,
    complete_magnitude: complete.magnitude,
    complete_from: dateWords(complete.from),
    complete_to: dateWords(complete.to),
  };
}

/** Plate speeds from the poles of this tree, compared with those of satellite geodesy. */
function comparison({ plates }: Described): MarkdownValues {
  const poles = new Map(plates.map(({ code, rotationPole }) => [code, rotationPole]));
  const compared = MEASURED_SPEEDS.flatMap((place) => {
    const [a, b] = place.plates.map((code) => poles.get(code));
    return a && b ? [{ place, ours: speedAt(a, b, place.at.latitude, place.at.longitude) }] : [];
  });
  if (compared.length === 0) return { comparable: false };
  const differences = compared.map(({ place, ours }) => Math.abs(ours - place.measured)).toSorted((a, b) => a - b);
  return {
    comparable: true,
    compared: compared.length,
    median: (differences[Math.floor((differences.length - 1) / 2)] ?? 0).toFixed(1),
    largest: (differences.at(-1) ?? 0).toFixed(1),
    rates: rateTable(compared),
  };
}

function rateTable(compared: readonly { place: MeasuredSpeed; ours: number }[]): Html {
  const headings = ["Boundary", "ITRF2014, mm a year", "Here"];
  return html`<table><thead><tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>
${compared.map(
  ({ place: { boundary, plates, measured }, ours }) =>
    html`<tr><td>${boundary} (${plates.join("–")})</td><td>${measured.toFixed(1)}</td><td>${ours.toFixed(1)}</td></tr>
`,
)}</tbody></table>`;
}

type ComparedCountry = Pick<CatalogueCountry, "iso2" | "name" | "zone" | "zoneBasis">;

/** The classes that the levels of ThinkHazard! amount to, of sixty countries that nobody here had judged. */
export function publishedZones(): { iso2: string; zone: SeismicZone }[] {
  const published = readPageData("published-zones") as Partial<Record<SeismicZone, string>>;
  return SEISMIC_ZONES.flatMap((zone) => (published[zone] ?? "").split(" ").flatMap((iso2) => (iso2 === "" ? [] : { iso2, zone })));
}

/** How the zones of this tree compare with the published ones, and why each country that differs has its zone. */
export function zoneComparison(countries: readonly ComparedCountry[]): MarkdownValues {
  const byCode = new Map(countries.map((country) => [country.iso2, country]));
  const compared = publishedZones().flatMap(({ iso2, zone }) => {
    const country = byCode.get(iso2);
    return country ? [{ country, zone, off: SEISMIC_ZONES.indexOf(zone) - SEISMIC_ZONES.indexOf(country.zone) }] : [];
  });
  const differing = compared.filter(({ off }) => off !== 0);
  const one = differing.filter(({ off }) => Math.abs(off) === 1).length;
  const same = compared.length - differing.length;
  const rows = differing
    .toSorted((a, b) => b.off - a.off)
    .map(({ country, zone, off }) => {
      const here = `${words(country.zone)} (${off > 0 ? "+" : "−"}${Math.abs(off)})`;
      const cells = [country.name, words(zone), here, reason(country), causeOf(country, zone)];
      return html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
    });
  const overlapping = differing.filter(({ country, zone }) => causeOf(country, zone) === "classes").length;
  const headings = ["Country", "ThinkHazard!", "Here", "Why here", "Cause"];
  return {
    zones_compared: compared.length,
    zones_same: same,
    zones_one: one,
    zones_two: differing.length - one,
    zones_overlap: overlapping,
    zones_near: same + one,
    zones_differ: differing.length > 0,
    zones: html`<table><thead><tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead><tbody>
${rows}</tbody></table>`,
  };
}

function words(zone: SeismicZone): string {
  return zone.replaceAll("_", " ");
}

/** Why another method comes to another class; the page explains the words. */
function causeOf({ zone, zoneBasis: { deformation, points } }: ComparedCountry, published: SeismicZone): string {
  const { belt } = deformation;
  if (published === "moderate" && zone === "high") return "classes";
  if (belt === null || points.belts === 0) return "background";
  return belt.distanceKm > 0 ? "border" : "level";
}

/** What the zone follows from. */
function reason({ zoneBasis: { deformation, points, boundaryDistanceKm, secondMagnitude, secondDeaths } }: ComparedCountry): string {
  const { belt, level } = deformation;
  const parts = [belt === null ? "no belt within 300 km" : `${belt.name}: ${belt.distanceKm} km away, level ${level} there`];
  if (points.belts > 2 * level) parts.push("a rate of strong earthquakes that adds a level");
  if (points.largestMagnitude > 0) parts.push(`the second-largest magnitude, ${secondMagnitude}`);
  if (points.deaths > 0) parts.push(`the second-deadliest earthquake, ${secondDeaths} dead`);
  if (points.belts + points.largestMagnitude + points.deaths < 2 && boundaryDistanceKm <= 100) parts.push("a plate boundary nearby");
  return parts.join("; ");
}
