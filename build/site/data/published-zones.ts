import type { CatalogueCountry } from "../../catalogue/catalogue.ts";
import { SEISMIC_ZONES, type SeismicZone } from "../../contract/texts/vocabulary.ts";
import { html } from "../html.ts";
import type { MarkdownValues } from "../markdown.ts";
import { readPageData } from "../read-page.ts";

export type ComparedCountry = Pick<CatalogueCountry, "iso2" | "name" | "zone" | "zoneBasis">;

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
