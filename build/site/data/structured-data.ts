import { type Html, html, jsonHtml } from "../html.ts";
import type { CountryProfile, EarthquakeDetail, GlossaryTerm, PlateDetail } from "./resources.ts";

/** JSON-LD of the vocabulary schema.org: facts of the answer, nothing else. Browsers take it for data, whatever the policy. */
export function structuredData(value: object): Html {
  return html`<script type="application/ld+json">${jsonHtml({ "@context": "https://schema.org", ...value })}</script>
`;
}

/** Of the whole: what search engines for data sets ask for. */
export function treeFacts(name: string, description: string, asOf: string): object {
  const api = { "@type": "DataDownload", encodingFormat: "application/json", contentUrl: "/api/v1/earthquakes/" };
  const variableMeasured = ["magnitude", "depth", "latitude", "longitude", "time"];
  return {
    "@type": "Dataset",
    name,
    description,
    dateModified: asOf,
    isAccessibleForFree: true,
    variableMeasured,
    distribution: [api],
  };
}

export function eventFacts(event: EarthquakeDetail, title: string): object {
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

/** As far as it is known; none before our era, which search engines do not read. */
function knownDate({ occurred_at: at, occurred_at_precision: precision }: EarthquakeDetail): string | undefined {
  if (!/^\d{4}-/.test(at) || at.startsWith("0000")) return undefined;
  const known = { year: at.slice(0, 4), month: at.slice(0, 7), day: at.slice(0, 10), minute: `${at.slice(0, 16)}Z` };
  return precision === "second" ? at : known[precision];
}

export function countryFacts({ country: { name, iso2: identifier, position } }: CountryProfile): object {
  return { "@type": "Place", name, identifier, geo: { "@type": "GeoCoordinates", ...position } };
}

export function plateFacts({ name, code: identifier, description }: PlateDetail): object {
  return { "@type": "Place", name: `${name} plate`, identifier, description };
}

export function termFacts({ term: name, slug, definition: description }: GlossaryTerm): object {
  const inDefinedTermSet = { "@type": "DefinedTermSet", name: "Glossary of seismology" };
  return { "@type": "DefinedTerm", name, termCode: slug, description, inDefinedTermSet };
}
